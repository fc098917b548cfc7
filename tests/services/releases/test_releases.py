"""Releases are frozen: what they hold follows from their record, and nothing that happens later changes it."""

import errno
import io
import json
import shutil
import zipfile
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import (
    Adjudication,
    Annotation,
    AnnotationRevision,
    ExcludedAnnotation,
    Exclusion,
    Import,
    Item,
    Project,
    Release,
)
from annotation.queries.gold.gold_export import GoldExport, annotation_records
from annotation.queries.releases.release_files import directory_of, freeze_of, root, workshop_of
from annotation.queries.releases.release_list import comparison, release_data, zip_of
from annotation.services.imports.lifecycle import undo_import
from annotation.services.people.erasure import erase_person
from annotation.services.projects.project_settings import create_project, set_project
from annotation.services.releases.build_job import rebuild
from annotation.services.releases.lifecycle import open_embargo, withdraw
from annotation.services.releases.request import Wish, ask_for_release, build_now
from foundation.errors import ConflictError, GoneError, InvalidError, UnavailableError
from foundation.jobs import run_job, run_waiting
from foundation.models import Job
from morelkit.gold.policy import GoldPolicy
from morelkit.release import build as writing
from morelkit.release.verify import verify
from tests.case_counts import examples
from tests.commands import manage, refuses, succeeds
from tests.people import annotate, join
from tests.records import import_annotations, import_records, item, items, stored
from tests.releases import files_of
from tests.services.statistics.history import make_project, steps, take

pytestmark = pytest.mark.django_db

POLICY = GoldPolicy(min_annotations=1)


@pytest.fixture(autouse=True)
def no_other_releases(data_dir):
    """Rows are rolled back after a test, files are not."""
    shutil.rmtree(data_dir / "releases", ignore_errors=True)


@pytest.fixture
def gamma(cast):
    """q-1 … q-4 and ar-1, ar-2 with two annotations each, q-5 with none; one of q-2 is excluded."""
    project = create_project("gamma", preset="mu-shroom", redundancy=2)
    records = [item(f"q-{number}", split="Dev" if number < 3 else "test") for number in range(1, 6)]
    import_records(
        project, [*records, item("ar-1", lang="AR", split="dev"), item("ar-2", lang="AR", split="dev")]
    )
    both = {"annotator_a": [[0, 3], [25, 30]], "annotator_b": [[25, 30]]}
    import_annotations(project, dict.fromkeys(("q-1", "q-3", "ar-1", "ar-2"), both))
    import_annotations(project, {"q-2": {**both, "annotator_c": []}})
    annotate(project, join(project, "ada"), stored(project, "q-4"), (4, 12), comment="Not in Paris.")
    annotate(project, join(project, "bo"), stored(project, "q-4"), (25, 30))
    last = Annotation.objects.filter(item__external_id="q-2", item__project=project).last()
    Annotation.objects.filter(pk=last.pk).update(
        excluded_at=timezone.now(), excluded_reason="A test account."
    )
    return project


def build(project: Project, name: str = "v1", **wish: Any) -> Release:
    return build_now(project, Wish(**{"name": name, "policy": GoldPolicy()} | wish))


def records(release: Release, path: str) -> list[dict]:
    return [json.loads(line) for line in (directory_of(release) / path).read_text("utf-8").splitlines()]


def ids(release: Release, *paths: str) -> list[str]:
    return [record["id"] for path in paths for record in records(release, path)]


def unzipped(release: Release, out: Path, now: datetime | None = None) -> Path:
    content = b"".join(zip_of(release, now or timezone.now(), lead=False))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(out)
    (folder,) = out.iterdir()
    return folder


def test_a_release_holds_the_very_records_of_the_exports(gamma):
    release = build(gamma)
    assert release.state == "ready"
    assert not verify(directory_of(release), release.manifest_sha256).differences
    for tag in ("ar", "en"):
        export = GoldExport(gamma, policy=GoldPolicy(), language=tag)
        assert records(release, f"gold/{tag}.full.jsonl") == list(export)
    raw = {record["id"]: record for record in annotation_records(gamma)}
    assert records(release, "raw/en.full.jsonl") == [raw[f"q-{number}"] for number in range(1, 5)]
    assert release.left_out == 1


def test_provenance_says_which_revisions_counted_and_what_was_excluded(gamma):
    annotate(gamma, join(gamma, "ada"), stored(gamma, "q-4"), (0, 3))
    _, second, _, fourth = records(build(gamma), "provenance/en.full.jsonl")
    assert second["revisions"] == {"annotator_a": 1, "annotator_b": 1}
    assert second["excluded"] == [{"annotator": "annotator_c", "reason": "A test account."}]
    assert sorted(fourth["revisions"].values()) == [1, 2]


def test_what_a_rule_excluded_names_the_rule(gamma):
    taken_out = Annotation.objects.get(item__project=gamma, excluded_at__isnull=False)
    act = Exclusion.objects.create(project=gamma, kind="rule", rule="unsure", reason="-", at=timezone.now())
    ExcludedAnnotation.objects.create(exclusion=act, annotation=taken_out, revision=taken_out.submitted)
    (why,) = records(build(gamma), "provenance/en.full.jsonl")[1]["excluded"]
    assert why == {"annotator": "annotator_c", "reason": "A test account.", "rule": "unsure"}


def test_it_is_built_again_from_its_record_whatever_was_edited_since(gamma, tmp_path):
    release = build(gamma, comments=True, evidence=True)
    before = files_of(directory_of(release))
    annotate(gamma, join(gamma, "ada"), stored(gamma, "q-4"), (0, 3))
    Annotation.objects.filter(item__project=gamma).update(excluded_at=timezone.now())
    gamma.name, gamma.policy = "Another", "merged"
    gamma.save()
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == before == files_of(directory_of(release))


def test_what_a_release_holds_cannot_be_undone_any_more(gamma):
    build(gamma)
    last = Import.objects.filter(project=gamma, kind="annotations").last()
    with pytest.raises(ConflictError, match="worked"):
        undo_import(last)


def test_a_field_says_the_splits_and_a_pattern_the_ids(gamma):
    release = build(
        gamma, splits={"by": "field", "field": "split", "rename": "{split}-{lang}-{n}"}, imported_ids=True
    )
    paths = ("gold/en.dev.jsonl", "gold/en.test.jsonl", "gold/ar.dev.jsonl")
    assert ids(release, *paths) == [
        *("dev-en-1", "dev-en-2", "test-en-1", "test-en-2"),
        *("dev-ar-1", "dev-ar-2"),
    ]
    assert [each["imported_id"] for each in records(release, "provenance/en.test.jsonl")] == ["q-3", "q-4"]
    assert not verify(directory_of(release)).differences


def test_a_pattern_that_calls_two_items_the_same_is_refused_in_a_sentence(cast):
    project = create_project("many", preset="mu-shroom", redundancy=1)
    import_records(project, [item(f"q-{n}", split="dev" if n < 11 else "dev1") for n in range(12)])
    import_annotations(project, {f"q-{n}": {"annotator_a": []} for n in range(12)})
    by_split = {"by": "field", "field": "split"}
    with pytest.raises(InvalidError, match=r"^By “{split}{n}” two items would be called “dev11”: set {n}"):
        build(project, splits=by_split | {"rename": "{split}{n}"})
    assert build(project, splits=by_split | {"rename": "{split}-{n}"}).state == "ready"


def test_which_item_had_which_id_is_not_told_unless_asked_for(gamma):
    release = build(gamma, splits={"rename": "item-{n}"})
    everything = b"".join(files_of(directory_of(release)).values())
    assert b"q-1" not in everything.replace(b"Where was q-1", b"")
    assert ids(release, "gold/en.full.jsonl") == [f"item-{number}" for number in range(3, 7)]


def test_items_whose_numbers_shifted_are_compared_with_what_they_were(gamma):
    one = build(gamma, "one", splits={"rename": "{lang}-{n}"})
    first = Annotation.objects.filter(item__external_id="q-1", item__project=gamma).earliest("pk")
    Annotation.objects.filter(pk=first.pk).update(excluded_at=timezone.now(), excluded_reason="-")
    two = build(gamma, "two", splits={"rename": "{lang}-{n}"})
    found = comparison(one, two)
    assert [(change.id, change.kind) for change in found.changes] == [("en-1", "removed")]
    assert (found.renamed, found.reused) == (3, 3)
    assert "denote another item than before: 3" in two.notes


def test_shares_are_drawn_within_each_language_and_the_same_each_time(gamma):
    plan = {"by": "share", "shares": {"dev": 1, "test": 3}}
    one, two = build(gamma, "one", splits=plan), build(gamma, "two", splits=plan)
    counts = {part: each["items"] for part, each in one.counts["en"].items()}
    assert counts == {"dev": 1, "test": 3}
    assert sum(each["items"] for each in one.counts["ar"].values()) == 2
    assert ids(one, "gold/en.dev.jsonl") == ids(two, "gold/en.dev.jsonl")


def test_lists_name_every_item(gamma):
    lists = {"dev": ["q-1", "ar-1", "ar-2"], "test": ["q-2", "q-3", "q-4"]}
    release = build(gamma, splits={"by": "list", "lists": lists})
    assert ids(release, "gold/en.test.jsonl") == ["q-2", "q-3", "q-4"]
    with pytest.raises(InvalidError, match="q-4 stands in none"):
        build(gamma, "v2", splits={"by": "list", "lists": {"dev": ["q-1", "q-2", "q-3", "ar-1", "ar-2"]}})
    with pytest.raises(InvalidError, match="has the id “q-5”"):
        build(gamma, "v3", splits={"by": "list", "lists": lists | {"other": ["q-5"]}})


HELD = {"by": "field", "field": "split"}
TODAY = datetime.now(UTC).date()

REFUSED = {
    "a name that is none": ({"name": "../v1"}, "name"),
    "a name that exists": ({"name": "v1"}, "already"),
    "a pattern without a number": ({"splits": {"rename": "{lang}"}}, "needs {n}"),
    "a pattern with something else": ({"splits": {"rename": "{n.__class__}"}}, "nothing else"),
    "a pattern with an open brace": ({"splits": {"rename": "{n"}}, "brace"),
    "a split that cannot be named": ({"splits": {"by": "share", "shares": {"all": 1}}}, "not “all”"),
    "a share of nothing": ({"splits": {"by": "share", "shares": {"dev": 0}}}, "whole number"),
    "an id in two lists": ({"splits": {"by": "list", "lists": {"a": ["x"], "b": ["x"]}}}, "already"),
    "a field that items lack": ({"splits": {"by": "field", "field": "nothing"}}, "ar-1"),
    "another split held back": ({"embargo": ["test"]}, "no split “test”"),
    "a day and nothing held back": ({"opens_on": date(2999, 1, 1)}, "held back"),
    "a day that has come": ({"embargo": ["test"], "opens_on": TODAY, "splits": HELD}, "no later day"),
    "a language the project has not": ({"languages": ["fr"]}, "no language “fr”"),
    "a language below the minimum": ({"policy": GoldPolicy(min_annotations=3)}, "nothing to release"),
    "a license that is none": ({"license": "<b>"}, "license"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refusals_leave_nothing_behind(gamma, what):
    build(gamma)
    kept = sorted(root().iterdir())
    wish, said = REFUSED[what]
    with pytest.raises((InvalidError, ConflictError), match=said):
        build(gamma, **{"name": "v2"} | wish)
    assert sorted(root().iterdir()) == kept
    assert not Release.objects.filter(project=gamma, name="v2").exclude(state="failed").exists()


def test_one_language_below_the_minimum_is_named_and_the_others_can_be_released(gamma):
    import_annotations(gamma, {"q-1": {"annotator_x": []}})
    policy = GoldPolicy(min_annotations=3)
    with pytest.raises(InvalidError, match="“ar”"):
        build(gamma, policy=policy)
    assert build(gamma, policy=policy, languages=["EN"]).counts["en"]["full"]["items"] == 1


def test_an_empty_project_has_nothing_to_release(cast):
    with pytest.raises(InvalidError, match="nothing to release"):
        build(cast.alpha)


def test_a_full_disk_leaves_nothing_half_written_and_the_name_free(gamma, monkeypatch):
    kept = sorted(root().iterdir())
    with monkeypatch.context() as full:
        full.setattr(writing._HashedFile, "write", no_space)
        with pytest.raises(InvalidError, match="No space left on device"):
            build(gamma)
    failed = Release.objects.get(project=gamma)
    assert (failed.state, failed.job.state) == ("failed", "failed")
    assert "No space left" in failed.message
    assert sorted(root().iterdir()) == kept
    assert build(gamma).state == "ready"


def no_space(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("moved", [False, True])
def test_a_build_that_was_killed_is_begun_anew(gamma, moved):
    release = ask_for_release(gamma, Wish("v1", GoldPolicy()), None)
    half = directory_of(release) if moved else workshop_of(release)
    half.mkdir()
    (half / "README.md").write_text("half")
    freeze_of(release).write_bytes(b"half")
    Job.objects.filter(pk=release.job_id).update(
        state="running", worker="elsewhere:1:1", heartbeat=timezone.now() - timedelta(minutes=1)
    )
    assert run_waiting("releases")
    release.refresh_from_db()
    assert release.state == "ready"
    assert not verify(directory_of(release)).differences
    assert not workshop_of(release).exists()


def test_the_zip_is_the_directory_and_the_same_each_time(gamma, tmp_path):
    release = build(gamma)
    once, again = (b"".join(zip_of(release, timezone.now(), lead=False)) for _ in range(2))
    assert once == again
    assert files_of(unzipped(release, tmp_path)) == files_of(directory_of(release))


def test_under_embargo_nothing_leaves_that_gives_the_gold_of_the_split_away(gamma, tmp_path):
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
    assert files_of(late) == files_of(directory_of(release))


def test_items_that_came_labelled_are_unlabelled_too(cast):
    project = create_project("cap", preset="shroom-cap", redundancy=1)
    shroom = {"label": "Hallucination", "labels": ["Hallucination"], "p(Hallucination)": 0.8}
    cap = {"has_fluency_mistakes": "n", "has_factual_mistakes": "y"}
    import_records(project, [item("q-1", **shroom), item("q-2", **cap)])
    import_annotations(project, {"q-1": {"annotator_a": []}, "q-2": {"annotator_a": []}})
    release = build(project)
    came = {*shroom, *cap}
    assert came <= {name for record in records(release, "gold/en.full.jsonl") for name in record}
    assert not came & {name for record in records(release, "unlabelled/en.full.jsonl") for name in record}
    assert not verify(directory_of(release)).differences


@pytest.fixture
def decided(gamma):
    """In gamma every item is a tie; a curator has decided on all of them."""
    set_project(gamma, adjudication=True)
    gamma.refresh_from_db()
    for place in stored_items(gamma):
        decide(gamma, place, [(0, 12)])
    return gamma


def stored_items(project: Project) -> list[Item]:
    return [each for each in Item.objects.filter(project=project) if each.external_id != "q-5"]


def decide(project: Project, on: Item, spans: list[tuple[int, int]], **more: Any) -> Adjudication:
    curator = join(project, "cora", "lead").annotator_set.get(project=project)
    marks = [
        {"id": f"m{n}", "start": s, "end": e, "label": "hallucination"} for n, (s, e) in enumerate(spans)
    ]
    return Adjudication.objects.create(
        **{
            "item": on,
            "number": on.adjudications.count() + 1,
            "curator": curator,
            "by": curator.user,
            "at": timezone.now(),
            "spans": marks,
            "source": "nothing",
            "note": "I know the place.",
        }
        | more
    )


def test_what_curators_decided_is_gold_whatever_they_decide_later(decided, tmp_path):
    release = build(decided)
    before = files_of(directory_of(release))
    assert records(release, "gold/en.full.jsonl") == list(
        GoldExport(decided, policy=GoldPolicy(), language="en")
    )
    (first, *_) = records(release, "decisions/en.full.jsonl")
    assert (first["id"], first["decision"]["spans"], "note" in first["decision"]) == ("q-1", [[0, 12]], False)
    assert not verify(directory_of(release), release.manifest_sha256).differences
    decide(decided, stored(decided, "q-1"), [(0, 3)])
    decide(decided, stored(decided, "q-2"), [], withdrawn=True)
    set_project(decided, adjudication=False)
    release.refresh_from_db()
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == before


def test_gold_files_keep_a_field_that_items_call_gold_under_another_name(decided):
    import_records(decided, [item("q-6", gold="Paris")])
    decide(decided, stored(decided, "q-6"), [(0, 3)])
    import_annotations(decided, {"q-6": {"annotator_a": [], "annotator_b": []}})
    *_, exported = GoldExport(decided, policy=GoldPolicy(), language="en")
    assert (exported["imported_gold"], exported["gold"]["source"]) == ("Paris", "curated")
    release = build(decided)
    assert records(release, "gold/en.full.jsonl")[-1] == exported
    assert not verify(directory_of(release)).differences


def test_a_later_decision_is_named_as_the_reason(decided):
    one = build(decided, "one")
    decide(decided, stored(decided, "q-1"), [(0, 3)])
    (change,) = comparison(one, build(decided, "two")).changes
    assert (change.id, change.kind, change.reasons[0][0]) == ("q-1", "hard", "decided")


def test_notes_of_curators_are_in_it_where_asked_for_until_they_are_erased(decided):
    join(decided, "lena", "lead")
    release = build(decided, comments=True)
    assert records(release, "decisions/ar.full.jsonl")[0]["decision"]["note"] == "I know the place."
    erase_person("cora", "cora", timezone.now())
    assert run_waiting("releases")
    assert b"I know the place." not in b"".join(files_of(directory_of(release)).values())
    assert b'"erasures": [\n  {' in files_of(directory_of(release))["manifest.json"]
    assert not verify(directory_of(release)).differences


def test_decisions_are_held_back_as_gold_is(decided, tmp_path):
    release = build(decided, splits=HELD, embargo=["test"])
    folder = unzipped(release, tmp_path)
    assert {each for each in files_of(folder) if each.startswith("decisions/")} == {
        *("decisions/en.dev.jsonl", "decisions/ar.dev.jsonl")
    }
    assert not verify(folder, release.manifest_sha256).differences


def test_items_that_are_tied_are_decided_on_first_where_the_project_wants_that(decided):
    decide(decided, stored(decided, "q-4"), [], withdrawn=True)
    with pytest.raises(InvalidError, match=r"no curator has decided: 1, the first of them “q-4”"):
        build(decided)
    assert build(decided, policy=GoldPolicy(threshold=Fraction(2, 3))).state == "ready"
    set_project(decided, adjudication=False)
    decided.refresh_from_db()
    assert build(decided, "other").state == "ready"


def test_a_lead_opens_it_before_its_day(gamma, tmp_path):
    release = build(gamma, splits=HELD, embargo=["test"])
    assert release_data(release, timezone.now() + timedelta(days=9_999)).held_back
    release = open_embargo(release, timezone.now())
    assert files_of(unzipped(release, tmp_path)) == files_of(directory_of(release))
    with pytest.raises(ConflictError, match="held back"):
        open_embargo(release, timezone.now())


def test_a_withdrawn_release_stays_with_its_reason_and_only_leads_can_have_it(gamma):
    release = build(gamma)
    with pytest.raises(InvalidError, match="why"):
        withdraw(release, " ", timezone.now())
    before = files_of(directory_of(release))
    release = withdraw(release, "Two languages were mixed up.", timezone.now())
    with pytest.raises(GoneError, match="mixed up"):
        zip_of(release, timezone.now(), lead=False)
    assert b"".join(zip_of(release, timezone.now(), lead=True))
    assert files_of(directory_of(release)) == before
    with pytest.raises(ConflictError):
        withdraw(release, "Again.", timezone.now())


def test_an_erased_persons_comments_leave_the_kept_release_and_its_manifest_says_so(gamma, tmp_path):
    release = build(gamma, comments=True)
    before = files_of(directory_of(release))
    assert b"Not in Paris." in before["comments/en.full.jsonl"]
    erase_person("ada", "ada", timezone.now())
    release.refresh_from_db()
    with pytest.raises(UnavailableError, match="without somebody's comments"):
        zip_of(release, timezone.now(), lead=True)
    assert run_waiting("releases")
    release.refresh_from_db()
    after = files_of(directory_of(release))
    assert b"Not in Paris." not in b"".join(after.values())
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {
        *("comments/en.full.jsonl", "provenance/en.full.jsonl"),
        *("README.md", "manifest.json"),
    }
    assert len(json.loads(after["manifest.json"])["erasures"]) == 1
    assert not verify(directory_of(release), release.manifest_sha256).differences
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == after
    assert b"".join(zip_of(release, timezone.now(), lead=False))


def test_a_release_without_comments_stays_as_it_is_when_somebody_is_erased(gamma):
    release = build(gamma)
    before = files_of(directory_of(release))
    erase_person("ada", "ada", timezone.now())
    assert not run_waiting("releases")
    assert files_of(directory_of(release)) == before


def test_two_releases_are_compared_and_the_notes_say_what_changed_and_why(gamma):
    one = build(gamma, "one")
    annotate(gamma, join(gamma, "ada"), stored(gamma, "q-4"), (25, 30))
    import_annotations(gamma, {"q-1": {"annotator_z": []}, "q-5": {"annotator_a": [], "annotator_b": []}})
    excluded = Annotation.objects.get(
        item__external_id="q-3", item__project=gamma, annotator__key="annotator_b"
    )
    Annotation.objects.filter(pk=excluded.pk).update(excluded_at=timezone.now(), excluded_reason="Late.")
    two = build(gamma, "two", notes="The year is checked.")
    found = comparison(one, two)
    ada = join(gamma, "ada").annotator_set.get(project=gamma).key
    changes = {change.id: (change.kind, change.reasons) for change in found.changes}
    assert changes == {
        "q-1": ("soft", [("new", "annotator_z")]),
        "q-3": ("removed", []),
        "q-4": ("hard", [("revised", ada)]),
        "q-5": ("added", []),
    }
    assert (found.items_before, found.items_after) == (6, 6)
    assert "The year is checked." in two.notes
    assert "new items: 1" in two.notes
    assert (directory_of(two) / "CHANGES.md").read_text("utf-8") == two.notes
    assert "first release" in one.notes


def test_another_policy_is_named_as_the_reason(gamma):
    one = build(gamma, "one")
    two = build(gamma, "two", policy=GoldPolicy(ties="in"))
    found = comparison(one, two)
    assert found.policy == [("ties", "out", "in")]
    assert {reason for change in found.changes for reason in change.reasons} == {("policy", "")}


def test_the_commands_build_verify_and_rebuild(gamma, tmp_path):
    out, again = tmp_path / "v1", tmp_path / "again"
    ids_file = tmp_path / "ids.txt"
    ids_file.write_text("q-1\nq-2\nq-3\nq-4\n")
    said = succeeds(
        *("build_release", "gamma", "v1", "--policy", "merged", "ties=in", "--languages", "EN"),
        *("--split-by", "list", "--splits", f"test={ids_file}", "--rename", "{split}-{n}"),
        *("--hold-back", "test", "--embargo", "2999-01-01", "--out", out),
    )
    assert "4 items; 1 left out" in said
    assert "all is as it should be" in succeeds("verify_release", out)
    succeeds("rebuild_release", "gamma", "v1", "--out", again)
    assert files_of(out) == files_of(again)
    (out / "gold/en.test.jsonl").write_text("")
    done = manage("verify_release", out)
    assert done.status == 1
    assert "gold/en.test.jsonl: item test-1: It has no gold." in done.out
    assert "already" in refuses("build_release", "gamma", "v1")
    assert "there already" in refuses("rebuild_release", "gamma", "v1", "--out", again)
    assert "no release “v2”" in refuses("rebuild_release", "gamma", "v2", "--out", tmp_path / "x")
    assert "manifest.json" in refuses("verify_release", tmp_path)


def test_a_damaged_freeze_record_is_not_built_from(gamma, tmp_path):
    release = build(gamma)
    freeze_of(release).write_bytes(freeze_of(release).read_bytes()[:-1])
    with pytest.raises(InvalidError, match="not as it was written"):
        rebuild(release, tmp_path / "again")
    assert not list(tmp_path.iterdir())


@settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=examples(15),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(before=st.lists(steps, max_size=5), after=st.lists(steps, min_size=3, max_size=8))
def test_no_sequence_of_operations_changes_a_release_or_loses_a_revision(db, tmp_path_factory, before, after):
    project = make_project(f"gamma-{Project.objects.count()}")
    zoe = join(project, "zoe")
    for name in ("q-1", "ar-1"):
        annotate(project, zoe, stored(project, name), (0, 3))
    for step in before:
        take(project, step)
    release = build(project, policy=POLICY)
    kept, revisions = files_of(directory_of(release)), revisions_of(project)
    for step in after:
        take(project, step)
    import_records(project, items(4))
    withdraw(release, "To see whether it changes.", timezone.now())
    assert files_of(directory_of(release)) == kept
    assert revisions <= revisions_of(project)
    again = tmp_path_factory.mktemp("again") / "v1"
    rebuild(release, again)
    assert files_of(again) == kept
    assert not verify(again).differences


def revisions_of(project: Project) -> set[tuple[int, int, str]]:
    rows = AnnotationRevision.objects.filter(annotation__item__project=project)
    return {(row.pk, row.number, json.dumps([row.spans, row.labels])) for row in rows}


def test_a_job_that_has_nothing_to_build_is_none(gamma):
    release = build(gamma)
    assert run_job(release.job) is False
