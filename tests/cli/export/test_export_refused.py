"""What is no notation of a game by the rules is refused with the line at fault; nothing else is raised."""

import io
import random

import pytest

from cli.errors import sentence
from cli.export.notation import NotationWriter
from cli.export.notation_reader import (
    MOST_BYTES,
    BehindEnd,
    LineDiffers,
    LineNotText,
    LineTooLong,
    MoveForbidden,
    NotationCut,
    NotationRefused,
    WordMissing,
    WordOutOfPlace,
    read_notation,
)
from p2p.genesis import VersionUnknown
from tests.cli.export.readings import decided_in_notation, notation_of, read_back
from tests.cli.export.test_export_notation import KEPT
from tests.p2p.gamebuilder import GameBuilder, whole_game
from tests.verify.games import any_game

TEXT = notation_of(KEPT.read_bytes())
LINES = TEXT.splitlines()
FIRST_TURN = LINES.index("1. @1 [CM] +Cy3") + 1
"""The number of its line."""


def refusal(old: str, new: str, text: str = TEXT) -> NotationRefused:
    """Give why the text is refused with a part of it changed."""
    assert text.count(old) == 1
    with pytest.raises(NotationRefused) as refused:
        read_back(text.replace(old, new), NotationWriter())
    told = sentence(refused.value)
    assert told is not None
    assert f"ine {refused.value.line} " in told
    return refused.value


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("1. @1 [CM] +Cy3", "1. @1 [CM] +Gy3", "T3"),
        ("2. @2 [MM] +My3 +My2", "2. @2 [MM] +My3 +Cy2", "T4"),
        ("5. @2 [MP] My3-t3", "5. @2 [MP] +My3", "A1"),
        ("5. @2 [MP] My3-t3", "5. @2 [MP] Mt1-r1=10", "A3"),
        ("(4,3,0)", "(31,3,0)", "B1"),
        ("(4,3,0)", "(4,3)", "B1"),
        ("(4,3,0)", "(4,3,-)", "B1"),
        ("@1=4 >Ly2", "@1=4 >Cy3", "B4"),
        ("3. @3 [CM]", "3. @3 remove:@2/@1@3 [CM] remove:@3/@1", "L2"),
        ("[CM] +My3", "[CM] resign:@1 +My3", "L1"),
    ],
)
def test_moves_against_a_rule_are_refused_with_its_name(old: str, new: str, rule: str) -> None:
    refused = refusal(old, new)
    assert isinstance(refused, MoveForbidden)
    assert (refused.rule, refused.line) == (rule, TEXT[: TEXT.index(old)].count("\n") + 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fee=5 [HC]", "fee=4 [HC]"),
        ("fee=5 [HC]", "[HC]"),
        ("Mt3-r5=10", "Mt3-r5=11"),
        ("Mt3-r5=10", "Gt3-r5=10"),
        ("Mt3-r5=10", "Mt3-r5=10 closed:r5"),
        ("@1=4 >", "@2=4 >"),
        ("@1=4 >", "@1=4/full >"),
        ("@1=4 >", ">"),
        ("[LG] pass", "[LG]"),
        ("1. @1 [CM] +Cy3", "1. @2 [CM] +Cy3"),
        ("12. @3", "13. @3"),
        ("end rolls @3 (30,20,51)", "end rows @3 (30,20,51)"),
        ("end rolls @3 (30,20,51)", "end rolls @1 (30,20,51)"),
        ("end rolls @3 (30,20,51)", "end rolls @3 (30,20,52)"),
        ("2. @2 [MM] +My3 +My2", "2. @2 [MM] +My3"),
        ("1. @1 [CM] +Cy3\n2. ", "1. @1 [CM] +Cy3 2. "),
    ],
)
def test_what_does_not_follow_is_refused(old: str, new: str) -> None:
    refused = refusal(old, new)
    assert isinstance(refused, LineDiffers)
    assert refused.line in (line := TEXT[: TEXT.index(old)].count("\n") + 1, line + 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1. @1 [CM] +Cy3", "1. @1 [CM] +Cy5"),
        ("1. @1 [CM] +Cy3", "1. @1 [CM] [CM] +Cy3"),
        ("1. @1 [CM] +Cy3", "1. @1 [MH] +Cy3"),
        ("1. @1 [CM] +Cy3", "1. @1 resign:@1 [CM] +Cy3"),  # which would stand in the brackets (L4)
        ("1. @1 [CM] +Cy3", "1. @1 [CM] Cy1-t4"),
        ("0. draw:@1", "0. draw:@4"),
        ("0. draw:@1", "0. draw:@1,resign:@3@2"),
        ("(4,3,0)", "(4,,3,0)"),
        ("(4,3,0)", "(4,3,0" + "0" * 5000 + ")"),
        ("end rolls", "*\nend rolls"),
        ('[fee "5"]', '[fee "05"]'),
        ('[fee "5"]', '[fee "-5"]'),
        ('[fee "5"]', '[fee "5 / 6"]'),
        ('[limit "2"]', '[limit "9"]'),
        ("10 11 12 13 14", "10 11 12 13"),
        ("10 11 12 13 14", "14 13 12 11 10"),
        ('[game "37', '[game "3'),
        ('"North"', '" North"'),
        ('"North"', '"North\x1b[2J"'),
        ('"North"', '"' + "N" * 25 + '"'),
    ],
)
def test_what_means_nothing_is_refused(old: str, new: str) -> None:
    assert isinstance(refusal(old, new), WordOutOfPlace | LineDiffers | MoveForbidden)


@pytest.mark.parametrize(
    ("beginning", "new"), [("0. draw:@1", "0. resign:@3\n*\n"), ("1. @1", "1. @1 resign:@1\n2. @2\n*\n")]
)
def test_who_resigns_in_the_round_of_a_draw_or_a_roll_stands_with_its_dice(beginning: str, new: str) -> None:
    """Rule L4: each line is what would be written of these moves, but no log holds them."""
    refused = refusal(TEXT[TEXT.index(beginning) :], new)
    assert isinstance(refused, WordOutOfPlace)
    assert refused.found.startswith("resign:")


@pytest.mark.parametrize("new", ["1. @1 [CM]  +Cy3", "1. @1 [CM] +Cy3 ", " 1. @1 [CM] +Cy3", ""])
def test_between_two_words_stands_one_space(new: str) -> None:
    assert isinstance(refusal("1. @1 [CM] +Cy3", new), WordMissing)


def test_nothing_follows_the_last_line() -> None:
    refused = refusal("(30,20,51)\n", "(30,20,51)\n\n")
    assert isinstance(refused, BehindEnd)
    assert refused.line == len(LINES) + 1


@pytest.mark.parametrize("number", range(len(LINES)))
def test_no_line_can_be_missing(number: int) -> None:
    with pytest.raises((NotationRefused, VersionUnknown)):
        read_back("\n".join(LINES[:number] + LINES[number + 1 :]), NotationWriter())


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_text_that_is_cut_is_refused_at_its_end(number: int) -> None:
    with pytest.raises(NotationCut) as refused:
        read_back("".join(f"{line}\n" for line in LINES[:number]), NotationWriter())
    assert refused.value.line == number + 1


def test_two_players_alone_cannot_remove_each_other() -> None:
    text = notation_of(whole_game(2, "alone").data())
    turn = next(line for line in text.splitlines() if line.startswith("2. "))
    refused = refusal(turn, f"{turn[:5]} remove:@2/@1", text)
    assert isinstance(refused, MoveForbidden)
    assert refused.rule == "L2"


def test_a_notation_of_another_version_is_not_judged() -> None:
    with pytest.raises(VersionUnknown, match="notation"):
        read_back(TEXT.replace("version 1.", "version 2."), NotationWriter())
    with pytest.raises(VersionUnknown, match="rules"):
        read_back(TEXT.replace("mark-1", "mark-2"), NotationWriter())


def test_line_ends_of_other_systems_are_taken() -> None:
    assert read_back(TEXT.replace("\n", "\r\n"), NotationWriter()) == TEXT
    assert read_back(TEXT.rstrip("\n"), NotationWriter()) == TEXT


def test_a_line_without_end_is_not_read_to_its_end() -> None:
    endless = io.BytesIO(TEXT.encode().replace(b"1. @1", b"1. " + b"x" * (3 * MOST_BYTES)))
    with pytest.raises(LineTooLong):
        list(read_notation(endless, NotationWriter()))
    assert endless.tell() < 2 * MOST_BYTES


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(LineNotText) as refused:
        list(read_notation(io.BytesIO(TEXT.encode().replace(b"1. @1", b"1. \xff")), NotationWriter()))
    assert refused.value.line == FIRST_TURN


@pytest.mark.parametrize("seed", range(300))
def test_a_changed_text_is_refused_or_is_the_text_of_another_game(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(TEXT if seed % 2 else notation_of(GameBuilder(4, f"{seed}").play(30).data()), "utf-8")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(data))
        data[at : at + chance.randint(0, 2)] = chance.choice(
            (b"", b"@2", b"1", b" ", b"\n", b"G", bytes([chance.randrange(256)]), bytes(data[at - 9 : at]))
        )
    try:
        written = "".join(read_notation(io.BytesIO(data), NotationWriter()))
    except (NotationRefused, VersionUnknown):
        return
    lines = bytes(data).removesuffix(b"\n").removesuffix(b"\r").replace(b"\r\n", b"\n")
    assert written.encode() == lines + b"\n"


@pytest.mark.parametrize("seed", range(200))
def test_words_of_other_turns_make_another_game_or_none(seed: int) -> None:
    """A word that is well formed is refused by the line where it fits no more, or the game is another one."""
    chance = random.Random(seed)
    text = notation_of(any_game(seed % 20).data())
    heading, _empty, turns = text.partition("\n\n")
    words = turns.split(" ")
    words[chance.randrange(len(words))] = chance.choice(words)
    changed = f"{heading}\n\n{' '.join(words)}"
    refused: NotationRefused | None = None
    try:
        written = read_back(changed, NotationWriter())
    except NotationRefused as error:
        refused = error
    if refused is not None:
        assert refused.line > heading.count("\n") + 2
        return
    assert written == changed
    assert changed == text or decided_in_notation(changed) != decided_in_notation(text)
