"""The phase of an upload: what the receipt time decides."""

from datetime import UTC, datetime, timedelta

import pytest

from evaluation.models import Phase
from evaluation.queries.submissions.phase_choice import chosen_phase
from foundation.errors import ConflictError

END = datetime(2027, 1, 16, 12, tzinfo=UTC)  # midnight of 15 January anywhere on Earth
TICK = timedelta(microseconds=1)
DAY = timedelta(days=1)


def phase(key, kind, split, start, end=None, **more):
    return Phase(
        pk=key, slug=kind, name=kind.title(), kind=kind, split=split, starts_at=start, ends_at=end, **more
    )


@pytest.fixture
def phases():
    return [
        phase(1, "development", "dev", END - 30 * DAY, END),
        phase(2, "test", "tst", END - 5 * DAY, END),
        phase(3, "post", "tst", END),
    ]


def chosen(phases, at, wanted=None, splits=("tst",)):
    choice = chosen_phase(phases, wanted, set(splits), at)
    return choice.phase.slug, choice.late_for and choice.late_for.slug


def refusal(phases, at, wanted=None, splits=("tst",)):
    with pytest.raises(ConflictError) as refused:
        chosen_phase(phases, wanted, set(splits), at)
    return refused.value


def test_a_phase_contains_its_start_and_not_its_end(phases):
    test = phases[1]
    assert chosen(phases, test.starts_at, test) == ("test", None)
    assert refusal(phases, test.starts_at - TICK, test).code == "phase_not_started"
    assert chosen(phases, END - TICK, test) == ("test", None)
    assert chosen(phases, END, test) == ("post", "test")


def test_a_late_upload_is_refused_without_a_post_phase_and_told_both_zones(phases):
    found = refusal(phases[:2], END, phases[1])
    assert found.code == "phase_ended"
    assert "2027-01-16, 00:00 AoE (2027-01-16, 12:00:00 UTC)" in found.detail


def test_a_paused_phase_gives_its_reason(phases):
    phases[1].paused_at, phases[1].paused_reason = END - DAY, "The gold is being fixed."
    found = refusal(phases, END - DAY, phases[1])
    assert (found.code, "The gold is being fixed." in found.detail) == ("phase_paused", True)


def test_a_late_upload_does_not_go_to_a_paused_post_phase(phases):
    phases[2].paused_at = END
    assert refusal(phases, END, phases[1]).code == "phase_ended"


def test_without_a_name_the_open_phase_of_the_items_is_taken(phases):
    assert chosen(phases, END - DAY, splits=["dev"]) == ("development", None)
    assert chosen(phases, END - DAY, splits=["tst"]) == ("test", None)
    assert chosen(phases, END, splits=["tst"]) == ("post", None)
    assert refusal(phases, END, splits=["dev"]).code == "phase_ended"


def test_two_open_phases_of_a_split_need_a_name(phases):
    phases.append(phase(4, "development", "tst", END - 9 * DAY, END))
    assert refusal(phases, END - DAY).code == "phase_needed"
    assert chosen(phases, END - DAY, phases[1]) == ("test", None)
