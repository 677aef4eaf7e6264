"""A game as one page of HTML, for who trusts neither the players nor this program (`mark report`).

The page is read without a network and without a script. `snapshot` keeps the log still while it is read
twice: first whole, by the audit, whose verdict stands on top, while `course` sums up what the charts show;
then turn by turn, each written before the next one is made, so that a long game takes no more memory than a
short one. `facts`, `boards`, `proofs` and `turns` make plain values, `charts` draws with pygal, `page` fills
the templates with Jinja2. Only the last two need what the extra `report` installs.
"""
