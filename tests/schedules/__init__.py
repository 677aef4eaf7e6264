"""Sessions in memory under random schedules, against one insider who signs whatever comes to its mind.

Faults that were put back into `p2p`, one at a time, and a seed at which it fails, at 3 seats, and in brackets
at 4:

- a keep that names nothing of the liar makes a copy stand (8.8): 105, (0)
- who has voted shows the head after the events before it has spoken over them (19.5): 345
- who has lost its log settles rounds another way than it had (8.18): 81
- who comes back from an older copy of its folder does not wait for the others' answers (8.16): 8, (4)

Not found in the first hundred seeds at least, so that tests of their own in `tests/p2p` tell of them: a
certificate is void by who speaks in the very next round alone (19.9); no room for a ballot beyond those that
are held (8.1); who has voted is not bound (19.9); nobody confirms what it has settled (19.5); a seat resigns
where it has voted (19.17); ballots before the own past (8.18).

Now and then a seat comes back from an older copy of its whole folder (`copies`). What it has signed since,
it must not contradict if any honest seat had heard of it for whose answer it has to wait (8.16). A run ends
where it contradicts anything else, since no more is promised (16.2); such runs are counted.
"""
