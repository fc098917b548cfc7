"""Downloads: the zip, embargoes, withdrawal, and reissues without the comments of erased people."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from annotation.queries.releases.release_files import release_directory
from annotation.queries.releases.release_list import release_data, release_zip
from annotation.services.people.erasure import erase_person
from annotation.services.releases.build_job import rebuild
from annotation.services.releases.lifecycle import open_embargo, withdraw
from foundation.errors import ConflictError, GoneError, InvalidError, UnavailableError
from foundation.jobs import run_waiting
from morelkit.release.verify import verify
from tests.dataset_loading import load_all
from tests.releases import files_of
from tests.services.releases.building import HELD, build, unzipped

pytestmark = pytest.mark.django_db


def test_the_zip_equals_the_directory_and_is_reproducible(gamma, tmp_path):
    release = build(gamma)
    once, again = (b"".join(release_zip(release, timezone.now(), lead=False)) for _ in range(2))
    assert once == again
    assert files_of(unzipped(release, tmp_path)) == files_of(release_directory(release))


def test_a_download_under_embargo_does_not_reveal_the_gold_of_the_split(gamma, tmp_path):
    release = build(gamma, splits=HELD, embargo=["test"], opens_on=date(2999, 3, 1), comments=True)
    assert release.counts["en"]["test"]["items"] == 2
    early = datetime(2999, 2, 28, 23, 59, tzinfo=UTC)
    folder = unzipped(release, tmp_path / "early", early)
    there = set(files_of(folder))
    assert {"unlabelled/en.test.jsonl", "gold/en.dev.jsonl", "EMBARGO.json"} <= there
    assert {each for each in there if ".test." in each} == {"unlabelled/en.test.jsonl"}
    assert b"Not in Paris." not in b"".join(files_of(folder).values())
    assert not verify(folder, release.manifest_sha256).differences
    late = unzipped(release, tmp_path / "late", early + timedelta(minutes=1))
    assert files_of(late) == files_of(release_directory(release))


def test_a_download_under_embargo_loads_in_every_configuration(gamma, tmp_path, datasets):
    release = build(gamma, splits=HELD, embargo=["test"])
    held = load_all(datasets, unzipped(release, tmp_path / "held"))
    release = open_embargo(release, timezone.now())
    whole = load_all(datasets, unzipped(release, tmp_path / "whole"))
    assert whole.keys() - held.keys() == {("en", "test")}
    assert all(rows[:] == whole[place][:] for place, rows in held.items())


def test_a_lead_ends_the_embargo_early(gamma, tmp_path):
    release = build(gamma, splits=HELD, embargo=["test"])
    assert release_data(release, timezone.now() + timedelta(days=9_999)).held_back
    release = open_embargo(release, timezone.now())
    assert files_of(unzipped(release, tmp_path)) == files_of(release_directory(release))
    with pytest.raises(ConflictError, match="held back"):
        open_embargo(release, timezone.now())


def test_a_withdrawn_release_keeps_its_files_and_is_downloadable_by_leads_only(gamma):
    release = build(gamma)
    with pytest.raises(InvalidError, match="why"):
        withdraw(release, " ", timezone.now())
    before = files_of(release_directory(release))
    release = withdraw(release, "Two languages were mixed up.", timezone.now())
    with pytest.raises(GoneError, match="mixed up"):
        release_zip(release, timezone.now(), lead=False)
    assert b"".join(release_zip(release, timezone.now(), lead=True))
    assert files_of(release_directory(release)) == before
    with pytest.raises(ConflictError):
        withdraw(release, "Again.", timezone.now())


def test_comments_of_an_erased_person_are_removed_and_recorded_in_the_manifest(gamma, tmp_path):
    release = build(gamma, comments=True)
    before = files_of(release_directory(release))
    assert b"Not in Paris." in before["comments/en.full.jsonl"]
    erase_person("ada", "ada", timezone.now())
    release.refresh_from_db()
    with pytest.raises(UnavailableError, match="without somebody's comments"):
        release_zip(release, timezone.now(), lead=True)
    assert run_waiting("releases")
    release.refresh_from_db()
    after = files_of(release_directory(release))
    assert b"Not in Paris." not in b"".join(after.values())
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {
        *("comments/en.full.jsonl", "provenance/en.full.jsonl"),
        *("README.md", "manifest.json"),
    }
    assert len(json.loads(after["manifest.json"])["erasures"]) == 1
    assert not verify(release_directory(release), release.manifest_sha256).differences
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == after
    assert b"".join(release_zip(release, timezone.now(), lead=False))


def test_a_release_without_comments_is_unchanged_by_an_erasure(gamma):
    release = build(gamma)
    before = files_of(release_directory(release))
    erase_person("ada", "ada", timezone.now())
    assert not run_waiting("releases")
    assert files_of(release_directory(release)) == before
