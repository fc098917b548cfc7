"""Teams submit at once against caps and a deadline, while the server is killed.

No cap is exceeded, nothing that was acknowledged is lost, nothing is accepted after the deadline, and every score is
the one that `morelkit` computes. -s prints the counts of answers.
"""

import sys
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from morelkit.scoring.score_files import ScoreOptions, score_files
from tests.concurrency.submitters import Row, Submitters, file_of
from tests.databases import MigratedDatabase
from tests.e2e.site import Site

pytestmark = pytest.mark.crowd

TEAMS, REQUESTS, THREADS = 40, 500, 40
DAILY_CAP, TOTAL_CAP, ATTEMPTS = 3, 4, 5


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[Site]:
    settings = {"MOREL_CHECK_RATE": "100000/min"}
    site = Site(tmp_path_factory.mktemp("submitters"), migrated=migrated, settings=settings)
    site.start()
    yield site
    site.close()


def test_forty_teams_submit_against_caps_and_a_deadline_while_the_server_is_killed(site):
    caps = {"daily_cap": DAILY_CAP, "total_cap": TOTAL_CAP, "daily_attempts": ATTEMPTS}
    crowd = Submitters.gather(site, "crowd", TEAMS, seed=1, **caps)

    def kill() -> None:
        site.stop(kill=True)
        assert_acknowledged_stored(crowd)
        site.restart()

    crowd.run(REQUESTS, THREADS, {0.2: kill, 0.4: kill, 0.6: kill, 0.75: lambda: crowd.set_deadline(0.5)})
    assert crowd.submit(crowd.teams[0], {"en.jsonl": file_of("en", 1)}) == "phase_ended"
    crowd.wait_until_scored()
    sys.stdout.write(f"\n{crowd.report()}\n")
    assert set(crowd.answers) == {"received", "quota_used", "attempts_used", "phase_ended"}
    assert_acknowledged_stored(crowd)
    assert_caps_kept(crowd)
    assert_nothing_late(crowd)
    assert_scores_equal(crowd)


def test_of_fifty_submissions_at_once_at_a_cap_of_one_one_is_received(site):
    crowd = Submitters.gather(site, "one", 1, seed=2, daily_cap=1, daily_attempts=1_000)
    together = threading.Barrier(50)

    def submit(number: int) -> str:
        together.wait()
        return crowd.submit(crowd.teams[0], {"en.jsonl": file_of("en", number % 12)})

    with ThreadPoolExecutor(50) as threads:
        answers = Counter(threads.map(submit, range(50)))
    assert answers == {"": 1, "quota_used": 49}
    crowd.wait_until_scored()
    (row,) = crowd.submissions()
    assert (row.state, row.of_day) == ("scored", 1)
    assert len(crowd.attempts()) == 1


def test_an_upload_that_is_sent_forty_times_at_once_is_received_once(site):
    here, there = (Submitters.gather(site, slug, 1, seed=3, daily_attempts=1) for slug in ("again", "other"))
    together, upload_id = threading.Barrier(40), str(uuid.uuid4())

    def submit(crowd: Submitters) -> str:
        together.wait()
        return crowd.submit(crowd.teams[0], {"en.jsonl": file_of("en", 1)}, upload_id=upload_id)

    with ThreadPoolExecutor(40) as threads:
        list(threads.map(submit, [here, there] * 20))
    first, second = (here, there) if here.uploads() else (there, here)
    assert (first.answers, second.answers) == ({"received": 20}, {"upload_id_reused": 20})
    assert (len(first.uploads()), len(first.submissions()), len(first.attempts())) == (1, 1, 1)
    assert {upload["id"] for upload in first.acknowledged} == set(first.uploads())
    assert (second.uploads(), second.submissions(), second.attempts()) == ({}, [], [])
    first.wait_until_scored()


def assert_acknowledged_stored(crowd: Submitters) -> None:
    """Every acknowledged upload is stored with its submissions, and their bytes are on the disk."""
    acknowledged = list(crowd.acknowledged)  # before the read: others may be received
    stored = {(row.upload, row.id): row for row in crowd.submissions()}
    for upload in acknowledged:
        assert upload["submissions"]
        for each in upload["submissions"]:
            row = stored[upload["id"], each["id"]]
            assert (row.sha256, row.number, row.track) == (each["sha256"], each["number"], each["track"])
            assert _path(crowd, row).stat().st_size == each["size"]


def assert_caps_kept(crowd: Submitters) -> None:
    """Counted by rows of the quota, and by submissions that are scored."""
    rows, uploads = crowd.submissions(), crowd.uploads()
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    by_day = Counter(
        (row.team, row.track, uploads[row.upload][1].date()) for row in rows if row.state == "scored"
    )
    in_all = Counter((row.team, row.track) for row in rows if row.state == "scored")
    assert max(by_day.values()) == DAILY_CAP
    assert max(in_all.values()) <= TOTAL_CAP
    assert max(row.of_day or 0 for row in rows) == DAILY_CAP
    assert max(row.of_phase or 0 for row in rows) <= TOTAL_CAP
    for row in rows:
        assert row.state in ("scored", "invalid", "failed")
        assert (row.of_day is not None) == (row.state == "scored"), row
        assert row.state != "failed" or "restarted" in row.message
    attempts = crowd.attempts()
    assert sorted(upload for upload, *_ in attempts) == sorted(uploads)
    assert max(Counter((team, day) for _, team, day, _ in attempts).values()) <= ATTEMPTS


def assert_nothing_late(crowd: Submitters) -> None:
    assert crowd.end is not None
    assert [at for _, at in crowd.uploads().values() if at >= crowd.end] == []


def assert_scores_equal(crowd: Submitters) -> None:
    """Every scored submission has the score that morelkit computes from its file and the gold file."""
    scores, expected = crowd.scores(), {}
    for row in crowd.submissions():
        if row.state == "scored":
            key = row.sha256, row.track
            if key not in expected:
                expected[key] = _direct_score(crowd, row)
            assert scores[row.id] == expected[key], row
        else:
            assert row.id not in scores
    assert len(expected) > 10


def _direct_score(crowd: Submitters, row: Row) -> dict[str, Any]:
    gold = next(
        crowd.site.directory.glob(f"evaluation/gold/*/1/gold/{row.track}.tst.jsonl")
    )  # equal in all tasks
    scores, _ = score_files(gold, [_path(crowd, row)], ScoreOptions())
    estimates = scores.languages[0].scores.estimates
    return {
        name: {"value": each.value, "low": each.low, "high": each.high, "reason": each.reason}
        for name, each in estimates.items()
    }


def _path(crowd: Submitters, row: Row) -> Path:
    return crowd.site.directory / "evaluation" / "submissions" / row.sha256[:2] / row.sha256
