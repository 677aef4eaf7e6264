from cli.absences import Absences
from p2p.view import PeerView, Presence, View
from tests.cli.fakes import FakePeer

NAMES = ("Ada", "Ben", "Cleo")
ALONE = "Nobody else is heard"


def seen(*presences: Presence) -> View:
    peers = tuple(PeerView(seat, presence, 12.0, False) for seat, presence in enumerate(presences, start=1))
    return FakePeer().view().changed(peers=peers)


def test_who_goes_and_comes_back_is_told_once() -> None:
    absences = Absences()
    assert absences.look(seen(Presence.HERE, Presence.SUSPECT), NAMES) == []
    gone = seen(Presence.HERE, Presence.AWAY)
    assert absences.look(gone, NAMES) == ["Cleo is away, silent for 12 seconds."]
    assert absences.look(gone, NAMES) == []
    assert absences.look(seen(Presence.HERE, Presence.HERE), NAMES) == ["Cleo is here and is catching up."]


def test_one_who_hears_nobody_is_told_once_that_it_may_be_the_own_network() -> None:
    absences = Absences()
    absences.look(seen(Presence.AWAY, Presence.HERE), NAMES)
    told, alone = absences.look(seen(Presence.AWAY, Presence.AWAY), NAMES)
    assert told.startswith("Cleo is away")
    assert alone.startswith(ALONE)
    assert absences.look(seen(Presence.AWAY, Presence.AWAY), NAMES) == []


def test_of_two_players_it_cannot_be_told_whose_network_is_gone() -> None:
    assert len(Absences().look(seen(Presence.AWAY), NAMES)) == 1
