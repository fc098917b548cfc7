"""Import items: stored fields, refused records with their places, and all-or-nothing imports."""

import json

import pytest

from annotation.models import Import, Item, ProjectLanguage
from annotation.services.imports.lifecycle import import_files
from annotation.services.projects.project_settings import create_project
from tests.commands import manage, refuses, succeeds
from tests.records import ANSWER, import_records, item, items, stored, write_jsonl
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

LABELS = {"soft_labels", "hard_labels"}
ROWS = ("Item", "Reference", "ProjectLanguage", "Annotation")


@pytest.fixture
def gamma(cast):
    """A new project. The projects of the cast have items with the same ids."""
    return create_project("gamma", preset="mu-shroom", redundancy=1)


@pytest.fixture
def write(tmp_path):
    def write(name: str, *records) -> str:
        return str(write_jsonl(tmp_path / name, records))

    return write


@pytest.fixture
def write_data(tmp_path):
    def write_data(name: str, data: bytes | str) -> str:
        (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(tmp_path / name)

    return write_data


def refused(*files: str, slug: str = "gamma") -> str:
    """Return the reasons of a refused import, which must change no rows."""
    before = snapshot()
    reasons = refuses("import_items", slug, *files)
    assert all(rows == before[table] for table, rows in snapshot().items() if table in ROWS)
    return reasons


def ids(project) -> list[str]:
    return list(
        Item.objects.filter(project=project).order_by("ordinal").values_list("external_id", flat=True)
    )


def test_items_are_imported_in_file_order(gamma, write):
    assert "Added 3 items" in succeeds("import_items", "gamma", write("a.jsonl", *reversed(items(3))))
    assert ids(gamma) == ["q-3", "q-2", "q-1"]


def test_several_files_are_one_import(gamma, write):
    succeeds("import_items", "gamma", write("a.jsonl", item("a")), write("b.jsonl", item("b", lang="ar")))
    assert ids(gamma) == ["a", "b"]
    assert {row.language: row.items for row in ProjectLanguage.objects.filter(project=gamma)} == {
        "en": 1,
        "ar": 1,
    }


def test_an_answer_is_stored_unchanged(gamma, write):
    answer = " \r\n<b>x</b> &amp; ‏مرحبا 👩‍👩‍👧‍👦 é \n"
    succeeds("import_items", "gamma", write("a.jsonl", item("a", answer=answer)))
    assert stored(gamma, "a").answer == answer


def test_importing_a_file_again_adds_nothing(gamma, write):
    path = write("a.jsonl", *items(3, model_id="m", hidden={"a": [1, 2.5, None]}))
    succeeds("import_items", "gamma", path)
    before = snapshot()
    assert "Nothing new: 3 were here already" in succeeds("import_items", "gamma", path)
    assert snapshot()["Item"] == before["Item"]


def test_a_larger_file_adds_its_new_items(gamma, write):
    succeeds("import_items", "gamma", write("a.jsonl", *items(2)))
    assert "Added 1 items; 2 were here" in succeeds("import_items", "gamma", write("b.jsonl", *items(3)))
    assert ids(gamma) == ["q-1", "q-2", "q-3"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"model_output_text": "Another answer."}, "model_output_text"),
        ({"model_input": "Another question?"}, "model_input"),
        ({"lang": "DE"}, "lang"),
        ({"model_id": "another"}, "model_id"),
        ({"wikipedia_url": "https://en.wikipedia.org/wiki/B"}, "wikipedia_url"),
        ({"reference_text": "Another text."}, "reference_text"),
        ({"reference_title": "Another title"}, "reference_title"),
        ({"extra": 2}, "extra"),
        ({"extra": None}, "extra"),
        ({"new": "field"}, "new"),
        ({"kind": "check"}, "kind"),
    ],
)
def test_a_changed_item_is_refused_with_the_name_of_the_field(gamma, write, changed, field):
    record = item("a", model_id="m", wikipedia_url="https://en.wikipedia.org/wiki/A", extra=1)
    record |= {"reference_text": "A text.", "reference_title": "A title"}
    succeeds("import_items", "gamma", write("a.jsonl", record))
    reasons = refused(write("b.jsonl", item("new-one"), record | changed))
    assert f"b.jsonl:2:{field}:" in reasons


def test_records_without_a_kind_get_the_kind_of_the_import(gamma, write):
    gold = {"hard_labels": [[0, 3]]}
    records = [
        item("a", **gold),
        item("b", kind="", **gold),
        item("c", kind="work"),
        item("d", kind="check", **gold),
    ]
    path = write("a.jsonl", *records)
    succeeds("import_items", "gamma", path, "--kind", "training")
    rows = Item.objects.filter(project=gamma).order_by("ordinal")
    kinds = [(each.external_id, each.kind, each.check_gold is not None) for each in rows]
    assert kinds == [
        ("a", "training", True),
        ("b", "training", True),
        ("c", "work", False),
        ("d", "check", True),
    ]
    assert "Nothing new: 4" in succeeds("import_items", "gamma", path, "--kind", "training")
    assert "a.jsonl:1:kind:" in refused(path)


def test_annotations_take_no_kind(gamma, write):
    assert (
        manage("import_annotations", "gamma", write("a.jsonl", item("a")), "--kind", "training").status == 2
    )


def test_imported_labels_of_an_item_may_differ(gamma, write):
    succeeds("import_items", "gamma", write("a.jsonl", item("a", soft_labels=[], hard_labels=[])))
    succeeds("import_items", "gamma", write("b.jsonl", item("a", hard_labels=[[0, 3]])))


def test_every_problem_has_file_line_and_field(gamma, write_data):
    lines = [
        json.dumps(item("good")),
        json.dumps({"id": "no-answer", "lang": "EN", "model_input": "?"}),
        '{"id": "cut", "lang": "EN", "model_in',
        "",
        json.dumps(item("lang", lang="not a language")),
        json.dumps(item("number", answer=5)),
        json.dumps(item("good")),
        '{"id": "nul", "lang": "EN", "model_input": "a\\u0000b", "model_output_text": "x"}',
        '{"id": "half", "lang": "EN", "model_input": "\\ud800", "model_output_text": "x"}',
        '["no object"]',
        json.dumps(item("kind", kind="exam")),
    ]
    reasons = refused(write_data("bad.jsonl", "\n".join(lines)))
    for place in (
        "bad.jsonl:2:model_output_text",
        "bad.jsonl:3:",
        "bad.jsonl:5:lang",
        "bad.jsonl:6:model_output_text",
        "bad.jsonl:7:id",
        "bad.jsonl:8:model_input",
        "bad.jsonl:9:model_input",
        "bad.jsonl:10:",
        "bad.jsonl:11:kind",
    ):
        assert place in reasons
    assert "9 problems" in reasons
    assert ids(gamma) == []


def test_at_most_a_thousand_problems_are_listed(gamma, write_data):
    reasons = refused(write_data("bad.jsonl", "{}\n" * 400))  # three required fields a line
    import_ = Import.objects.filter(project=gamma).get()
    assert (len(import_.problems), import_.problem_count) == (1_000, 1_200)
    assert "1200 problems" in reasons
    assert "and 200 more" in reasons


def test_a_duplicate_id_is_reported_with_both_lines(gamma, write):
    reasons = refused(write("a.jsonl", item("x"), item("y"), item("x")))
    assert "a.jsonl:3:id" in reasons
    assert "line 1" in reasons


def test_a_duplicate_id_in_two_files_is_reported_with_both_places(gamma, write):
    reasons = refused(write("a.jsonl", item("y"), item("x")), write("b.jsonl", item("x")))
    assert "b.jsonl:1:id" in reasons
    assert "line 2 of a.jsonl" in reasons


def test_a_numeric_id_equals_its_text(gamma, write):
    assert "a.jsonl:2:id" in refused(write("a.jsonl", item("7"), item("x") | {"id": 7}))


def test_one_invalid_file_rejects_the_import(gamma, write, write_data):
    refused(write("good.jsonl", item("a")), write_data("bad.jsonl", "{"))
    assert ids(gamma) == []


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b'{"id": "a", "lang": "EN", "model_input": "\xff", "model_output_text": "x"}\n', "UTF-8"),
        (b"PK\x03\x04zip", "packed or binary"),
        (b'[{"id": "a"', "The list breaks off"),
        (b'[{"id": "a"}]', "model_input"),
        (b"id,lang\na,EN\n", "model_input"),
        (b"just some words\n", "model_input"),
    ],
)
def test_an_unreadable_file_is_refused_with_a_reason(gamma, write_data, data, reason):
    assert reason in refused(write_data("file", data))


def test_a_missing_file_is_refused(gamma, tmp_path):
    assert "none.jsonl" in refuses("import_items", "gamma", tmp_path / "none.jsonl")
    refuses("import_items", "gamma", tmp_path)


def test_a_too_long_answer_is_refused(gamma, write, settings):
    settings.MAX_ANSWER_CHARACTERS = len(ANSWER) - 1
    assert "a.jsonl:1:model_output_text" in refused(write("a.jsonl", item("a")))


def test_a_project_with_fixed_languages_refuses_others(cast, write):
    create_project("named", preset="mu-shroom", languages=["EN", "AR"])
    reasons = refused(write("a.jsonl", item("a", lang="en"), item("b", lang="de")), slug="named")
    assert "a.jsonl:2:lang" in reasons
    assert "a.jsonl:1" not in reasons


def test_a_project_open_to_languages_adds_them_as_spelled(gamma, write):
    succeeds("import_items", "gamma", write("a.jsonl", item("a", lang="EN"), item("b", lang="pt_BR")))
    languages = ProjectLanguage.objects.filter(project=gamma).order_by("language")
    assert [(row.language, row.spelling) for row in languages] == [("en", "EN"), ("pt-br", "pt_BR")]


def test_an_item_without_an_id_gets_the_same_id_in_every_import(gamma, write):
    record = item("x")
    del record["id"]
    path = write("a.jsonl", record)
    succeeds("import_items", "gamma", path)
    assert "Nothing new" in succeeds("import_items", "gamma", path)


def test_an_import_does_not_affect_other_projects(cast, gamma, write):
    before = set(snapshot()["Item"])
    succeeds("import_items", "gamma", write("a.jsonl", *items(3, answer="Another answer.")))
    assert before < set(snapshot()["Item"])


def test_exported_fields_keep_the_imported_order(gamma, write, tmp_path):
    record = {
        "zeta": 1,
        **item("a"),
        "model_id": "m",
        "wikipedia_url": "u",
        "nested": {"b": [1.5, "é"], "a": None},
    }
    record |= {
        "reference_title": "A title without a text",
        "split": "test",
        "prompt": "P",
        "logits": "[-0.5]",
    }
    succeeds("import_items", "gamma", write("a.jsonl", record))
    import_records(gamma, [{"id": "a", "annotations": {"annotator_a": [[0, 3]]}}], "annotations")
    succeeds("export_gold", "gamma", "--out", tmp_path / "gold.jsonl")
    exported = json.loads((tmp_path / "gold.jsonl").read_text("utf-8"))
    assert [pair for pair in exported.items() if pair[0] not in LABELS] == list(record.items())


def test_records_with_annotations_give_a_warning(gamma, write):
    path = write("a.jsonl", item("a", annotations={"annotator_a": [[0, 3]]}), item("b"))
    out = succeeds("import_items", "gamma", path)
    assert "Added 2 items" in out
    assert "1 records hold annotations" in out
    assert "import_annotations" in out
    assert "hold annotations" not in succeeds("import_items", "gamma", write("b.jsonl", item("c")))


def test_blank_answers_are_imported_and_counted(gamma, write):
    out = succeeds("import_items", "gamma", write("a.jsonl", item("a", answer=" \r\n"), item("b")))
    assert "1 answers are nothing but white space." in out
    assert stored(gamma, "a").answer == " \r\n"


def test_progress_is_in_records_of_files_whose_records_have_several_lines(tmp_path):
    project = create_project("gamma")
    lines = ["id,lang,model_input,model_output_text"]
    lines += [f'q-{n},EN,Who?,"It was\nlit.\n"' for n in range(700)]
    path = tmp_path / "items.csv"
    path.write_text("\n".join(lines))
    seen = []
    import_files(project, "items", [path], watch=lambda done, total: seen.append((done, total)))
    assert {total for done, total in seen if done} == {700}
    assert (500, 700) in seen
