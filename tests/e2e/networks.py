"""Networks of their own for tests: hosts in network namespaces, joined by a bridge that has one too.

Nothing of them is seen outside, there is no default route and no DNS in them, and they go with the test, or
if it was killed with the next one.
"""

import os
import secrets
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path


class Host:
    """One computer: an interface `eth0`, whose cable leads to a port of the bridge in `hub`, and loopback."""

    def __init__(self, namespace: str, hub: str, port: str) -> None:
        self.namespace = namespace
        self._hub, self._port = hub, port
        self.within = ("ip", "netns", "exec", namespace)

    def add(self, address: str) -> None:
        """Give an address to the interface, to be used at once: nobody else can have it."""
        self.ip("address", "add", address, "dev", "eth0", *(["nodad"] if ":" in address else []))

    def move(self, old: str, new: str) -> None:
        """Change the one address (with prefix length) of the interface."""
        self.ip("address", "delete", old, "dev", "eth0")
        self.add(new)

    def unplug(self) -> None:
        """Pull the cable out; the addresses stay."""
        _ip("-n", self._hub, "link", "set", self._port, "down")

    def plug(self) -> None:
        """Put the cable back."""
        _ip("-n", self._hub, "link", "set", self._port, "up")

    def ip(self, *arguments: str) -> None:
        """Run an ip command inside."""
        _ip("-n", self.namespace, *arguments)

    def run(self, *command: str) -> str:
        """Run any command inside; give what it prints."""
        return subprocess.run([*self.within, *command], capture_output=True, check=True, text=True).stdout

    def filter(self, rule: str, *ways: str) -> None:
        """Put each packet on its way (`input`, `output`) to a rule of nftables, such as `drop`."""
        self.run("nft", "add table inet bad")
        for way in ways:
            self.run("nft", f"add chain inet bad {way} {{ type filter hook {way} priority 0; }}")
            self.run("nft", f"add rule inet bad {way} {rule}")

    def unfilter(self) -> None:
        """Take the rule away again."""
        self.run("nft", "delete table inet bad")

    def slow(self, rate: str) -> None:
        """Let only so much (such as 64kbit) a second out; what would wait longer than 400 ms is lost."""
        self.run(*f"tc qdisc add dev eth0 root tbf rate {rate} burst 3kb latency 400ms".split())


@contextmanager
def network(*addresses: str) -> Iterator[tuple[Host, ...]]:
    """Give hosts with these addresses (with prefix length, such as 10.77.0.1/24) on one bridge."""
    _sweep()
    mark = f"{os.getpid()}-{secrets.token_hex(3)}"
    hub = f"mark-{mark}-hub"
    hosts = tuple(Host(f"mark-{mark}-{n}", hub, f"port{n}") for n in range(len(addresses)))
    names = [hub, *(host.namespace for host in hosts)]
    try:
        for name in names:
            _ip("netns", "add", name)
        _ip("-n", hub, "link", "add", "bridge", "type", "bridge")
        _ip("-n", hub, "link", "set", "bridge", "up")
        for number, (host, address) in enumerate(zip(hosts, addresses, strict=True)):
            port = f"port{number}"
            peer = ("peer", "name", "eth0", "netns", host.namespace)
            _ip("-n", hub, "link", "add", port, "type", "veth", *peer)
            _ip("-n", hub, "link", "set", port, "master", "bridge", "up")
            host.add(address)
            host.ip("link", "set", "eth0", "up")
            host.ip("link", "set", "lo", "up")
        yield hosts
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)


@cache
def why_not(*wanted: Callable[[Host], None]) -> str:
    """Give why networks cannot be made here, or hosts in them not be treated like this; empty if they can."""
    if not hasattr(os, "geteuid") or shutil.which("ip") is None:
        return "network namespaces need Linux with iproute2"
    if os.geteuid() != 0:
        return "network namespaces need root"
    try:
        with network("10.77.0.1/24") as (host,):
            for treat in wanted:
                treat(host)
    except FileNotFoundError as error:
        return f"there is no {error.filename} here"
    except subprocess.CalledProcessError as error:
        return f"this system does not do it: {error.cmd}: {error.stderr!r}"
    return ""


@cache
def _sweep() -> None:
    """Remove what tests have left that were killed: the names say of which process they are."""
    for left in Path("/run/netns").glob("mark-*-*-*"):
        if not Path("/proc", left.name.split("-")[1]).exists():
            subprocess.run(["ip", "netns", "delete", left.name], capture_output=True, check=False)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], capture_output=True, check=True)
