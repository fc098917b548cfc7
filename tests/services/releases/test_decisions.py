"""Releases of projects with adjudication."""

from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Adjudication, Item, Project
from annotation.queries.gold.gold_export import GoldExport
from annotation.queries.releases.release_files import release_directory
from annotation.queries.releases.release_list import comparison, preview, release_data
from annotation.services.people.erasure import erase_person
from annotation.services.projects.project_settings import set_project
from annotation.services.releases.build_job import rebuild
from foundation.errors import InvalidError
from foundation.jobs import run_waiting
from morelkit.gold.policy import GoldPolicy
from morelkit.release.verify import verify
from tests.people import join
from tests.records import import_annotations, import_records, item, stored
from tests.releases import files_of
from tests.services.releases.building import HELD, build, records, unzipped

pytestmark = pytest.mark.django_db


@pytest.fixture
def decided(gamma):
    """A project in which every item is a tie and a curator has decided on all of them."""
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


def test_a_release_keeps_the_decisions_at_its_freeze(decided, tmp_path):
    release = build(decided)
    before = files_of(release_directory(release))
    assert records(release, "gold/en.full.jsonl") == list(
        GoldExport(decided, policy=GoldPolicy(), language="en")
    )
    (first, *_) = records(release, "decisions/en.full.jsonl")
    assert (first["id"], first["decision"]["spans"], "note" in first["decision"]) == ("q-1", [[0, 12]], False)
    assert not verify(release_directory(release), release.manifest_sha256).differences
    decide(decided, stored(decided, "q-1"), [(0, 3)])
    decide(decided, stored(decided, "q-2"), [], withdrawn=True)
    set_project(decided, adjudication=False)
    release.refresh_from_db()
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == before


def test_an_imported_field_named_gold_is_renamed(decided):
    import_records(decided, [item("q-6", gold="Paris")])
    decide(decided, stored(decided, "q-6"), [(0, 3)])
    import_annotations(decided, {"q-6": {"annotator_a": [], "annotator_b": []}})
    *_, exported = GoldExport(decided, policy=GoldPolicy(), language="en")
    assert (exported["imported_gold"], exported["gold"]["source"]) == ("Paris", "curated")
    release = build(decided)
    assert records(release, "gold/en.full.jsonl")[-1] == exported
    assert not verify(release_directory(release)).differences


def test_a_later_decision_is_the_reason_of_a_change(decided):
    one = build(decided, "one")
    decide(decided, stored(decided, "q-1"), [(0, 3)])
    (change,) = comparison(one, build(decided, "two")).changes
    assert (change.id, change.kind, change.reasons[0][0]) == ("q-1", "hard", "decided")


def test_notes_of_curators_are_included_on_request_until_they_are_erased(decided):
    join(decided, "lena", "lead")
    release = build(decided, comments=True)
    assert records(release, "decisions/ar.full.jsonl")[0]["decision"]["note"] == "I know the place."
    erase_person("cora", "cora", timezone.now())
    assert run_waiting("releases")
    assert b"I know the place." not in b"".join(files_of(release_directory(release)).values())
    assert b'"erasures": [\n  {' in files_of(release_directory(release))["manifest.json"]
    assert not verify(release_directory(release)).differences


def test_decisions_are_withheld_under_embargo(decided, tmp_path):
    release = build(decided, splits=HELD, embargo=["test"])
    folder = unzipped(release, tmp_path)
    assert {each for each in files_of(folder) if each.startswith("decisions/")} == {
        *("decisions/en.dev.jsonl", "decisions/ar.dev.jsonl")
    }
    assert not verify(folder, release.manifest_sha256).differences


def test_tied_items_without_a_decision_are_refused_with_adjudication(decided):
    decide(decided, stored(decided, "q-4"), [], withdrawn=True)
    with pytest.raises(InvalidError, match=r"no curator has decided: 1, the first of them “q-4”"):
        build(decided)
    assert build(decided, policy=GoldPolicy(threshold=Fraction(2, 3))).state == "ready"
    set_project(decided, adjudication=False)
    decided.refresh_from_db()
    assert build(decided, "other").state == "ready"


def test_decided_items_with_too_few_annotations_are_counted_in_preview_and_release(decided):
    decide(decided, stored(decided, "q-5"), [(0, 3)])  # nobody has annotated it
    assert [
        (each.language, each.items, each.left_out, each.decided_left_out)
        for each in preview(decided, GoldPolicy(min_annotations=2), []).languages
    ] == [("ar", 2, 0, 0), ("en", 4, 1, 1)]
    found = release_data(build(decided), timezone.now())
    assert (found.left_out, found.decided_left_out) == (1, 1)

    decide(decided, stored(decided, "q-5"), [], withdrawn=True)
    assert sum(each.decided_left_out for each in preview(decided, GoldPolicy(), []).languages) == 0
    found = release_data(build(decided, "v2"), timezone.now())
    assert (found.left_out, found.decided_left_out) == (1, 0)


def test_decisions_do_not_count_where_adjudication_is_off(decided):
    decide(decided, stored(decided, "q-5"), [(0, 3)])
    set_project(decided, adjudication=False)
    decided.refresh_from_db()
    assert sum(each.decided_left_out for each in preview(decided, GoldPolicy(), []).languages) == 0
    assert build(decided).decided_left_out == 0
