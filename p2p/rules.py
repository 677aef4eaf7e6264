"""The rules versions that this program can judge, each known by an id and the hash of its text.

The text is the rules chapter of protocol.md, between its two marker lines; a released version is
never taken out of this table, so old games stay judged.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

RULES_ID: Final = "mark-1"
"""The rules by which new games are played."""

RULES_HASH: Final = bytes.fromhex("00" * 32)
"""SHA-256 of the text of those rules."""

RULES_VERSIONS: Final[Mapping[str, bytes]] = MappingProxyType({RULES_ID: RULES_HASH})
"""The text's hash for each rules version that can be judged."""
