"""Releases of every record format: built, verified, tampered with, loaded."""

import json
from collections import Counter

import pytest

from annotation.models import Project, Release
from annotation.queries.releases.release_files import release_directory
from annotation.services.releases.build_job import rebuild
from morelkit.formats.registry import BY_NAME
from morelkit.release.verify import verify
from tests.commands import manage, refuses, succeeds
from tests.dataset_loading import load_all
from tests.kit.formats.files import reference_files, text
from tests.kit.formats.test_cap import RECORD as CAP
from tests.kit.formats.test_much import RECORD as MUCH
from tests.kit.formats.test_much import TOKENS
from tests.kit.formats.test_openhaldet import RECORD as OPENHALDET
from tests.kit.formats.test_shroom import DEV, TEST
from tests.records import write_jsonl
from tests.services.releases.building import records, unzipped

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]

RECORDS = {
    "shroom": [DEV, DEV | TEST | {"src": "Twice"}, DEV],
    "cap": [CAP, CAP | {"index": 5, "lang": "telugu", "has_factual_mistakes": "n"}],
    "openhaldet": [
        OPENHALDET,
        OPENHALDET | {"sample_id": "qa-18", "eval_category": "abstention", "model_output_text": ""},
    ],
    "much": [
        MUCH | {"tokens": TOKENS, "claim_tokens": [[0, 6], [6, 11]]},
        MUCH | {"id": "weir-2", "claim_labels": [0, 0], "tokens": TOKENS, "claim_tokens": [[0, 6], [6, 11]]},
    ],
}
ANSWERS = {
    "shroom": "hyp",
    "cap": "output_text",
    "openhaldet": "model_output_text",
    "much": "model_output_text",
}


@pytest.fixture
def released(tmp_path):
    def released(preset, rows, *options, name="v1", slug="p"):
        if not Project.objects.filter(slug=slug).exists():
            file = write_jsonl(tmp_path / "records.jsonl", rows)
            succeeds("create_project", slug, "--preset", preset, "--redundancy", "1")
            succeeds("import_items", slug, file)
            succeeds("import_annotations", slug, file)
        succeeds("build_release", slug, name, *options)
        release = Release.objects.get(name=name, project__slug=slug)
        assert "all is as it should be" in succeeds("verify_release", release_directory(release))
        return release

    return released


@pytest.mark.parametrize("preset", RECORDS)
def test_a_release_has_the_records_as_they_came(released, preset):
    release = released(preset, RECORDS[preset])
    paths = sorted((release_directory(release) / "gold").iterdir())
    gold = [record for path in paths for record in records(release, f"gold/{path.name}")]
    assert sorted(map(text, gold)) == sorted(map(text, RECORDS[preset]))
    bare = [record for path in paths for record in records(release, f"unlabelled/{path.name}")]
    labels = {*BY_NAME[preset].label_fields, *BY_NAME[preset].reasons}
    assert [list(each) for each in bare] == [[key for key in each if key not in labels] for each in gold]


def test_the_reasons_for_a_label_are_not_in_unlabelled_records(released):
    release = released("openhaldet", RECORDS["openhaldet"])
    assert [each["eval_reasoning"] for each in records(release, "gold/full.jsonl")] == [
        OPENHALDET["eval_reasoning"]
    ] * 2
    unlabelled = records(release, "unlabelled/full.jsonl")
    assert not any({"eval_category", "eval_reasoning"} & each.keys() for each in unlabelled)


def test_records_without_a_language_are_one_set(released, datasets):
    release = released("shroom", RECORDS["shroom"])
    directory = release_directory(release)
    assert {path.relative_to(directory).as_posix() for path in directory.rglob("*full*")} == {
        *(f"{kind}/full.jsonl" for kind in ("gold", "unlabelled", "raw", "provenance")),
        "tables/full.items.csv",
        "tables/full.spans.csv",
    }
    assert "lang" not in records(release, "raw/full.jsonl")[0]
    loaded = load_all(datasets, directory)
    assert {place: len(rows) for place, rows in loaded.items()} == {
        ("default", "full"): 3,
        ("default-unlabelled", "full"): 3,
    }
    assert loaded["default", "full"][0]["p(Hallucination)"] == 2 / 3


@pytest.mark.parametrize("preset", ["cap", "openhaldet", "much"])
def test_releases_of_other_formats_load(released, datasets, preset):
    directory = release_directory(released(preset, RECORDS[preset]))
    rows = [
        row
        for (config, _), found in load_all(datasets, directory).items()
        for row in found
        if "unl" not in config
    ]
    assert {row[ANSWERS[preset]] for row in rows} == {each[ANSWERS[preset]] for each in RECORDS[preset]}


def test_a_table_is_released_under_the_keys_of_its_format(tmp_path, released):
    rows = [{"Nr": "a", "id": "other", "Who": "Who?", "Said": "Ada.", "score": 1}]
    file = write_jsonl(tmp_path / "t.jsonl", rows)
    succeeds("create_project", "t", "--preset", "table", "--redundancy", "1")
    succeeds("import_items", "t", file, "--map", "Nr=id", "Who=question", "Said=answer")
    annotations = write_jsonl(tmp_path / "a.jsonl", [{"id": "a", "annotations": {"ada": [[0, 3]]}}])
    succeeds("import_annotations", "t", annotations)
    (gold,) = records(released("table", [], slug="t"), "gold/full.jsonl")
    expected = {"id": "a", "imported_id": "other", "Who": "Who?", "answer": "Ada.", "score": 1}
    assert {name: gold[name] for name in expected} == expected
    assert gold["hard_labels"] == [[0, 3]]


def test_items_get_ids_if_a_release_renames_them(released):
    gold = records(released("shroom", RECORDS["shroom"], "--rename", "{split}-{n}"), "gold/full.jsonl")
    assert [each["id"] for each in gold] == ["full-1", "full-2", "full-3"]
    assert next(iter(gold[0])) == "id"


def test_splits_of_records_without_a_language(released, tmp_path, datasets):
    rows = [DEV, DEV | {"task": "MT"}, DEV | {"task": "PG"}, DEV]
    release = released(
        "shroom",
        rows,
        "--split-by",
        "field",
        "--splits",
        "task",
        "--hold-back",
        "pg",
        "--license",
        "cc-by-4.0",
    )
    assert [len(records(release, f"gold/{split}.jsonl")) for split in ("dm", "mt", "pg")] == [2, 1, 1]
    release.published_at = release.frozen_at
    release.save()
    held = unzipped(release, tmp_path / "held")
    assert not (held / "gold/pg.jsonl").exists()
    assert (held / "gold/dm.jsonl").exists()
    assert (held / "unlabelled/pg.jsonl").exists()
    assert not verify(held).differences


@pytest.mark.parametrize(
    ("edit", "finding"),
    [
        ({"label": "Not Hallucination"}, "Its label do not follow from the raw annotations."),
        ({"p(Hallucination)": 0.6}, "Its p(Hallucination) do not follow from the raw annotations."),
        ({"labels": []}, "Its labels do not follow from the raw annotations."),
        ({"hyp": "Another."}, "The line with labels differs from the one without (hyp)."),
    ],
)
def test_an_edited_record_is_found(released, edit, finding):
    release = released("shroom", RECORDS["shroom"])
    path = release_directory(release) / "gold/full.jsonl"
    first, *rest = path.read_text("utf-8").splitlines()
    edited = json.dumps(json.loads(first) | edit, ensure_ascii=False, separators=(",", ":"))
    path.write_text("\n".join([edited, *rest, ""]), "utf-8")
    outcome = manage("verify_release", release_directory(release))
    assert outcome.status != 0
    assert finding in outcome.out + outcome.err


def test_a_removed_record_is_found(released):
    release = released("shroom", RECORDS["shroom"])
    path = release_directory(release) / "gold/full.jsonl"
    path.write_text("\n".join([*path.read_text("utf-8").splitlines()[1:], ""]), "utf-8")
    assert verify(release_directory(release)).differences


def test_a_later_release_is_compared(released, tmp_path):
    released("shroom", RECORDS["shroom"])
    again = released("shroom", [], name="v2")
    assert "No item and no label has changed." in again.notes


@pytest.mark.parametrize("name", ["trial", "dev_aware", "dev_agnostic", "test_agnostic"])
def test_published_shroom_records_are_released_as_they_were(name):
    (path,) = reference_files("shroom2024", f"{name}.json")
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", path)
    succeeds("import_annotations", "sem", path)
    succeeds("build_release", "sem", "1.0")
    release = Release.objects.get()
    assert "all is as it should be" in succeeds("verify_release", release_directory(release))
    gold = records(release, "gold/full.jsonl")
    assert list(map(text, gold)) == list(map(text, json.loads(path.read_bytes())))


def test_no_question_of_cap_is_in_two_splits_and_labels_are_shared_out(released):
    rows = [
        CAP
        | {"index": 10 * question + model, "question": f"Why {question}?", "model_id": f"m{model}"}
        | {"has_factual_mistakes": "yn"[question % 2]}
        for question in range(20)
        for model in range(3)
    ]
    plan = ("--split-by", "share", "--splits", "train=40", "dev=30", "test=30")
    release = released(
        "cap", rows, *plan, "--group", "question", "--stratify", "model_id", "has_factual_mistakes"
    )
    splits = {name: records(release, f"gold/ml.{name}.jsonl") for name in ("train", "dev", "test")}
    questions = {name: {each["question"] for each in found} for name, found in splits.items()}
    assert [len(each) for each in questions.values()] == [8, 6, 6]
    assert len(set.union(*questions.values())) == 20
    wrong = {
        name: sum(each["has_factual_mistakes"] == "y" for each in found) for name, found in splits.items()
    }
    assert wrong == {"train": 12, "dev": 9, "test": 9}


def test_labels_and_models_have_the_same_shares_in_each_split(released):
    rows = [
        OPENHALDET
        | {"sample_id": f"s{n}", "eval_category": ["correct", "hallucination", "abstention"][n % 3]}
        for n in range(30)
    ]
    release = released(
        "openhaldet",
        rows,
        "--split-by",
        "share",
        "--splits",
        "train=60",
        "dev=20",
        "test=20",
        "--stratify",
        "category",
    )
    for split, each in (("train", 6), ("dev", 2), ("test", 2)):
        found = Counter(record["eval_category"] for record in records(release, f"gold/{split}.jsonl"))
        assert found == {"correct": each, "hallucination": each, "abstention": each}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--group", "topic"), "No item has the field “topic”."),
        (("--group", "question"), "2 groups of items for 3 splits"),
        (("--group", "title"), "The group “title=A paper” has 3 items, more than any split by these shares."),
    ],
)
def test_a_plan_of_splits_that_cannot_be_satisfied_builds_nothing(released, options, reason):
    rows = [CAP, CAP | {"index": 5, "question": "Why?"}, CAP | {"index": 6, "question": "Why?"}]
    others = [
        CAP | {"index": 7, "title": "Another"},
        CAP | {"index": 8, "title": "A third", "question": "Why?"},
    ]
    released("cap", [*rows, *others])
    plan = ("--split-by", "share", "--splits", "a=1", "b=1", "c=1")
    assert reason in refuses("build_release", "p", "v2", *plan, *options)
    assert not release_directory(Release.objects.get(name="v2")).exists()


def test_fields_are_left_out_of_all_records(released, datasets, tmp_path):
    rows = [CAP, CAP | {"index": 5, "notes": "Ask Ada."}]
    release = released("cap", rows, "--leave-out", "notes", "model_config", "--withhold", "doi")
    directory = release_directory(release)
    for kind in ("gold", "unlabelled"):
        found = records(release, f"{kind}/ml.full.jsonl")
        assert not any({"notes", "model_config"} & record.keys() for record in found)
        assert all(("doi" in record) == (kind == "gold") for record in found)
    assert "model_config" not in (directory / "README.md").read_text()
    assert len(load_all(datasets, directory)["ml", "full"]) == 2
    rebuild(release, tmp_path / "again")
    for path in directory.rglob("*.jsonl"):
        assert (tmp_path / "again" / path.relative_to(directory)).read_bytes() == path.read_bytes()
    for name, reason in (
        ("nope", "No record has the field"),
        ("index", "without its field"),
        ("has_factual_mistakes", "without its field"),
    ):
        assert reason in refuses("build_release", "p", f"v-{name}", "--leave-out", name)
    assert "No record has the field" in refuses(
        "build_release", "p", "v3", "--leave-out", "doi", "--withhold", "doi"
    )
