"""Sessions in memory under random schedules, against one insider who signs whatever comes to its mind.

Faults that were put back into `p2p`, one at a time, and the seeds of the suite (0 to 95) at which it fails
first, at 3 seats, and in brackets at 4:

- a keep counts as speaking (19.9): 2, 3, 17, 22
- a keep that names nothing of the liar makes a copy stand (8.8): 2, 3, 17, 22
- nobody confirms what it has settled (19.5): 75, (49), (85)
- what a bound voter rests on is not on the disk (19.11): 61

Beyond those seeds: who has voted is not bound (19.9): 1061, within 1000 to 1200.

Not found, so that only tests of their own in `tests/p2p` tell of them: a certificate is void by who speaks in
the very next round alone (19.9); ballots before the own past, after a lost log (8.18); no room for a ballot
beyond those that are held (8.1).
"""
