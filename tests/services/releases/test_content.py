"""The content of a release follows from its freeze record: records, splits, ids; and what is refused."""

from datetime import UTC, date, datetime

import pytest
from django.utils import timezone

from annotation.models import Annotation, ExcludedAnnotation, Exclusion, Import, Release
from annotation.queries.gold.gold_export import GoldExport, annotation_records
from annotation.queries.releases.release_files import release_directory, root
from annotation.services.imports.lifecycle import undo_import
from annotation.services.projects.guidelines import set_guidelines
from annotation.services.projects.guidelines_images import upload_image
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.build_job import rebuild
from foundation.errors import ConflictError, InvalidError
from morelkit.gold.policy import GoldPolicy
from morelkit.release.verify import verify
from tests.images import png
from tests.people import annotate, join
from tests.records import import_annotations, import_records, item, stored
from tests.releases import files_of
from tests.services.releases.building import HELD, build, ids, records, unzipped

pytestmark = pytest.mark.django_db


def test_release_records_equal_exported_records(gamma):
    release = build(gamma)
    assert release.state == "ready"
    assert not verify(release_directory(release), release.manifest_sha256).differences
    for tag in ("ar", "en"):
        export = GoldExport(gamma, policy=GoldPolicy(), language=tag)
        assert records(release, f"gold/{tag}.full.jsonl") == list(export)
    raw = {record["id"]: record for record in annotation_records(gamma)}
    assert records(release, "raw/en.full.jsonl") == [raw[f"q-{number}"] for number in range(1, 5)]
    assert release.left_out == 1


def test_a_release_has_the_images_that_its_guidelines_show(gamma, tmp_path):
    for number, name in enumerate(("menu.png", "former.png", "spare.png"), 1):
        upload_image(gamma, name, png(number))
    set_guidelines(gamma, "en", "![Former](images/former.png)")
    set_guidelines(gamma, "en", "# Mark\n\n![The menu](images/menu.png)")
    release = build(gamma)
    folder = release_directory(release)
    images = {path.name: path.read_bytes() for path in (folder / "guidelines" / "images").iterdir()}
    assert images == {"menu.png": png(1), "former.png": png(2)}
    assert "](images/menu.png)" in (folder / "guidelines" / "en.v2.md").read_text()
    assert not verify(folder, release.manifest_sha256).differences
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(folder)
    assert not verify(unzipped(release, tmp_path / "zip"), release.manifest_sha256).differences
    (folder / "guidelines" / "images" / "menu.png").write_bytes(png(4))
    (difference,) = verify(folder, release.manifest_sha256).differences
    assert difference.file == "guidelines/images/menu.png"
    (folder / "guidelines" / "images" / "menu.png").unlink()
    assert "missing" in str(verify(folder, release.manifest_sha256).differences[0])


def test_provenance_names_counted_revisions_and_exclusions(gamma):
    annotate(gamma, join(gamma, "ada"), stored(gamma, "q-4"), (0, 3))
    _, second, _, fourth = records(build(gamma), "provenance/en.full.jsonl")
    assert second["revisions"] == {"annotator_a": 1, "annotator_b": 1}
    assert second["excluded"] == [{"annotator": "annotator_c", "reason": "A test account."}]
    assert sorted(fourth["revisions"].values()) == [1, 2]


def test_exclusions_by_a_rule_name_the_rule(gamma):
    excluded = Annotation.objects.get(item__project=gamma, excluded_at__isnull=False)
    act = Exclusion.objects.create(project=gamma, kind="rule", rule="unsure", reason="-", at=timezone.now())
    ExcludedAnnotation.objects.create(exclusion=act, annotation=excluded, revision=excluded.submitted)
    (why,) = records(build(gamma), "provenance/en.full.jsonl")[1]["excluded"]
    assert why == {"annotator": "annotator_c", "reason": "A test account.", "rule": "unsure"}


def test_imports_in_a_release_cannot_be_undone(gamma):
    build(gamma)
    last = Import.objects.filter(project=gamma, kind="annotations").last()
    with pytest.raises(ConflictError, match="worked"):
        undo_import(last)


def test_splits_by_a_field_and_ids_by_a_pattern(gamma):
    release = build(
        gamma, splits={"by": "field", "field": "split", "rename": "{split}-{lang}-{n}"}, imported_ids=True
    )
    paths = ("gold/en.dev.jsonl", "gold/en.test.jsonl", "gold/ar.dev.jsonl")
    assert ids(release, *paths) == [
        *("dev-en-1", "dev-en-2", "test-en-1", "test-en-2"),
        *("dev-ar-1", "dev-ar-2"),
    ]
    assert [each["imported_id"] for each in records(release, "provenance/en.test.jsonl")] == ["q-3", "q-4"]
    assert not verify(release_directory(release)).differences


def test_a_pattern_that_gives_two_items_the_same_id_is_refused(cast):
    project = create_project("many", preset="mu-shroom", redundancy=1)
    import_records(project, [item(f"q-{n}", split="dev" if n < 11 else "dev1") for n in range(12)])
    import_annotations(project, {f"q-{n}": {"annotator_a": []} for n in range(12)})
    by_split = {"by": "field", "field": "split"}
    with pytest.raises(InvalidError, match=r"^By “{split}{n}” two items would be called “dev11”: set {n}"):
        build(project, splits=by_split | {"rename": "{split}{n}"})
    assert build(project, splits=by_split | {"rename": "{split}-{n}"}).state == "ready"


def test_imported_ids_are_left_out_unless_requested(gamma):
    release = build(gamma, splits={"rename": "item-{n}"})
    everything = b"".join(files_of(release_directory(release)).values())
    assert b"q-1" not in everything.replace(b"Where was q-1", b"")
    assert ids(release, "gold/en.full.jsonl") == [f"item-{number}" for number in range(3, 7)]


def test_splits_by_share_are_drawn_by_language_and_are_reproducible(gamma):
    plan = {"by": "share", "shares": {"dev": 1, "test": 3}}
    one, two = build(gamma, "one", splits=plan), build(gamma, "two", splits=plan)
    counts = {part: each["items"] for part, each in one.counts["en"].items()}
    assert counts == {"dev": 1, "test": 3}
    assert sum(each["items"] for each in one.counts["ar"].values()) == 2
    assert ids(one, "gold/en.dev.jsonl") == ids(two, "gold/en.dev.jsonl")


def test_splits_by_list_must_contain_every_item(gamma):
    lists = {"dev": ["q-1", "ar-1", "ar-2"], "test": ["q-2", "q-3", "q-4"]}
    release = build(gamma, splits={"by": "list", "lists": lists})
    assert ids(release, "gold/en.test.jsonl") == ["q-2", "q-3", "q-4"]
    with pytest.raises(InvalidError, match="q-4 stands in none"):
        build(gamma, "v2", splits={"by": "list", "lists": {"dev": ["q-1", "q-2", "q-3", "ar-1", "ar-2"]}})
    with pytest.raises(InvalidError, match="has the id “q-5”"):
        build(gamma, "v3", splits={"by": "list", "lists": lists | {"other": ["q-5"]}})


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
def test_a_refused_release_leaves_no_files_and_no_row(gamma, what):
    build(gamma)
    kept = sorted(root().iterdir())
    wanted, said = REFUSED[what]
    with pytest.raises((InvalidError, ConflictError), match=said):
        build(gamma, **{"name": "v2"} | wanted)
    assert sorted(root().iterdir()) == kept
    assert not Release.objects.filter(project=gamma, name="v2").exclude(state="failed").exists()


def test_a_language_below_the_minimum_is_refused_and_the_others_can_be_released(gamma):
    import_annotations(gamma, {"q-1": {"annotator_x": []}})
    policy = GoldPolicy(min_annotations=3)
    with pytest.raises(InvalidError, match="“ar”"):
        build(gamma, policy=policy)
    assert build(gamma, policy=policy, languages=["EN"]).counts["en"]["full"]["items"] == 1


def test_a_project_without_annotations_cannot_be_released(cast):
    with pytest.raises(InvalidError, match="nothing to release"):
        build(cast.alpha)


def test_unlabelled_files_leave_out_withheld_fields(gamma):
    release = build(gamma, withhold=["model_input", "split"])
    for record in records(release, "unlabelled/en.full.jsonl"):
        assert list(record) == ["id", "lang", "model_output_text"]
    assert "split" in records(release, "gold/en.full.jsonl")[0]
    assert not verify(release_directory(release)).differences


@pytest.mark.parametrize("name", ["other", "id", "model_output_text", "lang"])
def test_only_fields_that_are_there_and_not_needed_are_withheld(gamma, name):
    with pytest.raises(InvalidError, match="No record") as refused:
        build(gamma, withhold=[name])
    assert name in str(refused.value)


def test_unlabelled_files_leave_out_imported_labels(cast):
    project = create_project("cap", preset="shroom-cap", redundancy=1)
    shroom = {"label": "Hallucination", "labels": ["Hallucination"], "p(Hallucination)": 0.8}
    cap = {"has_fluency_mistakes": "n", "has_factual_mistakes": "y"}
    import_records(project, [item("q-1", **shroom), item("q-2", **cap)])
    import_annotations(project, {"q-1": {"annotator_a": []}, "q-2": {"annotator_a": []}})
    release = build(project)
    came = {*shroom, *cap}
    assert came <= {name for record in records(release, "gold/en.full.jsonl") for name in record}
    assert not came & {name for record in records(release, "unlabelled/en.full.jsonl") for name in record}
    assert not verify(release_directory(release)).differences
