"""`mark replay` in lines: through a pipe, as a listing, and what it says where there is nothing to replay."""

import asyncio
import io
import os
import re
from pathlib import Path

import pytest

from cli.folders import WATCHED_NAME, identity_path
from cli.identity import load_identity
from cli.main import main
from cli.replay import own_seat
from cli.replay_plain import PlainReplay
from core.ruleset import Ruleset
from p2p.chat_file import ChatFile
from p2p.chat_line import sign_line
from p2p.entropy import seeded_entropy
from p2p.event import EventKind
from p2p.frames import LOG_MAGIC
from p2p.genesis import SeatEntry, make_genesis
from p2p.keys import SigningKey
from p2p.tape import Tape
from p2p.watcher import WATCHED_FOLDER
from tests.cli.fakes import FakeConsole
from tests.p2p.gamebuilder import GameBuilder, log_bytes, proof_body, proof_bytes, whole_game
from tests.p2p.watching import equivocate

RULES = Ruleset(rows_to_end=1, most_rolls=40)
COMPLETE = "Audit: complete. The game was played by the rules, and every key answers for it."

Run = tuple[int, list[str], str]


class Replay:
    """Runs the command on logs in a folder of the test, with what is typed in a pipe."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.folder, self.capsys, self._monkeypatch = folder, capsys, monkeypatch

    def save(self, data: bytes, name: str = "game.mark") -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return str(path)

    def __call__(self, *arguments: str, typed: str = "") -> Run:
        reading, writing = os.pipe()
        os.write(writing, typed.encode())
        os.close(writing)
        keep = os.dup(0)
        os.dup2(reading, 0)
        os.close(reading)
        try:
            code = main(["replay", *arguments, "--data", str(self.folder / "data")])
        finally:
            os.dup2(keep, 0)
            os.close(keep)
        captured = self.capsys.readouterr()
        return code, captured.out.splitlines(), captured.err


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Replay:
    return Replay(tmp_path, capsys, monkeypatch)


@pytest.fixture(scope="module")
def game() -> GameBuilder:
    return whole_game(3, "replay", RULES)


def numbers(lines: list[str]) -> list[int]:
    return [int(line[:5]) for line in lines if line[:5].strip().isdigit()]


def test_an_empty_input_gets_the_whole_game_and_the_verdict(replay: Replay, game: GameBuilder) -> None:
    code, lines, err = replay(replay.save(game.data()), "--plain")
    assert (code, err) == (0, "")
    assert sorted(set(numbers(lines))) == list(range(len(game.rounds)))
    assert lines[-1] == COMPLETE


def test_a_listing_holds_just_the_rounds_that_are_named(replay: Replay, game: GameBuilder) -> None:
    _code, whole, _err = replay(replay.save(game.data()), "--plain")
    code, lines, _err = replay(replay.save(game.data()), "--from", "7", "--to", "12")
    assert code == 0
    assert lines[1:-1] == [line for line in whole if line[:5].strip().isdigit() and 7 <= int(line[:5]) <= 12]
    assert lines[-1] == COMPLETE


def test_a_turn_is_listed_from_its_start_to_that_of_the_next(replay: Replay, game: GameBuilder) -> None:
    path = replay.save(game.data())
    told = []
    for turn in range(1, 6):
        _code, lines, _err = replay(path, "--turn", str(turn))
        told += numbers(lines)
        assert "rolls" in lines[1]
    assert sorted(set(told)) == list(range(2, max(told) + 1))


@pytest.mark.parametrize("place", [("--from", "100000"), ("--turn", "100000"), ("--turn", "0")])
def test_a_place_that_is_not_in_the_log_is_refused(
    replay: Replay, game: GameBuilder, place: tuple[str, str]
) -> None:
    code, lines, err = replay(replay.save(game.data()), *place)
    assert code == 1
    assert f"it has {len(game.rounds)} rounds" in err
    assert err.count("\n") == 1
    assert lines == []


def test_a_last_round_before_the_first_is_refused(replay: Replay, game: GameBuilder) -> None:
    path = replay.save(game.data())
    code, lines, err = replay(path, "--from", "5", "--to", "4")
    told = "There is nothing to show: --to 4 comes before round 5, where this begins.\n"
    assert (code, lines, err) == (1, [], told)
    assert replay(path, "--from", "5", "--to", "5")[0] == 0


def test_typed_words_and_their_numbers_lead_through_the_game(replay: Replay, game: GameBuilder) -> None:
    path = replay.save(game.data())
    typed = "next\n\n1\nback\nround 9\n5 9\nturn\nturn back\nroll 3\nend\nnext\nstart\nquit\nnext\n"
    code, lines, _err = replay(path, "--plain", typed=typed)
    assert code == 0
    assert numbers(lines[2:5]) == [0, 1, 1]
    places = [line.partition(",")[0] for line in lines if line.startswith("Round ")]
    assert places.count("Round 9") >= 2
    assert places[0] == places[-1] == "Round 0"
    assert lines[-2] == COMPLETE
    assert places[-2] == f"Round {len(game.rounds)}"


def test_bids_are_told_when_they_are_opened_and_not_before(replay: Replay, game: GameBuilder) -> None:
    _code, lines, _err = replay(replay.save(game.data()), "--plain", typed="auction\nnext\nboard\nnext\n")
    where, sealed = lines[2:4]
    assert where.endswith("a bid.")
    assert sealed.endswith("All bids are in, still sealed.")
    shown = next(number for number, line in enumerate(lines) if "The bids are shown" in line)
    assert shown > next(number for number, line in enumerate(lines) if "market" in line)


def test_the_board_the_table_and_a_roll_are_shown_as_they_were(replay: Replay, game: GameBuilder) -> None:
    path = replay.save(game.data())
    _code, lines, _err = replay(
        path, "--plain", typed="roll 4\nboard\ntable\nfair\nfair 2\nfair 400\nhelp\nx\n"
    )
    text = "\n".join(lines)
    assert "Roll 4, " in text
    assert "The bank holds" in text
    assert "Roll 4, in round" in text
    assert "Roll 2, in round" in text
    assert "There is no roll 400 yet." in text
    assert " 1  next " in text
    assert lines[-1] == "Type help for what can be typed."


def test_bids_and_result_are_told_in_lines_as_on_the_screen(replay: Replay, game: GameBuilder) -> None:
    path = replay.save(game.data())
    _code, lines, _err = replay(path, "--plain", typed="bids\nend\nbids\nstart\nresult\n")
    assert lines[2] == "There has been no auction yet."
    assert any(re.search(r" sealed \$\d+ in round \d+; the commitment is ", line) for line in lines[3:])
    told = next(number for number, line in enumerate(lines) if line.startswith("The game is over, since"))
    assert lines[told + 1].startswith("E")
    assert lines[told + 2 + len(game.genesis.seats)].startswith("Money at the start and after each quarter")
    cut = replay.save(game.data()[:2000], "cut.mark")
    assert "The game is not over." in replay(cut, "--plain", typed="result\n")[1]


def test_an_unfinished_game_plays_to_where_it_stands(replay: Replay) -> None:
    game = GameBuilder(2, "open", RULES).play(12)
    code, lines, _err = replay(replay.save(game.data()), "--plain")
    assert code == 3
    assert max(numbers(lines)) == 11
    assert lines[-1].startswith("Audit: unfinished. The game is not over: round 12 awaits")


def test_a_cut_log_plays_to_the_cut(replay: Replay, game: GameBuilder) -> None:
    code, lines, _err = replay(replay.save(game.data()[:2000]), "--plain")
    assert code == 3
    assert lines[-1].startswith("Audit: unfinished.")
    assert numbers(lines)


def test_a_broken_log_plays_to_the_fatal_finding_and_says_so(replay: Replay, game: GameBuilder) -> None:
    bodies = game.bodies()
    code, lines, _err = replay(replay.save(log_bytes([*bodies[:9], *bodies[10:]])), "--plain")
    assert code == 4
    assert max(numbers(lines)) == 7
    assert lines[-1].startswith("Audit: broken. The ")


def test_damage_in_the_middle_is_told_with_its_place(replay: Replay, game: GameBuilder) -> None:
    data = bytearray(game.data())
    data[len(data) // 2] ^= 1
    code, lines, _err = replay(replay.save(bytes(data)), "--plain")
    assert code == 4
    assert 0 < max(numbers(lines)) < len(game.rounds) - 1
    assert "at byte " in lines[-1]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "There is nothing in it"),
        (b"nonsense and more", "This is no log of a game"),
        (LOG_MAGIC + b"\x09", "format 9, which this program does not know"),
    ],
)
def test_what_holds_no_game_is_one_sentence(replay: Replay, data: bytes, said: str) -> None:
    path = replay.save(data)
    code, lines, err = replay(path, "--plain")
    assert (code, lines) == (6, [])
    assert err.startswith(f"{path}: ")
    assert said in err
    assert err.count("\n") == 1


def test_a_proof_is_no_game(replay: Replay) -> None:
    game = GameBuilder(3, "fork", RULES)
    path = replay.save(proof_bytes(game.genesis, *equivocate(game)))
    code, _lines, err = replay(path)
    assert code == 1
    assert "is a proof and no log of a game" in err


def test_games_of_this_computer_are_found_by_their_ids(replay: Replay) -> None:
    data = replay.folder / "data"
    one, other = GameBuilder(2, "one", RULES).play(5), GameBuilder(2, "other", RULES).play(6)
    replay.save(one.data(), "data/games/aa11/game.mark")
    watched = replay.save(other.data(), f"data/{WATCHED_NAME}/ab22/game.mark")
    os.utime(data / "games/aa11/game.mark", (1, 1))
    for wanted, rounds in (("AA", 5), ("ab", 6), (str(data / "games/aa11"), 5), (watched, 6)):
        assert max(numbers(replay(wanted, "--plain")[1])) == rounds - 1
    assert max(numbers(replay("--plain")[1])) == 5
    assert "aa11, ab22" in replay("a")[2]
    assert "There is no log zz" in replay("zz")[2]
    assert "is no file" in replay(str(data))[2]


def test_without_any_game_here_it_says_so(replay: Replay) -> None:
    code, lines, err = replay()
    assert (code, lines) == (1, [])
    assert "There is no game in" in err


def test_a_played_game_wins_over_the_same_one_watched(replay: Replay) -> None:
    game = GameBuilder(2, "both", RULES).play(5)
    replay.save(game.copy().data(), "data/games/aa11/game.mark")
    replay.save(game.play(3).data(), f"data/{WATCHED_NAME}/aa11/game.mark")
    assert max(numbers(replay("aa11", "--plain")[1])) == 4


def test_the_folder_of_watched_games_is_the_one_that_watching_fills() -> None:
    assert WATCHED_NAME == WATCHED_FOLDER


def test_a_game_is_told_in_french(replay: Replay, game: GameBuilder) -> None:
    path = replay.save(game.data())
    _code, lines, _err = replay(path, "--lang", "fr", typed="suivant\naide\nquitter\n")
    assert any(line.startswith(" 1  suivant") for line in lines)


def test_a_seat_that_the_game_does_not_have_is_refused(replay: Replay, game: GameBuilder) -> None:
    code, lines, err = replay(replay.save(game.data()), "--seat", "4")
    assert (code, lines) == (1, [])
    assert "this game has 3" in err


def test_a_log_that_convicts_a_player_plays_to_its_end(replay: Replay) -> None:
    game = GameBuilder(3, "fork", RULES)
    proof = proof_body(*equivocate(game))
    number = game.log.round_number
    bodies = game.play().bodies()
    path = replay.save(log_bytes([*bodies[: number + 1], proof, *bodies[number + 1 :]]))
    code, lines, _err = replay(path, "--plain")
    assert code == 5
    assert sorted(set(numbers(lines))) == list(range(len(game.rounds)))
    assert lines[-1].startswith("Audit: fork. ")


def test_seats_that_resign_and_are_removed_are_told(replay: Replay) -> None:
    game = GameBuilder(4, "gone", RULES).play(6)
    game.resign(0)
    game.play(9).play_to(EventKind.LINK)
    absent = next(seat for seat in game.log.state.active if seat != game.log.state.roller)
    game.remove([absent])
    number = game.log.round_number - 1
    code, lines, _err = replay(replay.save(game.play().data()), "--plain")
    assert code == 0
    assert any("resigns." in line for line in lines)
    assert f"{number:>5}  " in next(line for line in lines if "have voted to remove" in line)


@pytest.mark.parametrize("patient", [True, False])
def test_only_a_pipe_without_a_line_is_answered_with_the_whole_game(game: GameBuilder, patient: bool) -> None:
    """Who ends the input at a terminal wants to leave."""
    console = FakeConsole([], patient=patient)
    replay = PlainReplay(Tape(io.BytesIO(game.data())), Path("game.mark"), console.say)
    asyncio.run(replay.talk(console))
    assert (COMPLETE in console.said) == patient


def test_what_was_said_can_be_read_in_lines_too(replay: Replay, game: GameBuilder) -> None:
    path = replay.save(game.data())
    line = sign_line(game.genesis.game_id, 0, 0, "well played", game.players[0].key)
    chat = ChatFile(Path(path).parent)
    chat.open()
    chat.keep([line])
    chat.close()
    _code, lines, _err = replay(path, "--plain", typed="chat\n")
    assert lines[-1].endswith(": well played")


def test_what_a_log_awaits_has_its_article_in_french(replay: Replay) -> None:
    path = replay.save(GameBuilder(2, "a", RULES).play_to(EventKind.ACTION).data())
    code, lines, _err = replay(path, "--plain", "--to", "0", "--lang", "fr")
    assert code == 3
    assert re.search(r"la manche \d+ attend l'action \(\w+\)\.", lines[-1])


def test_dice_that_are_not_made_yet_are_not_shown_unasked(replay: Replay, game: GameBuilder) -> None:
    path = replay.save(game.data())
    _code, lines, _err = replay(path, "--plain", typed="fair\nround 2\nfair\n")
    assert lines[2] == "There is no roll 0 yet."
    assert any(line.startswith("Roll 0, in round 1 ") for line in lines[3:])


def test_a_game_is_seen_from_the_own_seat_where_there_is_one(tmp_path: Path) -> None:
    own = load_identity(tmp_path, seeded_entropy("own"))
    others = [SigningKey(bytes([number]) * 32).public for number in range(3)]
    entries = [
        SeatEntry(f"Seat {number}", key, bytes([number]) * 32, bytes([number]) * 32)
        for number, key in enumerate((*others, own.key.public))
    ]
    genesis = make_genesis(RULES, bytes(32), entries)
    assert genesis.seats[own_seat(tmp_path, genesis)].key == own.key.public
    assert own_seat(tmp_path / "nobody", genesis) == 0
    assert own_seat(tmp_path, GameBuilder(2).genesis) == 0
    identity_path(tmp_path).write_bytes(b"spoilt")
    assert own_seat(tmp_path, genesis) == 0
