"""What a spectator knows: the game as it is told, and the peers that it is watched through, good and bad."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from cli.ending import Ending
from cli.farewell import tell_verdict
from cli.narrator import Round
from cli.onlooker import Onlooker, WatchHandle
from cli.results import tell_money
from cli.screen.scene import Scene
from cli.screen.story import Story
from cli.table_words import tell_table
from cli.watch_words import tell_watching
from cli.words import _, ngettext
from p2p.effects import Advanced, Settled
from p2p.link import LinkNotice
from p2p.verdict import Report
from p2p.view import Presence
from p2p.watch_messages import WatchReason
from p2p.watch_view import CaughtUp, NotLetIn, PeerLies, PeerLost, Watching
from p2p.watcher import WatcherNotice

PeerNews: TypeAlias = Watching | NotLetIn | PeerLost | PeerLies | LinkNotice


class WatchDesk:
    """One spectator, whatever it is shown with; `places` tells where each peer is called, by its CURVE key.

    `story` and `peer` are there as soon as there is a game to see. `report` is the audit of its finished log.
    """

    def __init__(
        self,
        watcher: WatchHandle,
        places: Mapping[bytes, str],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.watcher: Final = watcher
        self.story: Story | None = None
        self.peer: Onlooker | None = None
        self.report: Report | None = None
        self.waits_for_start = False
        self._places = places
        self._clock = clock
        self._since = clock()
        self._caught_up = False
        self._alerts: dict[bytes, str] = {}
        self._lies: list[str] = []

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names as they are shown; none before the game is known."""
        return () if self.story is None else self.story.names

    def scene(self) -> Scene:
        """Give what is known at this moment of the game, which is there."""
        peer, story = self.peer, self.story
        assert peer is not None
        assert story is not None
        view = peer.view()
        return Scene(
            _("Watching {game}").format(game=peer.genesis.game_id.hex()[:4]),
            story.names,
            view,
            story.state,
            self._clock() - self._since,
            tuple(story.feed),
            story.words,
            story.bids,
            tuple(story.alerts),
            looks_on=True,
            through=tuple(one.seat for one in view.peers if one.presence is not Presence.AWAY),
            tally=story.tally,
            log=str(peer.log_path),
            verdict="" if self.report is None else tell_verdict(self.report, peer.log_path),
        )

    def hear(self, notice: WatcherNotice) -> Sequence[str]:
        """Take in what the spectator tells; gives the lines that it is worth."""
        self._begin()
        match notice:
            case Watching() | NotLetIn() | PeerLost() | PeerLies() | LinkNotice():
                return self._hear_of_peer(notice)
            case CaughtUp():
                return self._catch_up()
            case Settled(round_number=number, events=events):
                return self._follow(number, events)
            case _:
                return self._tell(notice)

    def look(self) -> None:
        """Follow without a word whatever is to be seen already, such as a game that was kept from before.

        What is still to be heard comes first: it may say that other rounds have taken the place of some.
        """
        if not self.watcher.notices.empty():
            return
        self._begin()
        if self.story is not None and self.peer is not None:
            self._follow_to(self.story, self.peer.view().settled)

    def ending(self) -> Ending:
        """Give how the game stands now that it is left."""
        return Ending.DONE if self.watcher.done.is_set() else Ending.LEFT

    def tell_end(self) -> list[str]:
        """Give the last lines: the money, where the game is over, and where the log is."""
        self._begin()
        view = self.watcher.view()
        if view is None:
            return []
        outcome = view.state.outcome
        out = self.story.tally.out if self.story is not None else ()
        told = [] if outcome is None else [tell_money(outcome, self.names, out)]
        return [*told, _("The log of the game: {path}").format(path=self.watcher.log_path)]

    def _begin(self) -> None:
        """Begin the story once the game is known, with what stands in the way already."""
        genesis = self.watcher.genesis
        if self.story is None and genesis is not None and self.watcher.view() is not None:
            self.peer, self.story = Onlooker(self.watcher, genesis), Story(genesis, looks_on=True)
            for text in (*self._lies, *self._alerts.values()):
                self.story.alert(text)

    def _hear_of_peer(self, news: PeerNews) -> Sequence[str]:
        """Tell what has become of a peer.

        Bad news stays in sight until the peer is watched through again, and a lie for good.
        """
        text = tell_watching(news, self._name)
        key = news.peer if isinstance(news, LinkNotice) else news.key
        match news:
            case NotLetIn(reason=WatchReason.NOT_BEGUN):
                self._caught_up = self.waits_for_start = True  # who has waited is told all from the start on
            case Watching():
                self._forgive(news.key)
            case PeerLost() if self.watcher.done.is_set():
                return ()  # nobody is needed any more
            case PeerLies():
                self._lies.append(text)
                return self._warn(text)
            case _ if key is not None:
                if self._alerts.get(key) == text:
                    return ()  # a connection that fails is tried again and again
                self._forgive(key)
                self._alerts[key] = text
                return self._warn(text)
            case _:
                pass  # somebody is called who does not say a key
        if self.story is not None:
            self.story.tell(text)
        return [text]

    def _warn(self, text: str) -> Sequence[str]:
        if self.story is not None:
            self.story.alert(text)
        return [text]

    def _forgive(self, key: bytes) -> None:
        text = self._alerts.pop(key, "")
        if self.story is not None and text in self.story.alerts:
            self.story.alerts.remove(text)

    def _catch_up(self) -> Sequence[str]:
        """Show where the game stands when this spectator comes to it."""
        view = self.watcher.view()
        assert view is not None
        is_news, self._caught_up = not self._caught_up, True
        if not is_news or not view.shown or view.state.outcome is not None:
            return ()
        count = view.state.rolls
        text = ngettext(
            "The game so far has {count} roll. This is the board:",
            "The game so far has {count} rolls. This is the board:",
            count,
        )
        return [text.format(count=count), *tell_table(view.state, self.names)]

    def _follow(self, number: int, events: Round) -> Sequence[str]:
        story = self.story
        assert story is not None
        self._follow_to(story, number)
        told = len(story.feed)
        story.follow(number, events)
        return [one.text for one in story.feed[told:]] if self._caught_up else ()

    def _follow_to(self, story: Story, number: int) -> None:
        """Follow the rounds before this one without a word, as far as they are not known yet."""
        for each, events in enumerate(self.watcher.rounds()[story.round_number : number], story.round_number):
            story.follow(each, events)

    def _tell(self, notice: WatcherNotice) -> Sequence[str]:
        """Tell what is told to a player in the same words."""
        assert self.story is not None
        assert self.peer is not None
        assert not isinstance(notice, Watching | NotLetIn | PeerLost | PeerLies | LinkNotice | CaughtUp)
        if isinstance(notice, Advanced):
            self._since = self._clock()
            if notice.back:
                self._begin_anew(self.story, self.peer)
        told = len(self.story.feed)
        self.story.hear(notice, self.peer.folder)
        return [one.text for one in self.story.feed[told:]]

    def _begin_anew(self, earlier: Story, peer: Onlooker) -> None:
        """Forget what was told: other rounds have taken the place of some of it."""
        self.story = Story(peer.genesis, looks_on=True)
        self.story.alerts += earlier.alerts

    def _name(self, key: bytes) -> str:
        """Give the name of the seat with this key, or where it is called as long as that is not known."""
        if self.peer is not None:
            for name, entry in zip(self.names, self.peer.genesis.seats, strict=True):
                if entry.curve_key == key:
                    return name
        return self._places[key]
