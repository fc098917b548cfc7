"""Releases with a split of items that nobody has annotated: for training, without labels."""

import json

import pytest

from annotation.models import Project, Release
from annotation.queries.releases.release_files import release_directory
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.build_job import rebuild
from morelkit.release.verify import verify
from tests.commands import refuses, succeeds
from tests.dataset_loading import load_all
from tests.kit.release.tampering import reseal_completely
from tests.records import import_annotations, import_records, item, write_jsonl
from tests.services.releases.building import ids, records, unzipped

pytestmark = pytest.mark.django_db

TRAIN = ("--unannotated", "train")
PAGE = "https://en.wikipedia.org/wiki/Marie_Curie"


@pytest.fixture
def delta(cast):
    """t-1 … t-3 have two annotations, s-1 one, u-1 … u-3 and fr-1 none."""
    project = create_project("delta", preset="mu-shroom", redundancy=2)
    import_records(
        project,
        [
            *(item(f"t-{n}", split="test", wikipedia_url=PAGE, n=n) for n in (1, 2, 3)),
            item("s-1", split="train", n="many"),
            *(item(f"u-{n}", split="train", label="Hallucination", only="here") for n in (1, 2)),
            item("u-3", split="test", n=3),
            item("fr-1", lang="FR", split="train"),
        ],
    )
    import_annotations(project, {f"t-{n}": {"a": [[0, 3]], "b": []} for n in (1, 2, 3)})
    import_annotations(project, {"s-1": {"a": []}})
    return project


def built(project: Project, name: str, *options: str) -> Release:
    succeeds("build_release", project.slug, name, *options)
    release = Release.objects.get(project=project, name=name)
    assert verify(release_directory(release)).differences == []
    return release


def test_items_that_nobody_annotated_are_a_split_without_labels(delta, datasets, tmp_path):
    release = built(delta, "v1", *TRAIN, "--withhold", "wikipedia_url")
    assert ids(release, "gold/en.full.jsonl") == ["t-1", "t-2", "t-3"]
    train = records(release, "unlabelled/en.train.jsonl")
    assert [each["id"] for each in train] == ["u-1", "u-2", "u-3"]
    labels = {"soft_labels", "hard_labels", "label", "wikipedia_url"}
    assert not any(labels & each.keys() for each in train)
    assert train[0]["only"] == "here"
    assert ids(release, "unlabelled/fr.train.jsonl") == ["fr-1"]
    directory = release_directory(release)
    files = {path.relative_to(directory).as_posix() for path in directory.rglob("*train*")}
    assert files == {"unlabelled/en.train.jsonl", "unlabelled/fr.train.jsonl"}
    assert release.counts["en"]["train"]["items"] == 3
    assert release.left_out == 1
    assert "The split `train` has 4 items that nobody has annotated" in (directory / "README.md").read_text()
    loaded = load_all(datasets, directory)
    assert {place: len(rows) for place, rows in loaded.items()} == {
        ("en", "full"): 3,
        ("en-unlabelled", "full"): 3,
        ("en-unlabelled", "train"): 3,
        ("fr-unlabelled", "train"): 1,
    }
    rebuild(release, tmp_path / "again")
    for path in directory.rglob("*"):
        if path.is_file():
            assert (tmp_path / "again" / path.relative_to(directory)).read_bytes() == path.read_bytes()


def test_by_a_field_only_items_of_the_split_are_in_it(delta):
    release = built(delta, "v1", *TRAIN, "--split-by", "field", "--splits", "split")
    assert ids(release, "gold/en.test.jsonl") == ["t-1", "t-2", "t-3"]
    assert ids(release, "unlabelled/en.train.jsonl") == ["u-1", "u-2"]
    assert release.left_out == 2  # s-1 and u-3


def test_by_list_and_by_share(delta, tmp_path):
    (tmp_path / "test").write_text("t-1\nt-2\nt-3\n")
    (tmp_path / "train").write_text("u-1\nu-2\nu-3\nfr-1\n")
    lists = (f"test={tmp_path / 'test'}", f"train={tmp_path / 'train'}")
    by_list = built(delta, "v1", *TRAIN, "--split-by", "list", "--splits", *lists)
    assert ids(by_list, "unlabelled/en.train.jsonl") == ["u-1", "u-2", "u-3"]
    by_share = built(
        delta, "v2", *TRAIN, "--split-by", "share", "--splits", "dev=1", "test=2", "--rename", "{split}-{n}"
    )
    assert ids(by_share, "unlabelled/en.train.jsonl") == ["train-1", "train-2", "train-3"]
    gold = ids(by_share, "gold/en.dev.jsonl", "gold/en.test.jsonl")
    assert gold == ["dev-1", "test-1", "test-2"]


def test_releases_without_the_option_leave_them_out(delta):
    plain = built(delta, "v1", "--languages", "EN")
    assert plain.left_out == 4
    assert (
        "unannotated"
        not in json.loads((release_directory(plain) / "manifest.json").read_text())["options"]["splits"]
    )


def test_a_download_under_embargo_has_the_split(delta, tmp_path):
    release = built(delta, "v1", *TRAIN, "--hold-back", "full")
    folder = unzipped(release, tmp_path / "zip")
    assert (folder / "unlabelled/en.train.jsonl").is_file()
    assert not (folder / "gold/en.full.jsonl").exists()
    assert verify(folder).differences == []


def test_releases_with_the_split_are_compared(delta):
    built(delta, "v1", *TRAIN)
    import_annotations(delta, {"u-3": {"a": [], "b": []}})
    release = built(delta, "v2", *TRAIN)
    assert ids(release, "unlabelled/en.train.jsonl") == ["u-1", "u-2"]
    assert "3 items before, 4 now" in release.notes


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--unannotated", "full"), "the split of items that are annotated"),
        (("--unannotated", "Train set"), "a split is named with small letters"),
        (
            (*TRAIN, "--split-by", "share", "--splits", "train=1", "test=1"),
            "the split of items that are annotated",
        ),
        (
            ("--unannotated", "test", "--split-by", "field", "--splits", "split"),
            "nobody has annotated, and is annotated",
        ),
        ((*TRAIN, "--hold-back", "train"), "no gold to hold back"),
    ],
)
def test_plans_that_cannot_be_are_refused(delta, options, reason):
    assert reason in refuses("build_release", "delta", "v1", *options)
    assert not Release.objects.filter(state=Release.State.READY).exists()


def test_the_verifier_checks_the_split(delta):
    directory = release_directory(built(delta, "v1", *TRAIN))
    path = directory / "unlabelled/en.train.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0][:-1] + ', "hard_labels": []}', *lines[1:]]) + "\n")
    reseal_completely(directory)
    found = [str(each) for each in verify(directory).differences]
    assert any("Unexpected field hard_labels" in each for each in found)


def test_records_of_other_formats(tmp_path):
    rows = [{"hyp": f"h {n}", "src": "s", "tgt": "t", "task": "DM", "ref": "tgt"} for n in range(4)]
    votes = {"labels": ["Hallucination", "Not Hallucination", "Hallucination"]}
    succeeds("create_project", "p", "--preset", "shroom", "--redundancy", "3")
    succeeds("import_items", "p", write_jsonl(tmp_path / "r.jsonl", rows))
    succeeds("import_annotations", "p", write_jsonl(tmp_path / "r.jsonl", [rows[0] | votes]))
    release = built(Project.objects.get(slug="p"), "v1", *TRAIN)
    assert records(release, "unlabelled/train.jsonl") == rows[1:]
    assert len(records(release, "gold/full.jsonl")) == 1
