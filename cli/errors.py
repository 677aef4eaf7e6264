"""What went wrong and what to do about it: one sentence for each error that can be expected.

Errors are known here by their dotted names, so that wording one loads nothing that has not been loaded.
"""

import errno
import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cli.ruleset_words import tell_ruleset_error
from cli.words import N_, _
from core.errors import RulesetError
from p2p.text import clean

_MOST_CHARACTERS: Final = 400

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "p2p.store_errors.StoreMissing": N_("There is no {path}: check the name and the --data folder."),
        "p2p.store_errors.JournalMissing": N_(
            "{path} is gone, and it alone tells what this seat has signed: put that file back, or stay out "
            "of this game."
        ),
        "p2p.store_errors.StoreExists": N_(
            "There is a {path} already, and it is not written over: move it away or choose another folder."
        ),
        "p2p.store_errors.StoreLocked": N_(
            "Another running program has {path} open: close that one first, or go on there."
        ),
        "p2p.store_errors.StoreForeign": N_(
            "{path} was not written by this program: check that it is the file you mean."
        ),
        "p2p.store_errors.StoreNewer": N_(
            "{path} was written by a newer version of this program (format {version}): update this one."
        ),
        "p2p.store_errors.StoreDamaged": N_(
            "{path} is damaged at byte {offset}, and nothing in it was changed: put back a good copy of it."
        ),
        "p2p.store_errors.LogDamaged": N_(
            "{path} is damaged at byte {offset}: move it away, and mark resume takes the game from others."
        ),
        "p2p.store_errors.StoreUnusable": N_(
            "The system does not let this program use {path} ({reason}): check its permissions and the disk."
        ),
        "p2p.store_errors.StoreFull": N_(
            "{path} could not be written ({reason}) and stands as it was: make room and try again."
        ),
        "p2p.store_errors.StoreBroken": N_(
            "Nobody knows whether {path} reached the disk ({reason}): check the disk, then start mark again."
        ),
        "p2p.stored.GameUnreadable": N_(
            "The files of this game do not fit together (the {file}, record {record}): let mark audit tell."
        ),
        "p2p.genesis.VersionUnknown": N_(
            "This needs {version} of the {what}, which this program does not know: update mark."
        ),
        "p2p.genesis.GenesisRefused": N_(
            "The start of this game is not valid ({detail}): nobody should sign it, so make a new game."
        ),
        "p2p.session.NotYours": N_(
            "This computer has no seat in that game: use the data folder that the game was played with."
        ),
        "p2p.voice.SignedAlready": N_(
            "This seat has signed something else already, so the game's folder was changed: stay out of it."
        ),
        "p2p.transport.PortBusy": N_(
            "Port {port} is in use already: choose another one with --port, or none to take any."
        ),
        "p2p.endpoint.AddressUnusable": N_(
            "This computer cannot use the address {address}: give one that it has, in numbers, such as "
            "192.168.1.5."
        ),
        "p2p.interfaces.InterfaceUnknown": N_(
            "This computer has no network interface and no address {name}: what it has is {known}."
        ),
        "p2p.descriptors.TooFewDescriptors": N_(
            "The system lets this program open only {given} files at once, and a game needs {least}: raise "
            "that bound, with ulimit -n, and try again."
        ),
        "p2p.invite.AddressOfOneLink": N_(
            "{address} is an address of its own link alone, which no invite can hold: "
            "use one of another kind."
        ),
        "p2p.invite.InviteRefused": N_(
            "This is not a whole invite, letter for letter: copy the line that was sent to you, from mark1- "
            "to its end, capitals as they are."
        ),
        "p2p.invite.InviteNewer": N_(
            "This invite is of a newer version of mark than this one: update mark, and use it again."
        ),
        "p2p.table.InviteOfNobody": N_(
            "The invite to call is of no other player of this game: give one that such a player has got for "
            "the word invite."
        ),
        "p2p.lobby.GenesisUnfit": N_(
            "The host offers a game that is not what this table agreed on ({what}): do not play at it."
        ),
        "cli.demo.DemoFolderUsed": N_(
            "The folder {path} holds something already: name a new or an empty one with --out."
        ),
        "cli.demo.DemoPeerFailed": N_(
            "The peer {name} stopped before the game had begun; the last that it said: {output}"
        ),
        "cli.games.NoUnfinishedGame": N_(
            "There is no game to go on with in {folder}: host or join one, or give another --data folder."
        ),
        "cli.games.NoSuchGame": N_(
            "No unfinished game here has an id that begins with {game}: leave it out to see which there are."
        ),
        "cli.games.SeveralGames": N_(
            "There are several unfinished games, so say which by the beginning of its id: {games}"
        ),
        "cli.rules_file.RulesFileMissing": N_(
            "There is no rules file {path}: name a file that exists, or one of {presets}."
        ),
        "cli.replay_files.LogMissing": N_(
            "There is no log {wanted}, and no game here has an id that begins so: give a file, or another "
            "--data folder."
        ),
        "cli.replay_files.LogNoFile": N_("{path} is no file: give a log, or the folder of a game."),
        "cli.replay_files.NothingPlayed": N_(
            "There is no game in {folder} yet: give the name of a log, or another --data folder."
        ),
        "cli.replay_files.SeveralLogs": N_(
            "There are several games with such an id, so say more of it: {games}"
        ),
        "cli.replay_words.ProofGiven": N_(
            "{path} is a proof and no log of a game: let mark audit tell what it proves."
        ),
        "cli.replay_words.NotInLog": N_(
            "There is no such place in this log: it has {rounds} rounds and {turns} turns."
        ),
        "cli.replay_words.EndsBeforeStart": N_(
            "There is nothing to show: --to {last} comes before round {first}, where this begins."
        ),
        "cli.replay_words.SeatMissing": N_("There is no such seat: this game has {seats}."),
        "p2p.compare.LogChanged": N_("A log was changed while it was audited: start mark audit again."),
        "cli.audit_pool.WorkerLost": N_(
            "A process that judged logs has ended by itself, perhaps for want of memory: those from {path} "
            "on were not judged; try mark audit --jobs 1."
        ),
        "p2p.tape.TapeChanged": N_("The log was changed while it was looked at: start mark replay again."),
        "cli.output_file.OutputExists": N_(
            "There is a {path} already: give another name, or --force to write over it."
        ),
        "cli.output_file.OutputIsSource": N_(
            "{path} is what this is made from, and is not written over: give another name."
        ),
        "cli.output_file.OutputNoFile": N_("{path} is no plain file: give the name of a new one."),
        "cli.report.command.ExtraMissing": N_(
            "mark report needs two more libraries: python3 -m pip install 'mark-p2p[report]'"
        ),
        "cli.export.command.EventsNeedLog": N_(
            "{path} is a notation, which holds no signed events: export them from the game's log."
        ),
        "cli.export.notation_reader.WordOutOfPlace": N_(
            "Line {line} of this notation is not in order at {found}: docs/notation.md tells what can stand "
            "there."
        ),
        "cli.export.notation_reader.WordMissing": N_(
            "Line {line} of this notation is empty, or has a space too many between two words."
        ),
        "cli.export.notation_reader.BehindEnd": N_(
            "Line {line} of this notation stands behind its end, where nothing may follow: take it away."
        ),
        "cli.export.notation_reader.MoveForbidden": N_(
            "Line {line} of this notation is against the rules: rule {rule} forbids {found} there."
        ),
        "cli.export.notation_reader.LineDiffers": N_(
            "Line {line} of this notation is not what has to stand there: {expected}"
        ),
        "cli.export.notation_reader.NotationCut": N_(
            "This notation ends before its line {line}: its last line begins with end, or is * alone."
        ),
        "cli.export.notation_reader.LineNotText": N_(
            "Line {line} of this notation is not UTF-8 text: save it as plain text in UTF-8."
        ),
        "cli.export.notation_reader.LineTooLong": N_(
            "Line {line} of this notation is longer than any that can be read: check that it is a notation."
        ),
        "cli.identity.NoIdentity": N_(
            "There is no key in {folder}, so no game to go on with: use the data folder it was played with."
        ),
        "cli.calling.TableClosed": N_(
            "The host does not let this computer in, as the table is closed or has begun: ask for another."
        ),
        "cli.lobby_desk.InputEnded": N_(
            "The input has ended before you were ready, so the table was left: type ready, or give --ready."
        ),
        "cli.pick_table.NoTablePicked": N_(
            "The input has ended before a table was picked: type a number, or join with an invite: "
            "mark join INVITE"
        ),
        "cli.pick_table.NoGamePicked": N_(
            "The input has ended before a game was picked: type a number, or watch with an invite: "
            "mark watch INVITE"
        ),
        "p2p.watcher.NobodyToWatch": N_(
            "Nobody is left through whom the game could be watched: ask another player of it for an invite."
        ),
        "p2p.watcher.NobodyHeard": N_(
            "Nobody through whom the game could be watched has been heard for {seconds} seconds, so mark has "
            "given up: call again later, or ask another player of it for an invite."
        ),
        "p2p.again.NobodyAgain": N_("Nobody else of that game plays again."),
        "cli.preferences.SettingsSyntax": N_(
            "Line {line} of the settings file {path} is not TOML: write one setting a line, such as "
            "confirm = false."
        ),
        "cli.preferences.SettingUnknown": N_(
            "In the settings file {path} there is no setting {key}: the settings are {allowed}."
        ),
        "cli.preferences.SettingWrong": N_(
            "In the settings file {path} the setting {key} cannot be that: it is {allowed}."
        ),
        "cli.preferences_file.SettingsMissing": N_(
            "There is no settings file {path}: check the name, or make one on the settings page of mark home."
        ),
        "cli.text_file.TextFileNoFile": N_(
            "{path} is a pipe and not a file: write it to a file and name that one."
        ),
        "cli.text_file.TextFileTooLong": N_(
            "{path} is too long: a file with settings or rules has a few lines, at most 64 KiB."
        ),
        "cli.text_file.TextFileNotText": N_("{path} is not UTF-8 text: save it as plain text in UTF-8."),
        "builtins.MemoryError": N_(
            "There is not enough memory left for this: close other programs, and try again."
        ),
        "builtins.OSError": N_(
            "The system refuses {filename} ({reason}): check the name and its permissions."
        ),
    }
)
"""For each error its sentence, filled in from the attributes of the error; an `errno` gives {reason}."""

_REASONS: Final[Mapping[int, str]] = MappingProxyType(
    {
        errno.ENOENT: N_("it does not exist"),
        errno.EACCES: N_("permission denied"),
        errno.EPERM: N_("permission denied"),
        errno.EROFS: N_("read-only disk"),
        errno.ENOSPC: N_("disk full"),
        errno.EDQUOT: N_("disk quota used up"),
        errno.EIO: N_("the disk does not answer"),
        errno.EISDIR: N_("it is a folder"),
        errno.EEXIST: N_("something else is there already"),
        errno.ENXIO: N_("it is no plain file"),
        errno.ELOOP: N_("it is a link that leads in a circle"),
        errno.ENOTDIR: N_("a part of the path is no folder"),
        errno.ENAMETOOLONG: N_("name too long"),
        errno.EMFILE: N_("too many open files"),
        errno.EBADF: N_("the output is closed"),
        errno.EADDRINUSE: N_("in use already"),
        errno.EADDRNOTAVAIL: N_("not an address of this computer"),
    }
)


def sentence(error: BaseException) -> str | None:
    """Give the sentence for an expected error, or None for one that should not have come up."""
    if isinstance(error, RulesetError):
        return tell_ruleset_error(error)
    problem = getattr(error, "problem", None)
    if isinstance(problem, RulesetError):
        text = _("In the rules file {path}: {problem}")
        return text.format(path=clean(str(getattr(error, "path", ""))), problem=tell_ruleset_error(problem))
    if isinstance(error, OSError) and (worded := _tell_refusal(error)):
        return worded
    if type(error).__module__ == "p2p.lobby":
        from cli.lobby_words import tell_failure  # noqa: PLC0415 - the lobby is loaded, if this is its error

        if worded := tell_failure(error):
            return worded
    for kind in type(error).__mro__:
        if template := SENTENCES.get(f"{kind.__module__}.{kind.__qualname__}"):
            return _(template).format_map(_Attributes(error))
    return None


def _tell_refusal(error: OSError) -> str | None:
    """Give the sentence for what the system refuses of no file, or for want of room; None for all else."""
    if error.filename is None:
        text = _("The system refuses something ({reason}): check the network and the disk, and try again.")
    elif type(error) is OSError and error.errno in {errno.ENOSPC, errno.EDQUOT}:
        text = _("{path} could not be written ({reason}): make room and try again.")
    else:
        return None
    return text.format(path=clean(str(error.filename)), reason=_reason(error.errno))


def is_of_output(error: OSError) -> bool:
    """Tell whether it is the output that takes nothing: of files an error names the file."""
    return error.filename is None and error.errno in {errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.ENOSPC}


def tell_unprinted(error: OSError) -> str:
    """Give the sentence for what could not be written to the standard output."""
    text = _("What this command prints cannot be written ({reason}): make room, or let it go elsewhere.")
    return text.format(reason=_reason(error.errno))


def tell_system_words(words: str) -> str:
    """Give what the system's own words for an error say, in the language in use where we have it in that."""
    known = (_(reason) for number, reason in _REASONS.items() if os.strerror(number) == words)
    return next(known, words)


class _Attributes(dict[str, str]):
    """What a template may name: the attributes of an error, cleaned, and the reason of a system error."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self._error = error

    def __missing__(self, name: str) -> str:
        if name == "reason":
            return _reason(getattr(self._error, "errno", None))
        return clean(str(getattr(self._error, name, "?")), _MOST_CHARACTERS)


def _reason(number: object) -> str:
    if not isinstance(number, int) or not number:
        return _("no reason given")
    return _(_REASONS[number]) if number in _REASONS else os.strerror(number)
