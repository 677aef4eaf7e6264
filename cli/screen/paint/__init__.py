"""Painters: view models in, lines of spans out, none wider than asked for; nothing else is read."""
