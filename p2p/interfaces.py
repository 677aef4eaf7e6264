"""Which addresses this computer has on its networks, by the ifaddr package (the one door to it)."""

import ipaddress


def own_addresses() -> tuple[str, ...]:
    """Give the numeric addresses that others can reach, IPv4 first; the loopback one if there is none.

    Link-local IPv6 addresses are left out: they mean nothing without the name of an interface.
    """
    import ifaddr  # noqa: PLC0415  # loads ctypes; only a host or a guest needs it

    found: list[str] = []
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            text = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            address = ipaddress.ip_address(text.partition("%")[0])
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                found.append(str(address))
    found.sort(key=lambda text: (":" in text, text))
    return tuple(dict.fromkeys(found)) or ("127.0.0.1",)
