"""Chat between real processes through pipes (protocol.md, chapter 21)."""

from pathlib import Path

import pytest

from p2p.frames import CHAT_NAME
from tests.e2e.processes import host, join, only_log, resume, running

pytestmark = pytest.mark.slow


def test_what_is_said_reaches_the_others_and_one_that_was_away(tmp_path: Path) -> None:
    with (
        running(*host(tmp_path / "a", 3)) as ann,
        running(*join(tmp_path / "b", (invite := ann.invite()), "Ben")) as ben,
        running(*join(tmp_path / "c", invite, "Cleo")) as cleo,
    ):
        for mark in (ann, ben, cleo):
            mark.type("ready")
        for mark in (ann, ben, cleo):
            mark.wait_for(lambda line: "to start" in line)
        ann.type("say Bonne chance à tous \x1b[2J\u202e!")
        for mark in (ann, ben, cleo):
            mark.wait_for(lambda line: line == "[chat] Host: Bonne chance à tous [2J!")
        cleo.kill()
        ben.type("say Cleo?")
        ann.wait_for(lambda line: line == "[chat] Ben: Cleo?")
        with running(*resume(tmp_path / "c")) as back:
            back.wait_for(lambda line: line == "[chat] Ben: Cleo?")
            back.type("chat")
            back.wait_for(lambda line: line.startswith("[chat] Host: Bonne"))
            back.type("mute 1 2 3")
            back.wait_for(lambda line: line.startswith("You read nothing of"))
            back.type("say I am here again")
            for mark in (ann, ben):
                mark.wait_for(lambda line: line == "[chat] Cleo: I am here again")
        kept = [(only_log(tmp_path / seat).parent / CHAT_NAME).stat().st_size for seat in "ab"]
        assert kept[0] == kept[1] > 200
        assert b"chance" not in only_log(tmp_path / "a").read_bytes()
