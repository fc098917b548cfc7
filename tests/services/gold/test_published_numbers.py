"""The released files of Mu-SHROOM through the commands: import, agreement, gold, release."""

import json
import random
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from annotation.models import AnnotationRevision, Item, Project
from annotation.queries.projects.access import languages_of
from annotation.queries.statistics.rollups import summary
from annotation.services.annotate.assignment import assign
from tests.commands import succeeds
from tests.paths import REFERENCE_DATA, REFERENCE_DATA_REQUIRED
from tests.people import annotator, content, join, save
from tests.releases import files_of

FILES = sorted((REFERENCE_DATA / "mushroom").glob("mushroom.*-tst.v1.extra.jsonl"))
pytestmark = [
    pytest.mark.any_database,
    pytest.mark.django_db,
    pytest.mark.skipif(
        not FILES and not REFERENCE_DATA_REQUIRED,
        reason="No reference data: MOREL_REFERENCE_DATA names no folder with mushroom/.",
    ),
]

TABLE_1 = {"AR": 0.757736, "DE": 0.718128, "EN": 0.485954, "ES": 0.514418, "HI": 0.801658, "ZH": 0.584843}
MERGED = {"AR": 0.758144, "DE": 0.718302, "EN": 0.486436, "ES": 0.514602, "HI": 0.802930, "ZH": 0.587273}
ITEMS = {"AR": 150, "DE": 150, "EN": 154, "ES": 152, "HI": 150, "ZH": 150}
MEASURES = {  # α, character, exact and overlap F1
    "AR": (0.476457, 0.750435, 0.430103, 0.877192),
    "DE": (0.504873, 0.674578, 0.372004, 0.826597),
    "EN": (0.291898, 0.578640, 0.290993, 0.745011),
    "ES": (0.298280, 0.549763, 0.291508, 0.739775),
    "HI": (0.688376, 0.782641, 0.558430, 0.933172),
    "ZH": (0.203894, 0.554252, 0.120789, 0.738925),
}
CURVES = {  # 2 … 5 annotators
    "EN": [0.746287, 0.654888, 0.603803, 0.570136],
    "ES": [0.730643, 0.628817, 0.573738, 0.538727],
    "ZH": [0.726885, 0.649722, 0.614850, 0.594971],
}
ANNOTATORS = {"AR": (3, 3), "DE": (3, 3), "EN": (9, 12), "ES": (6, 6), "HI": (3, 3), "ZH": (5, 7)}


@pytest.fixture(scope="module")
def released(django_db_setup, django_db_blocker):
    """A project with all six files, imported once for this module and deleted after it."""
    with django_db_blocker.unblock():
        assert len(FILES) == 6
        succeeds("create_project", "released", "--preset", "mu-shroom")
        succeeds("import_items", "released", *FILES)
        report = succeeds("import_annotations", "released", *FILES)
    yield report
    with django_db_blocker.unblock():
        # Sequences are not reset, so that rows of other tests have other keys.
        call_command("flush", interactive=False, verbosity=0, reset_sequences=False)


def agreement(*options: str) -> list[dict]:
    return json.loads(succeeds("agreement", "released", "--json", *options))


@pytest.mark.parametrize(("policy", "published"), [("mushroom-2025", TABLE_1), ("merged", MERGED)])
def test_agreement_is_table_1_to_six_decimals(released, policy, published):
    rows = agreement("--policy", policy)
    assert {row["lang"]: round(row["agreement"], 6) for row in rows} == published
    table = succeeds("agreement", "released", "--policy", policy)
    for language, value in published.items():
        assert f"{value:.6f}" in next(line for line in table.splitlines() if line.startswith(language))


def test_the_agreement_table_has_items_and_annotators(released):
    rows = {row["lang"]: row for row in agreement()}
    assert {lang: row["items"] for lang, row in rows.items()} == ITEMS
    assert {lang: row["counted"] for lang, row in rows.items()} == ITEMS
    assert {lang: (row["annotators_min"], row["annotators_max"]) for lang, row in rows.items()} == ANNOTATORS


def test_alpha_f1_and_curves_equal_the_published_ones_to_six_decimals(released):
    rows = {row["lang"]: row for row in agreement()}
    names = ("alpha", "character_f1", "exact_f1", "overlap_f1")
    assert {lang: tuple(round(row[name], 6) for name in names) for lang, row in rows.items()} == MEASURES
    for lang, published in CURVES.items():
        curve = rows[lang]["curve"]
        assert [(each["k"], round(each["agreement"], 6)) for each in curve[:4]] == list(
            enumerate(published, 2)
        )
        assert curve[-1]["k"] == ANNOTATORS[lang][1]
        assert round(curve[-1]["agreement"], 6) == TABLE_1[lang]


def test_labels_of_every_item_follow_from_its_annotations(released):
    assert "0 items came with labels that differ" in released


def test_gold_and_every_other_field_equal_the_files_in_906_of_906_items(released, tmp_path):
    equal = 0
    for file in FILES:
        lines = file.read_text("utf-8").splitlines()
        language = json.loads(lines[0])["lang"]
        succeeds("export_gold", "released", "--lang", language, "--extra", "--out", tmp_path / "gold.jsonl")
        exported = (tmp_path / "gold.jsonl").read_text("utf-8").splitlines()
        # Comparing texts also compares the order of keys at every depth.
        equal += sum(
            json.dumps(json.loads(ours)) == json.dumps(json.loads(theirs))
            for ours, theirs in zip(exported, lines, strict=True)
        )
    assert equal == 906


def test_221_of_906_items_have_other_gold_under_merged(released):
    told = succeeds("compare_policies", "released", "--right", "policy=merged", "--json")
    found = json.loads(told)
    assert sum(row["changed"] for row in found["languages"]) == len(found["changed"]) == 221
    assert {row["spelling"]: row["items"] for row in found["languages"]} == ITEMS
    assert all(set(each["changes"]) <= {"soft", "hard"} for each in found["changed"])
    assert all((row["labels"], row["left"], row["right"]) == (0, 0, 0) for row in found["languages"])


def test_dawid_skene_labels_do_not_change_gold(released, tmp_path):
    for name, option in (("plain", "--extra"), ("both", "--dawid-skene")):
        succeeds("export_gold", "released", "--lang", "HI", "--extra", option, "--out", tmp_path / name)
    plain, both = (
        [json.loads(line) for line in (tmp_path / name).read_text("utf-8").splitlines()]
        for name in ("plain", "both")
    )
    found = [record.pop("dawid_skene") for record in both]
    assert json.dumps(both) == json.dumps(plain)
    for record, aggregate in zip(both, found, strict=True):
        marked = [(each["start"], each["end"]) for each in record["soft_labels"]]
        assert {at for start, end in aggregate["hard_labels"] for at in range(start, end)} <= {
            at for start, end in marked for at in range(start, end)
        }


def test_the_summary_has_the_same_agreement(released):
    project = Project.objects.get(slug="released")
    rows = summary(project, languages_of(project))
    assert {row.spelling: round(row.agreement, 6) for row in rows.languages} == TABLE_1
    assert rows.overall.counted == 906


def test_exported_annotations_give_the_same_agreement_in_another_project(released, tmp_path):
    path = tmp_path / "raw.jsonl"
    succeeds("export_annotations", "released", "--lang", "ES", "--out", path)
    spanish = next(file for file in FILES if ".es-" in file.name)
    succeeds("create_project", "again", "--preset", "mu-shroom")
    succeeds("import_items", "again", spanish)
    succeeds("import_annotations", "again", path)
    row = json.loads(succeeds("agreement", "again", "--json"))[0]
    assert round(row["agreement"], 6) == TABLE_1["ES"]


def test_unlabelled_records_equal_those_that_participants_received(released, tmp_path):
    succeeds("build_release", "released", "twins", "--withhold", "wikipedia_url", "--out", tmp_path / "v1")
    assert "all is as it should be" in succeeds("verify_release", tmp_path / "v1")
    official = records_by_id(sorted((REFERENCE_DATA / "mushroom" / "unlabelled").iterdir()))
    ours = records_by_id(sorted((tmp_path / "v1" / "unlabelled").iterdir()))
    assert len(ours) == 906
    assert ours == official


def records_by_id(paths: list[Path]) -> dict[str, str]:
    """Return each record as text, which has the order of its keys."""
    rows = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    return {row["id"]: json.dumps(row) for row in rows}


LABELS = ("soft_labels", "hard_labels")


def test_a_release_of_the_six_files_verifies_and_rebuilds_with_the_published_labels(released, tmp_path):
    """The rebuild follows a hundred further edits."""
    succeeds("build_release", "released", "v1", "--out", tmp_path / "v1")
    assert "906 items recomputed; all is as it should be" in succeeds("verify_release", tmp_path / "v1")
    published = {}
    for file in FILES:
        for line in file.read_text("utf-8").splitlines():
            record = json.loads(line)
            published[record["id"]] = {name: record[name] for name in LABELS}
    ours = {}
    for file in (tmp_path / "v1" / "gold").iterdir():
        for line in file.read_text("utf-8").splitlines():
            record = json.loads(line)
            ours[record["id"]] = {name: record[name] for name in LABELS}
    assert len(ours) == 906
    assert ours == published

    project = Project.objects.get(slug="released")
    edit_project(project, random.Random(7))
    succeeds("rebuild_release", "released", "v1", "--out", tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(tmp_path / "v1")


def edit_project(project: Project, random: random.Random) -> None:
    """Make fifty surplus submissions and edit each once."""
    late = join(project, "late")
    for chosen in random.sample(list(Item.objects.filter(project=project)), 50):
        place(project, late, chosen)
        for _ in range(2):
            start = random.randrange(len(chosen.answer))
            save(project, late, chosen, content((start, start + 1)))
    assert AnnotationRevision.objects.filter(annotation__annotator__user=late).count() == 100


def place(project: Project, person: User, chosen: Item) -> None:
    """Assign a full item to one more person, as a lead can."""
    assign(project, annotator(project, person).key, Item.objects.filter(pk=chosen.pk), timezone.now())
