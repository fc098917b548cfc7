"""Gold of a task: copied from a release or imported from files, complete and without labels where it must be."""

import json

import pytest

from evaluation.models import GoldPart, GoldRevision, Task
from evaluation.queries.stored_files import gold_directory, gold_file, items_file
from evaluation.services.tasks.create_task import DirectorySource, add_revision, create_task
from foundation.errors import InvalidError
from foundation.write_transaction import write_transaction
from morelkit.release.layout import Part
from morelkit.scoring.gold import annotated_items, read_gold, read_items
from tests.records import write_jsonl
from tests.tasks import Tasks, gold_records, write_gold

pytestmark = pytest.mark.django_db


def test_an_imported_directory_has_a_part_for_each_language_and_split(tasks: Tasks):
    parts = GoldPart.objects.filter(revision=tasks.revision).order_by("language", "split")
    assert [(each.language, each.split, each.items) for each in parts] == [
        ("ar", "dev", 6),
        ("ar", "tst", 6),
        ("en", "dev", 6),
        ("en", "tst", 6),
    ]
    for part in parts:
        bare = [json.loads(line) for line in items_file(tasks.revision, part).read_text("utf-8").splitlines()]
        assert all(
            set(record) == {"id", "lang", "model_input", "model_output_text", "model_id"} for record in bare
        )
        assert gold_file(tasks.revision, part).stat().st_size == part.gold_bytes


def test_a_file_named_extra_is_read_instead_of_the_same_records_without_annotations(tmp_path):
    records = gold_records("en", "tst")
    bare = [{name: value for name, value in each.items() if name != "annotations"} for each in records]
    assert bare != records
    write_jsonl(tmp_path / "mushroom.en-tst.v1.extra.jsonl", records)
    write_jsonl(tmp_path / "mushroom.en-tst.v1.jsonl", bare)
    write_jsonl(tmp_path / "en.dev.jsonl", gold_records("en", "dev"))
    task = create_task("extra", "Extra", DirectorySource(tmp_path), None)
    revision = task.gold_revisions.get()
    assert [(each.split, each.items) for each in revision.parts.order_by("split")] == [("dev", 6), ("tst", 6)]
    items, _ = annotated_items(gold_directory(revision), Part("en", "tst"))
    assert [len(item.annotations) for item in items] == [3] * 6


def test_a_part_is_read_with_its_gold_and_annotations(tasks: Tasks):
    directory, part = gold_directory(tasks.revision), Part("ar", "tst")
    gold = read_gold(directory, part=part, fields=["model_id"])
    assert list(gold.items) == [f"tst-ar-{number}" for number in range(1, 7)]
    assert gold.items["tst-ar-2"].fields == ("model-0",)
    items, scheme = annotated_items(directory, part)
    assert [len(item.annotations) for item in items] == [3] * 6
    assert scheme.uses_spans


def test_items_of_a_part_are_read_without_opening_gold(tasks: Tasks):
    part = GoldPart.objects.get(revision=tasks.revision, language="en", split="tst")
    gold_file(tasks.revision, part).unlink()
    items = read_items(gold_directory(tasks.revision), part=Part("en", "tst"))
    assert len(items.items) == 6


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("en.tst.jsonl", "{}", "It has no answer"),
        ("en.tst.jsonl", "{", "en.tst.jsonl:1"),
        ("en.jsonl", "", "must end in its split"),
        ("en.tst.txt", "", "no files *.jsonl"),
    ],
)
def test_an_unusable_directory_is_refused_with_file_and_line(tmp_path, name, content, said):
    if content:
        (tmp_path / name).write_text(content, "utf-8")
    else:
        write_jsonl(tmp_path / name, gold_records("en", "tst"))
    with pytest.raises(InvalidError, match=said.replace("*", r"\*")):
        create_task("broken", "Broken", DirectorySource(tmp_path), None)
    assert not Task.objects.exists()


def test_gold_with_a_span_beyond_the_answer_is_refused(tmp_path):
    records = gold_records("en", "tst")
    records[2]["hard_labels"] = [[0, 5_000]]
    write_jsonl(tmp_path / "en.tst.jsonl", records)
    with pytest.raises(InvalidError, match=r"gold/en.tst.jsonl:3: Gold of item “tst-en-3”"):
        create_task("broken", "Broken", DirectorySource(tmp_path), None)
    assert not GoldRevision.objects.exists()


def test_a_directory_left_by_a_transaction_that_failed_is_replaced(tasks: Tasks, tmp_path):

    orphan = gold_directory(tasks.revision).parent / "2"
    (orphan / "gold").mkdir(parents=True)
    (orphan / "gold" / "en.tst.jsonl").write_text("old", "utf-8")
    source = DirectorySource(write_gold(tmp_path / "new"), "lantern-2")
    with source.prepared() as gold, write_transaction():
        revision = add_revision(tasks.lantern, gold, None)
    assert revision.number == 2
    assert read_gold(gold_directory(revision), part=Part("en", "tst")).items
