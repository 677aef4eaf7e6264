"""How peers agree on one log: keys, events, rounds, dice, sealed bids, the session and the audit."""
