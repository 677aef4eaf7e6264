"""Which test plays which of the attacks and accidents of protocol.md, 16.1 and 16.2.

A name alone is a trial of the simulation; with a file before it, it is a test.
"""

import ast
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from tests.simulation.runs import ALL_TRIALS

TESTS: Final = Path(__file__).parents[1]

ROWS: Final[dict[int, tuple[str, tuple[str, ...]]]] = {
    1: (
        "a lone speaker signs two decisions",
        (
            "two-faced",
            "two-faced-removed",
            "p2p/test_chain.py::test_two_events_of_a_lone_speaker_count_for_nothing_until_another_seat_speaks_over_one",
            "p2p/test_session.py::test_two_events_for_one_round_convict_and_neither_counts",
        ),
    ),
    2: (
        "two commitments, to see an opening early",
        ("p2p/test_session.py::test_in_a_round_that_awaits_all_nobody_speaks_before_all_stand_at_one_head",),
    ),
    3: (
        "two events just before a roll, to learn links from both sides",
        (
            "p2p/test_session.py::test_in_a_round_that_awaits_all_nobody_speaks_before_all_stand_at_one_head",
            "two-faced",
        ),
    ),
    4: ("a keep to one and a vote to another", ("keep-and-vote",)),
    5: (
        "votes for two sets of which neither holds the other",
        ("two-courts", "p2p/test_compare.py::test_two_certificates_for_one_round_convict_who_voted_for_both"),
    ),
    6: (
        "a vote that is withheld and signed later",
        (
            "late-voter",
            "p2p/test_chain_removal.py::test_a_certificate_over_which_all_its_signers_have_spoken_is_void",
        ),
    ),
    7: (
        "a voter that crashes and forgets",
        (
            "p2p/test_ledger.py::test_all_that_is_held_is_written_before_anything_else_happens",
            "p2p/test_chain_removal.py::test_who_has_voted_takes_no_events_until_a_keep_frees_it",
            "simulation/test_simulation_matrix.py::test_what_honest_peers_make_of_it",
            "simulation/test_simulation_honest.py::test_a_crash_before_any_one_effect_changes_nothing",
        ),
    ),
    8: (
        "a certificate, and an event of the round under way",
        (
            "p2p/test_session_removal.py::test_no_event_of_a_round_counts_that_a_certificate_has_closed",
            "p2p/test_removal.py::test_an_event_of_a_removed_round_is_not_taken_later",
        ),
    ),
    9: (
        "who looks at the roll before a removal",
        ("p2p/test_removal.py::test_a_roll_is_asked_anew_with_next_links",),
    ),
    10: (
        "the winner's seal is not heard",
        ("p2p/test_removal.py::test_the_start_the_seals_and_the_complete_log_take_no_certificate",),
    ),
    11: (
        "a removal before the start",
        ("p2p/test_removal.py::test_the_start_the_seals_and_the_complete_log_take_no_certificate",),
    ),
    12: (
        "a forged vote, or a forged event before a note",
        (
            "p2p/test_audit_notes.py::test_a_forged_event_in_the_round_of_a_note_is_broken_by_default",
            "p2p/test_audit_notes.py::test_a_forged_note_is_broken_by_default",
            "p2p/test_audit_removal.py::test_a_forged_vote_is_found_wherever_its_seat_spoke_last",
            "p2p/test_catching_up.py::"
            "test_a_forged_last_event_note_or_vote_leaves_no_trace_and_convicts_nobody",
        ),
    ),
    13: (
        "a host that tries nonces",
        ("p2p/test_lobby.py::test_the_start_comes_from_links_and_not_from_the_hosts_nonce",),
    ),
    14: (
        "two geneses with equal check words",
        (
            "p2p/test_lobby.py::test_two_geneses_of_one_host_are_two_games",
            "cli/test_cli_plain.py::"
            "test_the_check_words_are_told_as_the_game_begins_and_whenever_they_are_asked_for",
        ),
    ),
    15: (
        "one seed in two geneses",
        ("p2p/test_lobby.py::test_a_seed_is_drawn_after_the_nonce_and_bound_to_it",),
    ),
    16: (
        "a copied or related anchor",
        (
            "p2p/test_lobby.py::test_a_copied_anchor_cannot_be_opened",
            "p2p/test_dice.py::test_chains_are_bound_to_nonce_key_and_index",
        ),
    ),
    17: (
        "one payload signed twice",
        (
            "twice-signer",
            "p2p/test_compare.py::test_logs_that_differ_in_signatures_alone_are_the_same",
            "p2p/test_evidence.py::test_two_signatures_over_one_payload_are_one_event",
        ),
    ),
    18: (
        "a broken signature that comes first",
        (
            "broken-signer",
            "poisoner",
            "p2p/test_ledger.py::test_a_broken_signature_leaves_no_trace_and_does_not_block_the_true_one",
            "p2p/test_catching_up.py::test_a_damaged_signature_convicts_nobody_and_accuses_nobody",
        ),
    ),
    19: ("a key of small order", ("p2p/test_keys.py::test_keys_and_rs_of_small_order_are_refused",)),
    20: (
        "a folder put back, and a liar alone that answers",
        (
            "rolled-back",
            "lost-log",
            "p2p/test_session.py::test_nothing_is_signed_before_every_other_seat_has_answered",
            "p2p/test_session.py::test_an_own_event_far_ahead_of_a_disk_put_back_forbids_to_sign_below_it",
        ),
    ),
    21: (
        "who alone holds a note",
        (
            "p2p/test_session.py::test_a_resigner_may_leave_when_all_that_are_here_have_its_note",
            "p2p/test_session.py::test_a_resigner_that_has_restarted_still_waits_for_the_others",
        ),
    ),
    22: (
        "a note and an event of one round",
        ("p2p/test_audit_proofs.py::test_an_event_after_a_note_convicts", "junk-signer"),
    ),
    23: ("a bid that cannot be opened", ("overbidder", "overbidder-removed", "spoiler")),
    24: (
        "a hello over another connection",
        ("p2p/test_lobby.py::test_a_hello_counts_only_over_the_connection_that_it_certifies",),
    ),
    25: (
        "a genesis without bounds",
        (
            "p2p/test_lobby.py::test_a_genesis_has_bounds",
            "p2p/test_genesis.py::test_every_option_has_bounds_in_the_genesis",
        ),
    ),
    26: ("a false digest", ("false-digest",)),
    27: (
        "two live copies of one folder",
        ("twin", "p2p/test_session.py::test_a_second_copy_is_told_and_stays_mute_until_its_user_insists"),
    ),
    28: (
        "two gone of four, one of them awaited",
        (
            "two-lost",
            "p2p/test_removal.py::test_the_quorum_is_more_than_half_or_half_with_the_lowest",
        ),
    ),
    29: (
        "votes split between a set and a larger one",
        (
            "splitter",
            "p2p/test_chain_removal.py::"
            "test_who_has_voted_for_a_set_takes_the_certificate_of_a_larger_one_alone",
        ),
    ),
    30: ("who seconds, and neither votes nor keeps", ("seconds-only",)),
    31: (
        "nobody seals but the winner",
        (
            "seal-mute",
            "p2p/test_audit.py::test_a_game_without_all_seals_has_ended_and_says_whose_are_missing",
        ),
    ),
    32: (
        "a seat is removed that was there",
        (
            "bullied",
            "p2p/test_audit_removal.py::test_a_game_with_a_removal_is_complete_and_names_the_voters",
        ),
    ),
    33: (
        "a second event for some, while others have settled the first",
        (
            "p2p/test_session_removal.py::"
            "test_who_has_settled_a_round_keeps_it_for_one_that_has_gone_back_there",
            "p2p/test_session_removal.py::test_who_has_gone_back_takes_the_copy_that_another_has_settled",
        ),
    ),
    34: (
        "ballots without end, to keep out the one that counts",
        (
            "p2p/test_session_removal.py::"
            "test_a_certificate_comes_in_whatever_else_one_of_its_voters_has_signed",
        ),
    ),
    35: (
        "a vote or a keep that is asked of one who has lost its log, for a round long settled",
        (
            "p2p/test_lost_log.py::test_nobody_votes_in_a_round_that_it_has_settled_before",
            "p2p/test_lost_log.py::test_nobody_keeps_in_a_round_before_what_it_signed_last",
        ),
    ),
}


@lru_cache
def read_names(path: Path) -> frozenset[str]:
    """Give the names of the tests of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("row", sorted(ROWS))
def test_each_attack_has_a_test_that_plays_it(row: int) -> None:
    _trace, tests = ROWS[row]
    assert tests
    for name in tests:
        file, found, test = name.partition("::")
        if found:
            assert test in read_names(TESTS / file), name
        else:
            assert name in ALL_TRIALS, name
