"""Chat as a person types and reads it."""

import asyncio

import pytest

from cli.chat_desk import LAST_LINES, ChatDesk
from cli.plain import PlainClient
from cli.words import _, set_language
from p2p.aside import ChatHeard
from p2p.chat import Unsaid
from p2p.chat_line import Line
from tests.cli.fakes import FakeConsole, FakePeer

NAMES = ("Ada", "Ben", "Cleo")


def desk() -> tuple[ChatDesk, FakePeer]:
    peer = FakePeer(3)
    return ChatDesk(peer, NAMES), peer


def play(peer: FakePeer, *typed: str) -> list[str]:
    console = FakeConsole(typed)
    asyncio.run(PlainClient(peer, console).play())
    return console.said


def line(seat: int, text: str) -> Line:
    return Line(seat, 0, text, bytes(64))


def test_what_is_typed_behind_say_is_said_as_it_was_typed() -> None:
    said = play(FakePeer(), "say Hello,  BEN   ", "SAY again")
    assert "[chat] Ada: Hello,  BEN" in said
    assert "[chat] Ada: again" in said


def test_both_languages_have_a_word_for_it() -> None:
    set_language("fr")
    said = play(FakePeer(), f"{_('say')} bonjour", "say salut")
    assert [one for one in said if one.startswith("[discussion] ")] == [
        "[discussion] Ada\N{NO-BREAK SPACE}: bonjour",
        "[discussion] Ada\N{NO-BREAK SPACE}: salut",
    ]


@pytest.mark.parametrize("typed", ["", "   ", "\x1b\u200b", "\t"])
def test_nothing_is_not_said(typed: str) -> None:
    chat, peer = desk()
    (answer,) = chat.say(typed)
    assert "say hello" in answer
    assert peer.lines == []


def test_what_cannot_be_seen_is_left_out_of_what_is_said() -> None:
    chat, peer = desk()
    assert chat.say("a\tb\u202e\x07c") == []
    assert [one.text for one in peer.lines] == ["a bc"]


UNSAID = {
    Unsaid.UNFIT: "That is too long: 200 characters can be said at once, and no more.",
    Unsaid.TOO_FAST: "Not said: you are too fast, wait a second.",
    Unsaid.SPENT: "Not said: your seat has said as much as it may in one game.",
    Unsaid.ALONE: "Not said: nobody is there, and enough is waiting to be said already.",
    Unsaid.OFF: "Not said: chat is off here.",
}


@pytest.mark.parametrize("reason", Unsaid)
def test_it_is_told_why_a_line_is_not_said(reason: Unsaid) -> None:
    told = UNSAID[reason]
    chat, peer = desk()
    peer.unsaid = reason
    assert chat.say("hello") == [told]
    set_language("fr")
    (french,) = chat.say("hello")
    assert french != told
    assert "{" not in french


def test_a_line_that_waits_is_told() -> None:
    class Lonely(FakePeer):
        def say(self, text: str) -> bool:
            assert text == "hello"
            return False

    assert play(Lonely(), "say hello").count("That is said as soon as another player is there.") == 1


def test_the_last_lines_are_shown_again() -> None:
    chat, peer = desk()
    assert "say hello" in chat.last()[0]
    peer.lines += [line(number % 3, f"line {number}") for number in range(50)]
    assert chat.last() == [
        f"[chat] {NAMES[number % 3]}: line {number}" for number in range(50 - LAST_LINES, 50)
    ]
    chat.mute((2,))
    assert all("Cleo" not in one for one in chat.last())
    assert len(chat.last()) == LAST_LINES


def test_hostile_text_is_cleaned_when_it_is_shown() -> None:
    chat, peer = desk()
    peer.lines.append(line(1, "\x1b]0;title\x07\u202eno\nline" + "x" * 1000))
    (shown,) = chat.last()
    assert shown.startswith("[chat] Ben: ]0;titlenoline")
    assert len(shown) == len("[chat] Ben: ") + 200


def test_who_is_muted_is_not_read_and_the_game_is_told_on() -> None:
    chat, _peer = desk()
    assert chat.mute((1, 0, 7, -1)) == ["You read nothing of Ben; they are not told."]
    assert chat.reads(ChatHeard(0, "x"))
    assert not chat.reads(ChatHeard(1, "x"))
    assert chat.mute((2,)) == ["You read nothing of Ben and Cleo; they are not told."]
    chat.unmute((1,))
    assert chat.reads(ChatHeard(1, "x"))
    assert not chat.reads(ChatHeard(2, "x"))
    assert chat.unmute(()) == ["You read everybody. To read no more of seat 3, type: mute 3"]
    assert chat.reads(ChatHeard(2, "x"))


def test_a_muted_seat_is_not_shown_in_the_plain_client() -> None:
    class Chatty(FakePeer):
        def say(self, text: str) -> bool:
            self.hear(line(1, "hear me"))
            self.hear(line(2, "and me"))
            return super().say(text)

    peer = Chatty(3)
    said = play(peer, "mute 2", "say hello")
    assert f"[chat] {peer.genesis.seats[2].name}: and me" in said
    assert not any("hear me" in one for one in said)
