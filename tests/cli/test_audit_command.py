"""`mark audit` as it is called: exit codes, the facts in both forms, folders, and words for everything."""

import json
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from cli import audit
from cli.audit_words import event_word, verdict_word
from cli.finding_words import tell_finding
from cli.main import main
from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.event import EventKind, EventRefused
from p2p.frames import CHAT_MAGIC, JOURNAL_MAGIC, LOG_MAGIC, frame, header
from p2p.judge import WrongLink
from p2p.roll_inputs import roll_inputs
from p2p.verdict import Fault, Finding, Verdict
from tests.p2p.gamebuilder import GameBuilder, log_bytes, proof_bytes, round_body, whole_game
from tests.vectors.corpus import CORPUS

ESCAPE = "\x1b]0;owned\x07"


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str]:
    code = main(["audit", "--lang", "en", *map(str, args)])
    out, err = capsys.readouterr()
    assert err == ""
    return code, out


def run_json(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, Any]:
    code, out = run(capsys, "--json", *args)
    return code, json.loads(out)


def two_bids() -> tuple[GameBuilder, GameBuilder]:
    """Give one game twice, that parts where seat 1 commits to two bids."""
    one = GameBuilder(3, "fork", Ruleset(most_rolls=60)).play_to(EventKind.COMMITMENT)
    other = one.copy()
    one.play_round({1: one.commit(1, 0)})
    other.play_round({1: other.commit(1, 1)})
    return one.play(), other.play()


def _complete() -> bytes:
    return whole_game(3, "a").data()


def _resigned() -> bytes:
    game = GameBuilder(3, "notes", Ruleset(most_rolls=20)).play(4)
    game.resign(1)
    return game.play().data()


def _waiting() -> bytes:
    return GameBuilder(2, "a").play(5).data()


def _sealing() -> bytes:
    game = GameBuilder(3, "a").play_to(EventKind.SEAL)
    return log_bytes([*game.bodies(), round_body([game.awaited()[1]])])


def _cut() -> bytes:
    return _complete()[:-9]


def _damaged() -> bytes:
    data = bytearray(_complete())
    data[len(data) // 2] ^= 4
    return bytes(data)


def _refused() -> bytes:
    game = GameBuilder(2, "a").play(1)
    events = game.awaited({1: game.sign(1, EventKind.LINK, (bytes(32),))})
    return log_bytes([*game.bodies(), round_body(list(events.values()))])


def _proof() -> bytes:
    one, other = two_bids()
    number = next(
        n for n, pair in enumerate(zip(one.rounds, other.rounds, strict=False)) if pair[0] != pair[1]
    )
    return proof_bytes(one.genesis, one.rounds[number][1], other.rounds[number][1])


def _reused() -> bytes:
    game = GameBuilder(2, "0", Ruleset(most_rolls=80), "cautious")
    while game.log.expects is not None:
        bidding = game.log.expects.kind is EventKind.COMMITMENT
        game.play_round({1: game.commit(1, 0, nonce=b"n" * 32)} if bidding else {})
    return game.data()


LOGS: dict[Verdict, tuple[Callable[[], bytes], ...]] = {
    Verdict.COMPLETE: (_complete, _resigned, _reused),
    Verdict.UNFINISHED: (_waiting, _sealing, _cut),
    Verdict.BROKEN: (_damaged, _refused),
    Verdict.FORK: (_proof,),
    Verdict.CANNOT_JUDGE: (bytes, lambda: header(LOG_MAGIC), lambda: b"something else"),
}


@pytest.mark.parametrize(
    ("verdict", "make"), [(verdict, make) for verdict, makes in LOGS.items() for make in makes]
)
def test_both_forms_have_one_verdict_one_exit_code_and_the_same_facts(
    verdict: Verdict, make: Callable[[], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.mark"
    path.write_bytes(make())
    code, text = run(capsys, path)
    json_code, document = run_json(capsys, path)
    [log] = document["logs"]
    assert code == json_code == document["exit_code"] == verdict
    assert document["verdict"] == log["verdict"] == verdict.name.lower().replace("_", " ")
    first, *lines = text.splitlines()
    assert first == f"{path}: {verdict_word(verdict)}"
    if log["findings"]:
        assert lines[0].strip() == tell_finding(_first_finding(path), audit_log(path.read_bytes()))
    for fact in facts(log):
        assert fact in text


def _first_finding(path: Path) -> Finding:
    return audit_log(path.read_bytes()).findings[0]


NOT_PROVEN = {
    "who played": "Who the players are",
    "no collusion": "That the players kept their plans to themselves",
    "when": "When it was played",
    "no other copy": "That there is no other copy",
    "absence": "That the removed were gone",
    "other signatures": "That the other signatures are intact",
}


def facts(log: dict[str, Any]) -> Iterator[str]:
    """Give what a log's JSON says, as its text must say it too."""
    names = [seat["name"] for seat in log["seats"]]
    for finding in log["findings"]:
        # A sentence about the start of the game names no byte.
        yield str((log["game"] and finding["offset"]) or "")
        yield names[finding["seat"]] if finding["seat"] is not None else ""
    for conviction in log["convictions"]:
        yield f"{names[conviction['seat']]} is convicted"
        yield from (event["id"] for event in conviction["events"])
    if log["game"]:
        yield from _facts_of_game(log)
        yield f"Signatures: {log['signatures']} w" if log["rounds"] or log["convictions"] else ""
    if log["game"] and not log["proof_file"]:
        yield from _facts_of_checks(log)
        yield from _facts_of_play(log, names)


def _facts_of_game(log: dict[str, Any]) -> Iterator[str]:
    for seat in log["seats"]:
        yield f"{seat['name']}, key {seat['key']} ({' '.join(seat['words'])})"
    yield log["game"]
    yield f"{log['rules']}, of hash {log['rules_hash']}, by version {log['protocol']} of the protocol"
    for name, value in log["ruleset"].items():
        yield name if name == "amounts" else f"{name} {value}"


def _facts_of_checks(log: dict[str, Any]) -> Iterator[str]:
    counts = ", ".join(f"{name}: {log[name]}" for name in ("rounds", "events", "rolls", "auctions"))
    yield counts.capitalize()
    yield "which is every one" if log["every_signature"] else "the last one of a seat"
    yield f"Bids: {log['bids']} in {log['auctions']} auction" if log["bids"] else ""
    yield from (NOT_PROVEN[what] for what in log["not_proven"])
    for roll in log.get("every_roll", ()):
        yield f"Roll {roll['index']}, round {roll['round']}, of {roll['links']} link"
    for auction in log.get("every_auction", ()):
        yield f"Auction {auction['index']}, round {auction['round']}, {auction['material']}: "


def _facts_of_play(log: dict[str, Any], names: list[str]) -> Iterator[str]:
    for left in log["resigned"]:
        yield f"{names[left['seat']]} resigned in round {left['round']}."
    for reused in log["reused_nonces"]:
        first, second = reused["rounds"]
        yield f"{names[reused['seat']]} sealed its bids of rounds {first} and {second}"
    for removal in log["removed"]:
        yield f"in round {removal['round']} by their votes"
        yield from (names[seat] for seat in removal["seats"] + removal["voters"])
    if log["result"]:
        yield from (f"{name} ${money:,}" for name, money in zip(names, log["result"]["money"], strict=True))
        yield from (f"{rule}: " for rule in log["result"]["rules"])
    if log["awaits"]:
        yield log["awaits"]["event"]
        yield from (names[seat] for seat in log["awaits"]["seats"])


def test_a_fork_between_two_logs_is_told_with_its_author(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = two_bids()
    (tmp_path / "a.mark").write_bytes(one.data())
    (tmp_path / "b.mark").write_bytes(other.data())
    code, text = run(capsys, tmp_path / "a.mark", tmp_path / "b.mark")
    json_code, document = run_json(capsys, tmp_path / "a.mark", tmp_path / "b.mark")
    assert code == json_code == document["exit_code"] == Verdict.FORK
    assert [log["verdict"] for log in document["logs"]] == ["complete", "complete"]
    [game] = document["games"]
    assert game["relation"] == "fork"
    parting = game["others"][0]["parting"]
    name = document["logs"][0]["seats"][1]["name"]
    assert parting["differing"] == [1]
    assert f"part in round {parting['round']}, where {name} differ" in text
    assert f"{name} is convicted" in text
    assert all(head in text for head in parting["heads"])
    assert text.splitlines()[-1] == "2 logs: fork"


def test_a_folder_stands_for_its_logs_and_proofs_and_never_for_what_lies_beside_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "games" / "one"
    game.mkdir(parents=True)
    (game / "game.mark").write_bytes(_complete())
    (game / "private.mark").write_bytes(b"secret")
    (game / "copy-of-private.mark").write_bytes(header(JOURNAL_MAGIC) + frame(b"secret"))
    (game / "chat.mark").write_bytes(b"hello")
    (game / "copy-of-chat.mark").write_bytes(header(CHAT_MAGIC) + frame(b"hello"))
    (game / "notes.txt").write_text("nothing")
    code, document = run_json(capsys, tmp_path)
    assert (code, [Path(log["path"]).name for log in document["logs"]]) == (0, ["game.mark"])
    (game / "proof-seat-1.mark").write_bytes(_proof())
    code, document = run_json(capsys, tmp_path)
    assert (code, len(document["logs"])) == (Verdict.FORK, 2)
    assert "secret" not in json.dumps(document)


def test_all_copies_of_one_game_and_a_proof_in_one_folder_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Clause 13.5: each copy beside the longest one, and the proof by itself."""
    one, other = two_bids()
    for name, data in {
        "ada": one.data(),
        "ben": one.data(),
        "cleo": log_bytes(one.bodies()[:4]),
        "dan": other.data(),
        "proof": _proof(),
    }.items():
        (tmp_path / f"{name}.mark").write_bytes(data)
    code, document = run_json(capsys, tmp_path)
    _, text = run(capsys, tmp_path)
    longest = max((one, other), key=lambda game: len(game.rounds))
    assert code == Verdict.FORK
    assert [log["proof_file"] for log in document["logs"]] == [False] * 4 + [True]
    [game] = document["games"]
    assert game["game"] == one.genesis.game_id.hex()
    relations = [compared["relation"] for compared in game["others"]]
    assert sorted(relations) == (["fork", "prefix", "same"] if longest is one else ["fork", "fork", "prefix"])
    convicted = {
        c["seat"] for beside in game["others"] if beside["parting"] for c in beside["parting"]["convictions"]
    }
    assert convicted == {1}
    assert f"{tmp_path}/cleo.mark is the beginning of" in text
    assert text.splitlines()[-2:] == ["3 complete, 1 unfinished, 1 fork", "5 logs: fork"]


def test_two_copies_that_fork_from_each_other_alone_are_told_beside_each_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Clauses 13.5 and 19.13."""
    paths = sorted((CORPUS / "together").glob("removed-twice-?.mark"))
    code, text = run(capsys, *paths)
    assert code == Verdict.FORK
    told = text.splitlines()
    at = told.index(f"{paths[1]} and {paths[2]} are of one game and part in round 9.")
    assert told[at + 2] == (
        "  Cleo and Ada removed Ben in round 9 by their votes; Ben had last spoken in round 8."
    )
    assert told[at + 3].startswith("  Some who voted have gone on in the other copy too")
    _, document = run_json(capsys, *paths)
    found = [(other["log"], other["beside"], other["relation"]) for other in document["games"][0]["others"]]
    assert found == [(1, 0, "outranked"), (2, 1, "fork")]


def test_an_empty_log_in_a_folder_is_not_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.mark").write_bytes(_complete())
    (tmp_path / "b.mark").write_bytes(b"")
    assert run(capsys, tmp_path)[0] == Verdict.CANNOT_JUDGE


@pytest.mark.parametrize("kind", ["missing", "empty folder", "loop", "pipe"])
def test_what_cannot_be_read_is_told_in_one_sentence(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "it"
    if kind == "empty folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "pipe":
        path = Path("/dev/null")
    code, text = run(capsys, path)
    head, sentence = text.splitlines()
    assert (code, head) == (Verdict.CANNOT_JUDGE, f"{path}: cannot judge")
    assert sentence.endswith((".", ".)"))
    json_code, document = run_json(capsys, path)
    assert (json_code, document["logs"][0]["findings"][0]["finding"]) == (code, "unreadable")


def test_why_the_system_refuses_is_told_in_the_language_in_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / ("x" * 300)
    assert main(["audit", "--lang", "fr", str(path)]) == Verdict.CANNOT_JUDGE
    assert "nom trop long" in capsys.readouterr().out


def test_a_log_that_vanishes_between_search_and_reading_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gone.mark").symlink_to(tmp_path / "nowhere")
    code, text = run(capsys, tmp_path)
    assert code == Verdict.CANNOT_JUDGE
    assert "gone.mark: cannot judge" in text


def test_nothing_to_audit_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--lang", "en"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_no_foreign_text_reaches_the_screen_raw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"game{ESCAPE}.mark"
    path.write_bytes(_complete().replace(b"Ada", b"A\x1ba"))
    for form in ((), ("--json",)):
        out = run(capsys, path, *form)[1]
        assert "\x1b" not in out
        assert "\\u001b" not in out


def test_a_roll_is_shown_with_all_that_it_is_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.mark"
    path.write_bytes(_complete())
    for index in (0, 2):
        shown = roll_inputs(_complete(), index)
        assert shown is not None
        code, text = run(capsys, path, "--roll", index)
        _, document = run_json(capsys, path, "--roll", index)
        roll = document["logs"][0]["roll"]
        assert (code, roll["index"], tuple(roll["results"])) == (0, index, shown.results)
        for block in shown.blocks:
            assert block.data.hex() in text
            assert [block.data.hex(), block.digest.hex()] in [
                [one["input"], one["sha256"]] for one in roll["hashes"]
            ]
        for link in shown.links:
            assert link.link.hex() in text
            assert link.hashed.hex() in text


def test_a_roll_that_was_not_made_is_an_error_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.mark"
    path.write_bytes(_complete())
    code, text = run(capsys, path, "--roll", 99)
    assert code == 1
    assert "There is no roll 99 in it." in text
    assert run_json(capsys, path, "--roll", 99)[0] == 1
    path.write_bytes(_damaged())
    assert run(capsys, path, "--roll", 99)[0] == Verdict.BROKEN
    assert main(["audit", "--lang", "en", str(path), "--roll", "-1"]) == 2


def test_every_signature_is_checked_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = whole_game(2, "a")
    first = game.rounds[2][0]
    game.rounds[2] = (first._replace(signature=first.signature[::-1]), *game.rounds[2][1:])
    path = tmp_path / "game.mark"
    path.write_bytes(game.data())
    assert run(capsys, path)[0] == Verdict.COMPLETE
    assert run(capsys, path, "--every-signature")[0] == Verdict.BROKEN


@pytest.mark.parametrize("fault", Fault)
def test_every_finding_has_a_sentence(fault: Fault) -> None:
    report = audit_log(_waiting())
    for kind, seat in ((None, None), (EventKind.LINK, 0), (EventKind.LINK, 3)):
        for error in (
            ("protocol", "WrongHead") if fault is not Fault.VERSION_UNKNOWN else ("protocol", "rules")
        ):
            finding = Finding(fault, 7, 3, seat, kind, error, ESCAPE, signed=True)
            text = tell_finding(finding, report)
            assert text.endswith((".", ")"))
            assert "{" not in text
            assert "\x1b" not in text


def _subclasses(kind: type[EventRefused]) -> Iterator[type[EventRefused]]:
    for one in kind.__subclasses__():
        yield one
        yield from _subclasses(one)


def test_every_refusal_of_an_event_has_words() -> None:
    report = audit_log(_waiting())
    kinds = list(_subclasses(EventRefused))
    assert WrongLink in kinds
    for error in kinds:
        finding = Finding(Fault.EVENT_REFUSED, 7, 3, 0, EventKind.LINK, error.__name__, "T3", signed=False)
        assert error.__name__ not in tell_finding(finding, report)
    assert len({event_word(kind) for kind in EventKind}) == len(EventKind)
    assert len({verdict_word(verdict) for verdict in Verdict}) == len(Verdict)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("step", "shown"), [(1.0, True), (0.0, False)])
def test_only_long_work_shows_progress_and_takes_it_away(
    step: float,
    shown: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in "abc":
        (tmp_path / f"{name}.mark").write_bytes(_complete())
    terminal, times = Terminal(), iter(number * step for number in range(1000))
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(audit, "monotonic", lambda: next(times))
    assert main(["audit", "--lang", "en", str(tmp_path)]) == 0
    written = terminal.getvalue()
    assert ("2 of 3 logs" in written) is shown
    assert written.endswith("\r") is shown
    assert "of 3 logs" not in capsys.readouterr().out


def test_a_proof_that_convicts_nobody_says_which_part_is_wrong() -> None:
    """Clause 13.2: what is wrong is told, for a proof as for the events of a log."""
    report = audit_log((CORPUS / "made" / "false-proof-bare-note.mark").read_bytes())
    assert tell_finding(report.findings[0], report).endswith(": it is not well formed (note).")
