"""The rules versions that this program can judge, each known by an id and the hash of its text.

The text is chapter 15 of protocol.md, between its two marker lines; a released version is
never taken out of this table, so old games stay judged.
"""

from types import MappingProxyType
from typing import Final

RULES_ID: Final = "mark-1"
"""The rules by which new games are played."""

RULES_HASH: Final = bytes.fromhex("0aa014e086ffc6547b4713d39402b64f416aaa1bde89f6b213ec7802f38c394c")
"""SHA-256 of the text of those rules (clause 6.8)."""

RULES_VERSIONS: Final = MappingProxyType({RULES_ID: RULES_HASH})
"""The text's hash for each rules version that can be judged."""
