"""Networks of their own for tests: hosts in network namespaces, joined by a bridge that has one too.

Nothing of them is seen outside, there is no default route and no DNS in them, and they go with the test.
"""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


class Host:
    """One computer: an interface `eth0` on the bridge, and loopback."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace
        self.within = ("ip", "netns", "exec", namespace)

    def add(self, address: str) -> None:
        """Give an address to the interface, to be used at once: nobody else can have it."""
        self.ip("address", "add", address, "dev", "eth0", *(["nodad"] if ":" in address else []))

    def ip(self, *arguments: str) -> None:
        """Run an ip command inside."""
        _ip("-n", self.namespace, *arguments)


@contextmanager
def network(*addresses: str) -> Iterator[tuple[Host, ...]]:
    """Give hosts with these addresses (with prefix length, such as 10.77.0.1/24) on one bridge."""
    mark = secrets.token_hex(3)
    hub = f"mark-{mark}-hub"
    hosts = tuple(Host(f"mark-{mark}-{number}") for number in range(len(addresses)))
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
def why_not() -> str:
    """Give why networks cannot be made here; empty if they can."""
    if not hasattr(os, "geteuid") or shutil.which("ip") is None:
        return "network namespaces need Linux with iproute2"
    if os.geteuid() != 0:
        return "network namespaces need root"
    try:
        with network("10.77.0.1/24") as (host,):
            subprocess.run([*host.within, "true"], capture_output=True, check=True)
    except subprocess.CalledProcessError as error:
        return f"this system makes no network namespaces: {error.stderr!r}"
    return ""


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], capture_output=True, check=True)
