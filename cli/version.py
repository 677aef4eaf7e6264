"""`mark --version`: which program, protocol and rules these are."""

from importlib.metadata import PackageNotFoundError, version

from cli.words import _
from p2p.hashing import PROTOCOL_VERSION
from p2p.rules import RULES_ID


def run() -> int:
    """Print the versions on one line."""
    try:
        program = version("mark-p2p")
    except PackageNotFoundError:
        program = _("not installed")
    text = _("mark {version} (protocol {protocol}, rules {rules})")
    print(text.format(version=program, protocol=PROTOCOL_VERSION, rules=RULES_ID))
    return 0
