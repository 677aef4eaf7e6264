import re

import pytest

from cli.results import tell_money, tell_outcome
from cli.sentences import tell_happening
from cli.words import set_language
from core.happening import (
    ActionLost,
    AuctionOpened,
    AuctionWon,
    BidsShown,
    ChipPlaced,
    ChipReturned,
    Delivered,
    Drawn,
    FeePaid,
    GameOver,
    Happening,
    MaterialClosed,
    NoAuction,
    NoSale,
    Retired,
    Rolled,
    Sold,
    Treated,
    TurnLost,
    TurnPassed,
)
from core.material import Material
from core.outcome import Outcome, Reason

NAMES = ("Ada", "Ben", "Cleo")
WON = Outcome(Reason.ROWS, (1,), (10, 55, 20))

SENTENCES: list[tuple[Happening, str, str]] = [
    (Drawn(0), "The dice draw Ada to start.", "Les dés désignent Ada pour commencer."),
    (TurnPassed(1), "It is the turn of Ben.", "À Ben de jouer."),
    (FeePaid(0, 10), "Ada pays $10 for storage.", "Ada paie 10 $ de stockage."),
    (
        ChipReturned(0, Material.CORK, 0, 2),
        "Ada cannot pay storage and returns cork from yard 3 to the bank.",
        "Ada ne peut pas payer le stockage et rend du liège (cour 3) à la banque.",
    ),
    (
        ChipReturned(0, Material.CORK, 1, 0),
        "Ada cannot pay storage and returns cork from treatment 1 to the bank.",
        "Ada ne peut pas payer le stockage et rend du liège (traitement 1) à la banque.",
    ),
    (Rolled(0, 0, 5), "Ada rolls glass and star.", "Ada obtient verre et étoile."),
    (
        TurnLost(0),
        "Ada can do nothing with this roll and loses the turn.",
        "Ada ne peut rien faire de ce lancer et perd son tour.",
    ),
    (
        ActionLost(0),
        "The second action of Ada is impossible and lost.",
        "Ada perd sa seconde action, qui est impossible.",
    ),
    (Delivered(0, Material.PAPER, 1), "Ada delivers paper to yard 2.", "Ada livre du papier en cour 2."),
    (
        Treated(0, Material.PAPER, 1, 2),
        "Ada treats paper from yard 2 to treatment 3.",
        "Ada traite du papier de cour 2 en traitement 3.",
    ),
    (
        Sold(0, Material.METAL, 1, 4, 19),
        "Ada sells metal for $19 in row 5.",
        "Ada vend du métal pour 19 $ en rangée 5.",
    ),
    (
        MaterialClosed(Material.PLASTIC, 2),
        "Row 3 is full: plastic is closed, and all its other chips leave the game.",
        "La rangée 3 est pleine : le plastique est fermé, et tous ses autres jetons sortent du jeu.",
    ),
    (
        AuctionOpened(Material.GLASS),
        "A chip of glass comes under the hammer: everyone bids in secret.",
        "Un jeton de verre passe sous le marteau : tout le monde mise en secret.",
    ),
    (
        NoAuction(None),
        "There is no auction, since no material is named.",
        "Il n'y a pas d'enchère, car aucune matière n'est nommée.",
    ),
    (
        NoAuction(Material.GLASS),
        "There is no auction, since the bank has no chip of glass.",
        "Il n'y a pas d'enchère, car la banque n'a pas de jeton de verre.",
    ),
    (
        BidsShown((3, None, 0)),
        "The bids are shown: Ada $3, Cleo $0.",
        "Les mises sont montrées : Ada 3 $, Cleo 0 $.",
    ),
    (
        AuctionWon(0, Material.CORK, 3, gets_chip=True),
        "Ada wins the chip of cork for $3.",
        "Ada gagne le jeton de liège pour 3 $.",
    ),
    (
        AuctionWon(0, Material.CORK, 3, gets_chip=False),
        "Ada wins and pays $3, but has no room: the chip of cork stays in the bank.",
        "Ada gagne et paie 3 $, mais n'a pas de place : le jeton de liège reste à la banque.",
    ),
    (
        NoSale(Material.CORK),
        "Nobody offers anything: the chip of cork stays in the bank.",
        "Personne n'offre rien : le jeton de liège reste à la banque.",
    ),
    (
        ChipPlaced(0, Material.CORK, 3),
        "Ada puts the chip of cork on yard 4.",
        "Ada pose le jeton de liège en cour 4.",
    ),
    (
        Retired(2),
        "Cleo is out of the game, and its chips go back to the bank.",
        "Cleo est hors jeu, et ses jetons retournent à la banque.",
    ),
    (
        GameOver(WON),
        "The game is over, since enough market rows are full: Ben wins with $55.",
        "La partie est finie (assez de rangées du marché sont pleines) : Ben gagne avec 55 $.",
    ),
]


@pytest.mark.parametrize(("happening", "english", "french"), SENTENCES)
def test_each_happening_has_its_sentence(happening: Happening, english: str, french: str) -> None:
    assert tell_happening(happening, NAMES) == english
    set_language("fr")
    assert tell_happening(happening, NAMES).replace("\u00a0", " ") == french


def test_no_happening_is_without_a_sentence() -> None:
    assert {type(happening) for happening, _english, _french in SENTENCES} == {*Happening.__args__}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["{seat}", "{money}", "%s", "{0.__class__}", "\\", "%(x)s"])
def test_names_that_look_like_placeholders_stay_as_they_are(language: str, name: str) -> None:
    set_language(language)
    names = (name, "Ben", "Cleo")
    for happening, _english, _french in SENTENCES:
        assert "\n" not in tell_happening(happening, names)
    assert name in tell_happening(FeePaid(0, 5), names)


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("winners", [(0,), (0, 2), (0, 1, 2)])
def test_every_end_is_told(reason: Reason, winners: tuple[int, ...]) -> None:
    told = tell_outcome(Outcome(reason, winners, (40, 40, 40)), NAMES)
    if reason is Reason.NOBODY:
        assert told == "The game is over without a winner: nobody is left."
    else:
        assert re.search(
            r"wins with \$40\.$" if len(winners) == 1 else r"share the win with \$40 each\.$", told
        )


def test_money_is_told_from_the_richest_down() -> None:
    assert (
        tell_money(Outcome(Reason.ROWS, (1,), (20, 55, 20)), NAMES, ())
        == "Money at the end: Ben $55, Ada $20, Cleo $20."
    )


def test_who_has_left_the_game_comes_last_whatever_money_it_had() -> None:
    """L1: that money is out of the game."""
    assert (
        tell_money(Outcome(Reason.ROLLS, (1,), (60, 55, 20)), NAMES, (0,))
        == "Money at the end: Ben $55, Cleo $20, Ada $60 (out of the game)."
    )
