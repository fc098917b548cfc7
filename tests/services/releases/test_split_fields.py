"""Fields by which releases are split, grouped and stratified: columns, fields inside objects, values of every type."""

from collections import Counter

import pytest

from annotation.models import Project, Release
from annotation.queries.releases.release_files import release_directory
from morelkit.release.verify import verify
from tests.commands import refuses, succeeds
from tests.kit.formats.test_cap import RECORD as CAP
from tests.kit.formats.test_openhaldet import RECORD as OPENHALDET
from tests.kit.formats.test_shroom import DEV, TEST
from tests.records import item, write_jsonl
from tests.services.releases.building import ids, records

pytestmark = pytest.mark.django_db

SHROOM = TEST | DEV
HALVES = ("--split-by", "share", "--splits", "dev=1", "test=1")


@pytest.fixture
def project(tmp_path):
    def project(preset, rows, votes=None):
        succeeds("create_project", "p", "--preset", preset, "--redundancy", "1")
        succeeds("import_items", "p", write_jsonl(tmp_path / "items.jsonl", rows))
        succeeds("import_annotations", "p", write_jsonl(tmp_path / "votes.jsonl", votes or rows))
        return Project.objects.get(slug="p")

    return project


def built(*options):
    succeeds("build_release", "p", "v1", *options)
    release = Release.objects.get(name="v1")
    assert verify(release_directory(release)).differences == []
    return release


def splits(release, stem, *names):
    return [records(release, f"gold/{stem}{name}.jsonl") for name in names]


def test_items_of_a_page_stay_together(project):
    pages = [f"https://en.wikipedia.org/wiki/Page_{n}" for n in range(4)]
    rows = [item(f"q-{n}", wikipedia_url=pages[n % 4], annotations={"a": []}) for n in range(12)]
    project("mu-shroom", rows)
    found = splits(built(*HALVES, "--group", "wikipedia_url"), "en.", "dev", "test")
    assert [len({each["wikipedia_url"] for each in split}) for split in found] == [2, 2]


@pytest.mark.parametrize("field", ["src", "question"])
def test_a_column_is_known_by_its_name(project, field):
    project("shroom", [SHROOM | {"id": n, "src": f"q{n % 4}"} for n in range(12)])
    found = splits(built(*HALVES, "--group", field), "", "dev", "test")
    assert [len({each["src"] for each in split}) for split in found] == [2, 2]


def test_splits_by_a_field_inside_an_object(project):
    rows = [
        OPENHALDET
        | {"sample_id": f"s{n}"}
        | {"structured_data": OPENHALDET["structured_data"] | {"task_type": ["qa", "dialogue"][n % 2]}}
        for n in range(4)
    ]
    project("openhaldet", rows)
    found = splits(
        built("--split-by", "field", "--splits", "structured_data.task_type"), "", "qa", "dialogue"
    )
    assert [[each["sample_id"] for each in split] for split in found] == [["s0", "s2"], ["s1", "s3"]]


@pytest.mark.parametrize("value", [0.7, [{"first": "Ada", "last": "B"}], {"temperature": 0.7}, True, 1])
def test_values_of_every_type_are_kept_together_and_shared_out(project, value):
    rows = [CAP | {"index": n, "about": value if n % 2 else f"a{n}"} for n in range(12)]
    project("cap", rows)
    dev, test = splits(built(*HALVES, "--group", "about"), "ml.", "dev", "test")
    assert not {str(each["about"]) for each in dev} & {str(each["about"]) for each in test}


@pytest.mark.parametrize("values", [(0.1, 0.9), ({"t": 1}, {"t": 2}), ([1], [2]), (True, False)])
def test_strata_of_every_type_have_the_same_shares(project, values):
    project("cap", [CAP | {"index": n, "about": values[n // 10]} for n in range(20)])
    for split in splits(built(*HALVES, "--stratify", "about"), "ml.", "dev", "test"):
        assert set(Counter(str(each["about"]) for each in split).values()) == {5}


def test_strata_of_a_label_are_its_gold_values_not_shares_of_votes(project):
    wrong, right = "Hallucination", "Not Hallucination"
    votes = [[wrong] * (5 - n) + [right] * n for n in (0, 1, 2, 3, 4, 5)]
    project("shroom", [SHROOM | {"id": n, "src": f"q{n}", "labels": each} for n, each in enumerate(votes)])
    for split in splits(
        built("--split-by", "share", "--splits", "a=1", "b=1", "c=1", "--stratify", "supported"),
        "",
        "a",
        "b",
        "c",
    ):
        assert sorted(each["label"] for each in split) == [wrong, right]


def test_a_field_that_no_item_has_is_refused(project):
    project("cap", [CAP | {"index": n} for n in range(4)])
    said = refuses("build_release", "p", "v1", *HALVES, "--stratify", "model_id", "topic")
    assert "No item has the field “topic”." in said


def test_no_group_is_both_annotated_and_unannotated(project):
    rows = [item(f"q-{n}", lang=["FR", "EN"][n % 2]) | {"model_input": f"Q{n // 3}?"} for n in range(18)]
    votes = [{"id": f"q-{n}", "annotations": {"a": []}} for n in (1, 4, 7, 8)]
    project("mu-shroom", rows, votes)
    release = built(*HALVES, "--group", "question", "--unannotated", "train")
    train = ids(release, "unlabelled/en.train.jsonl", "unlabelled/fr.train.jsonl")
    assert sorted(train) == sorted(f"q-{n}" for n in range(9, 18))
    assert release.left_out == 5


def test_a_split_that_would_be_empty_is_refused(project):
    project("cap", [CAP | {"index": n} for n in range(3)])
    said = refuses("build_release", "p", "v1", "--split-by", "share", "--splits", "a=1", "b=100")
    assert "The split “a” would be empty: there are too few items." in said
