"""`mark export`: a game in forms that people and other programs read (docs/notation.md, docs/export.md)."""
