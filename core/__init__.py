"""The game of MARK and nothing else: rules, state and legality, with no I/O, clock or chance."""
