import os
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from cli import identity, rules, table
from cli.arguments import build_parser
from cli.main import main
from cli.options import BOT_LEVELS
from cli.overview import COMMANDS
from core.bots import BOTS
from core.ruleset import Ruleset
from tests.vectors.corpus import CORPUS, read_index

ROOT = Path(__file__).parents[2]
MADE = CORPUS / "made"
LOG = MADE / "a1-deliver.mark"
"""A whole game."""
READY = [command for command in COMMANDS if command != "audit" or (ROOT / "cli" / "audit.py").exists()]


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LANGUAGE": "en", **variables}
    return subprocess.run(
        [sys.executable, "-m", "cli", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        encoding="utf-8",
    )


def test_help_lists_every_command_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for command, (_summary, example) in COMMANDS.items():
        assert f"\n  {command} " in out
        assert f"\n  {example}" in out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert main([]) == 0
    assert capsys.readouterr().out == out


@pytest.mark.parametrize("command", READY)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_has_help_with_an_example(
    command: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help", "--lang", language]) == 0
    out = capsys.readouterr().out
    assert COMMANDS[command][1] in out
    assert ("usage\u00a0: " if language == "fr" else "usage: ") in out
    assert "--data" in out


@pytest.mark.parametrize(
    "example", [example for command, (_summary, example) in COMMANDS.items() if command in READY]
)
def test_every_example_can_be_parsed(example: str) -> None:
    _mark, command, *options = example.split()
    build_parser(command).parse_args(options)


def test_the_levels_are_those_of_the_core() -> None:
    assert tuple(BOTS) == BOT_LEVELS


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("xyz", "mark: there is no command xyz;"),
        ("--frob", "mark: --frob does not go without a command;"),
        ("--lang de", "mark home: argument --lang:"),
        ("--name Ben", "mark: --name does not go without a command;"),
        ("--clock 5 xyz", "mark: there is no command xyz;"),
        ("demo --seed x", "mark demo: argument --seed: this is a whole number;"),
        ("demo --players 5", "mark demo: argument --players:"),
        ("demo --players", "mark demo: argument --players: expected one argument;"),
        ("demo --frob", "mark demo: unrecognized arguments: --frob;"),
        ("demo --play 2", "mark demo: unrecognized arguments: --play 2;"),
        ("host --seats 2", "mark host: the following arguments are required: --name;"),
        ("host --seats 2 --name A --port 65536", "mark host: argument --port: a port is"),
        ("host --seats 2 --name A --port -1", "mark host: argument --port:"),
        ("host --seats 2 --name A --port \u0663", "mark host: argument --port:"),
        ("host --seats 2 --name A --clock 86401", "mark host: argument --clock: a clock has"),
        ("host --seats 2 --name A --clock -1", "mark host: argument --clock:"),
        ("host --seats 2 --name A --clock 1.5", "mark host: argument --clock: a clock has"),
        ("host --seats 2 --name A\u202eB", "mark host: argument --name: a name has"),
        (f"host --seats 2 --name {'A' * 25}", "mark host: argument --name: a name has 1 to 24"),
        ("join mark1-x", "mark join: the following arguments are required: --name;"),
        (
            f"replay --from {10**12}",
            "mark replay: argument --from: this is a whole number from 0 to 999999999;",
        ),
        ("replay --turn -1", "mark replay: argument --turn:"),
        ("id --lang de", "mark id: argument --lang:"),
        ("rules more", "mark rules: unrecognized arguments: more;"),
    ],
)
def test_a_wrong_command_line_gets_one_line(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(said)
    assert captured.err.count("\n") == 1
    assert captured.out == ""


@pytest.mark.parametrize(
    ("line", "invite"),
    [
        ("join --name Ben mark1-a bc d --ready", "mark1-a bc d"),
        ("join mark1-abcd --name Ben", "mark1-abcd"),
        ("join --name Ben", None),
        ("doctor mark1-a bc", "mark1-a bc"),
        ("doctor", None),
    ],
)
def test_an_invite_may_have_come_with_spaces(line: str, invite: str | None) -> None:
    """Clause 14.2: white space in it is ignored."""
    command, *options = line.split()
    assert build_parser(command).parse_args(options).invite == invite


def test_options_may_stand_before_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "fr", "--data", str(tmp_path), "id"]) == 0
    assert capsys.readouterr().out.startswith("clé ")
    assert (tmp_path / "identity").exists()


def test_the_language_is_known_before_anything_goes_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--lang=fr", "--players", "x"]) == 2
    assert capsys.readouterr().err.startswith("mark demo\u00a0: argument --players")


def test_the_version_names_program_protocol_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("mark ")


def test_an_unexpected_error_leaves_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_args: object) -> int:
        raise ZeroDivisionError("a \ud800 text")

    monkeypatch.setattr(identity, "run", fail)
    assert main(["id", "--data", str(tmp_path / "new")]) == 1
    err = capsys.readouterr().err
    (report,) = (tmp_path / "new").iterdir()
    assert str(report) in err
    assert err.count("\n") == 1
    assert "ZeroDivisionError" in report.read_text(encoding="utf-8")
    assert os.name == "nt" or report.stat().st_mode & 0o077 == 0


def test_a_report_that_the_data_folder_does_not_take_goes_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_args: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(identity, "run", fail)
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    assert main(["id", "--data", str(tmp_path / "file")]) == 1
    (report,) = (tmp_path / "temporary").iterdir()
    assert str(report) in capsys.readouterr().err
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none" / "\0"))
    monkeypatch.setattr("cli.crash._write", lambda *_arguments: None)
    assert main(["id", "--data", str(tmp_path / "file")]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_ctrl_c_has_a_sentence_and_the_code_of_shells(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(_args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(rules, "run", stop)
    assert main(["rules"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


@pytest.mark.parametrize("begun", [True, False])
def test_ctrl_c_names_a_game_to_resume_only_if_one_has_begun(
    begun: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def sit(args: Namespace, *_arguments: object) -> int:
        args.begun = begun
        raise KeyboardInterrupt

    monkeypatch.setattr(table, "host", sit)
    assert main(["host", "--name", "Ann", "--seats", "2"]) == 130
    assert ("mark resume" in capsys.readouterr().err) == begun


@pytest.mark.parametrize(("options", "clock"), [([], 9), (["--clock", "60"], 60), (["--clock", "0"], 0)])
def test_the_clock_of_the_command_line_wins_over_that_of_the_rules_file(
    options: list[str], clock: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text("money = 50\nclock = 9\n")
    hosted: list[Ruleset] = []

    async def sit(_args: Namespace, ruleset: Ruleset, *_arguments: object) -> int:
        hosted.append(ruleset)
        return 0

    monkeypatch.setattr(table, "host", sit)
    assert main(["host", "--name", "Ann", "--seats", "2", "--rules", str(rules), *options]) == 0
    assert hosted == [Ruleset(money=50, clock=clock)]


def test_an_unknown_interface_is_told_even_with_an_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--name", "Ann", "--seats", "2", "--data", str(tmp_path), "--address", "127.0.0.1"]
    assert main(["host", *options, "--interface", "nonsense0"]) == 1
    assert "nonsense0" in capsys.readouterr().err


@pytest.mark.parametrize("line", [("rules",), ("audit", str(LOG))])
def test_a_reader_that_goes_away_is_no_crash(line: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli", *line]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_the_real_command_speaks_the_language_of_the_system() -> None:
    assert run("--help", LANGUAGE="fr").stdout.startswith("Usage\u00a0: mark")
    assert run("--help").stdout.startswith("Usage: mark")
    assert run("rules", PYTHONIOENCODING="ascii", LANGUAGE="fr").returncode == 0
    assert run("nonsense").returncode == 2


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; from cli.main import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env={"LANG": "C"}
    )
    loaded = found.stderr.split()
    for heavy in (
        "argparse",
        "gettext",
        "typing",
        "dataclasses",
        "pathlib",
        "asyncio",
        "zmq",
        "platformdirs",
    ):
        assert heavy not in loaded
    assert not [module for module in loaded if module.startswith(("core", "p2p", "prompt_toolkit"))]


@pytest.mark.parametrize(
    ("line", "others"),
    [
        (
            ("audit",),
            (
                *("argparse", "gettext", "asyncio", "dataclasses", "inspect", "pathlib", "filelock"),
                *(
                    "hashlib",
                    "unicodedata",
                    "importlib.util",
                    "p2p.compare",
                    "p2p.roll_inputs",
                    "p2p.bid_inputs",
                ),
                *("p2p.checked", "cli.audit_by_hand", "cli.audit_text", "cli.tally"),
                *("cli.finding_words", "cli.checked_words", "p2p.journal_records", "p2p.heard"),
                "p2p.evidence",
            ),
        ),
        (("audit", "--json"), ("asyncio", "dataclasses", "inspect", "pathlib", "filelock")),
        (("export",), ("asyncio", "dataclasses", "filelock")),
        (("replay", "--plain", "--to", "1"), ("prompt_toolkit",)),
    ],
)
def test_a_command_that_reads_a_log_loads_no_seat_and_no_network(
    line: tuple[str, ...], others: tuple[str, ...]
) -> None:
    code = "import sys; from cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    found = subprocess.run(
        [sys.executable, "-c", code, *line, str(LOG)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={"LANG": "C"},
    )
    loaded = {*found.stderr.split()}
    assert loaded.isdisjoint({"zmq", "zeroconf", "p2p.session", "p2p.peer", *others})
    assert {"core.state", "p2p.log"} <= loaded


@pytest.mark.parametrize(
    ("before", "at_once"),
    [
        ("", True),
        ("import atexit; atexit.register(os.write, 1, b'asked for')", False),
        ("import threading; threading.Timer(0, os.write, (1, b'asked for')).start()", False),
        ("sys.setprofile(lambda *_: None)", False),
        ("sys.settrace(lambda *_: None)", False),
        pytest.param(
            "sys.monitoring.use_tool_id(sys.monitoring.PROFILER_ID, 'a profiler')",
            False,
            marks=pytest.mark.skipif(sys.version_info < (3, 12), reason="there is no sys.monitoring yet"),
        ),
    ],
)
def test_a_command_leaves_at_once_where_nobody_has_asked_for_anything_at_the_end(
    before: str, at_once: bool
) -> None:
    code = (
        "import os, sys; from cli.main import run\n"
        "leave = os._exit\n"
        "def leave_at_once(code): os.write(1, b'at once'); leave(code)\n"
        f"os._exit = leave_at_once; {before}\n"
        "run()"
    )
    line = [sys.executable, "-c", code, "audit", str(LOG)]
    found = subprocess.run(line, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (found.returncode, found.stderr) == (0, "")
    assert "A whole game" in found.stdout
    assert found.stdout.endswith("at once") == at_once
    assert ("asked for" in found.stdout) == ("asked for" in before)


@pytest.mark.parametrize(("code", "options"), [(0, ()), (4, ("--quiet",)), (5, ("--json",))])
def test_the_real_command_leaves_with_the_code_of_the_verdict(code: int, options: tuple[str, ...]) -> None:
    log = next(MADE / one.file for one in read_index(MADE) if one.code == code)
    found = run("audit", *options, str(log))
    assert (found.returncode, found.stderr) == (code, "")
    assert bool(found.stdout) == ("--quiet" not in options)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("before", "code", "told"),
    [
        (
            "",
            1,
            "What this command prints cannot be written (disk full): make room, or let it go elsewhere.\n",
        ),
        ("main.main = lambda _: sys.stdout.write('at the very end') and 3", 120, "No space left on device"),
    ],
)
def test_what_cannot_be_written_is_told(before: str, code: int, told: str) -> None:
    """What Python's own last flush cannot write it tells, and leaves with 120."""
    line = [
        sys.executable,
        "-c",
        f"import sys; from cli import main; {before}\nmain.run()",
        "audit",
        str(LOG),
    ]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        found = subprocess.run(
            line, stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT, env=environment
        )
    assert found.returncode == code
    assert told in found.stderr
    assert before or found.stderr == told


def test_the_garbage_collector_looks_late_and_then_at_what_is_new_alone() -> None:
    code = (
        "import gc; from cli.main import run\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "gc.unfreeze(); before = gc.get_threshold()[0], gc.get_freeze_count()\n"
        "gc.collect(); frozen = gc.get_freeze_count(); gc.collect()\n"
        "print(*before, gc.get_threshold()[0], 0 < frozen == gc.get_freeze_count())"
    )
    line = [sys.executable, "-c", code, "--version"]
    found = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT)
    assert found.stdout.splitlines()[-1] == "200000 0 50000 True"


@pytest.mark.parametrize(
    ("modules", "others"),
    [
        (
            "cli.solo, cli.table, cli.plain",
            ("prompt_toolkit", "zeroconf", "babel", "cli.doctor", "cli.audit"),
        ),
        (
            "cli.solo, cli.screen.client, cli.screen.table_screen",
            (
                *("zeroconf", "babel", "cli.doctor", "cli.audit"),
                *("cli.plain", "cli.lobby_desk", "p2p.audit", "importlib.metadata", "tomllib"),
            ),
        ),
        ("cli.audit, cli.audit_pool", ("p2p.audit", "p2p.log", "cryptography", "msgpack")),  # workers start
    ],
)
def test_a_command_imports_only_what_it_begins_with(modules: str, others: tuple[str, ...]) -> None:
    code = f"import sys, {modules}; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert set(found.stdout.split()).isdisjoint(others)


UNPRINTED = (
    "What this command prints cannot be written (the output is closed): make room, or let it go elsewhere."
)
MISTYPED = "mark: there is no command nonsense; mark --help lists the commands."


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the streams")
@pytest.mark.parametrize(
    ("closed", "code", "told"),
    [
        ("<&-", 0, [MISTYPED]),
        (">&-", 1, [UNPRINTED, MISTYPED]),
        ("2>&-", 0, []),
        ("<&- >&- 2>&-", 1, []),
    ],
)
def test_of_closed_streams_only_an_output_is_missed(
    closed: str, code: int, told: list[str], tmp_path: Path
) -> None:
    line = f'"$0" -m cli id --data "$1" {closed}; one=$?; "$0" -m cli nonsense {closed}; echo $one $?'
    command = ["sh", "-c", line, sys.executable, str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert found.stdout.splitlines()[-1] == f"{code} 2"
    assert found.stderr.splitlines() == told
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("crash")]


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the streams")
@pytest.mark.parametrize(("command", "code"), [("rules", 1), ("audit", 1), ("audit -q", 0)])
def test_what_prints_nothing_needs_no_output(command: str, code: int) -> None:
    """Of an audit that is quiet the exit code tells all."""
    log = str(LOG) if "audit" in command else ""
    line = ["sh", "-c", f'"$0" -m cli {command} {log} >&-', sys.executable]
    found = subprocess.run(line, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (found.returncode, "output is closed" in found.stderr) == (code, bool(code))


@pytest.mark.skipif(os.name == "nt", reason="there are no such limits")
def test_where_no_file_can_be_opened_there_is_a_sentence_all_the_same() -> None:
    code = (
        "import resource as r, sys; from cli.main import main;"
        "r.setrlimit(r.RLIMIT_NOFILE, (3, r.getrlimit(r.RLIMIT_NOFILE)[1])); sys.exit(main(['id']))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT, env={"LANG": "C"}
    )
    assert found.returncode == 1
    assert found.stderr.startswith("mark has failed")
    assert found.stderr.count("\n") == 1


@pytest.mark.parametrize("line", [["x\x1b[31m"], ["--x\x1b[31m"], ["id", "--x\x1b[31m"], ["id", "x\x1b[31m"]])
def test_no_control_character_is_given_back(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line) == 2
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", [40, 60])
def test_the_list_of_commands_is_folded_between_words_and_below_their_summaries(
    language: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", language, "--help"]) == 0
    whole = capsys.readouterr().out
    monkeypatch.setattr("cli.lines._columns", lambda _stream: width)
    assert main(["--lang", language, "--help"]) == 0
    told = capsys.readouterr().out
    assert told.split() == whole.split()
    assert max(map(len, told.splitlines())) <= width
    demo = next(line for line in whole.splitlines() if line.startswith("  demo "))
    column = len(demo) - len(demo.removeprefix("  demo ").lstrip())
    indents = {len(line) - len(line.lstrip()) for line in told.splitlines() if line}
    assert indents == {0, 2, column}


def test_a_mistyped_command_line_is_told_folded_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cli.lines._columns", lambda _stream: 40)
    assert main(["host"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "mark host: the following arguments are",
        "  required: --name, --seats; mark host",
        "  --help tells more.",
    ]
