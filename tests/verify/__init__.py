"""Two auditors that share no line, the program's and docs/verify, over logs of all kinds: they must agree."""
