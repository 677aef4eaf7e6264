"""Golden bytes of protocol.md, chapter 17: `python -m tests.vectors` writes them, `--check` compares."""
