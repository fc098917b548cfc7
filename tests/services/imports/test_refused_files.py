"""Files that mix formats, break off, repeat ids or lack nested fields: refused by line, field and reason."""

import json

import pytest

from annotation.models import Annotation, Item
from tests.commands import refuses, succeeds
from tests.kit.formats.test_cap import RECORD as CAP
from tests.kit.formats.test_openhaldet import RECORD as OPENHALDET
from tests.kit.formats.test_shroom import DEV, TEST
from tests.records import item, write_jsonl

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]

SHROOM = TEST | DEV
RECORDS = {
    "mu-shroom": item("q-1", annotations={"a": [[0, 3]]}),
    "shroom": SHROOM,
    "cap": CAP,
    "openhaldet": OPENHALDET,
    "table": {"question": "Who?", "answer": "Ada."},
}
MISSING = {  # the field that a record of another format lacks
    "mu-shroom": "model_input",
    "shroom": "src",
    "cap": "question",
    "openhaldet": "structured_data.question",
    "table": "question",
}
OTHER = {"mu-shroom": CAP, "shroom": CAP, "cap": SHROOM, "openhaldet": SHROOM, "table": SHROOM}


@pytest.fixture
def project(request):
    succeeds("create_project", "p", "--preset", request.param, "--redundancy", "1")
    return request.param


@pytest.mark.parametrize("project", RECORDS, indirect=True)
@pytest.mark.parametrize("form", ["jsonl", "json"])
def test_a_mixture_of_formats_imports_nothing(project, form, tmp_path):
    rows = [RECORDS[project], OTHER[project]]
    file = tmp_path / f"a.{form}"
    texts = [json.dumps(row) for row in rows]
    file.write_text("\n".join(texts) if form == "jsonl" else f"[{texts[0]},\n{texts[1]}]", "utf-8")
    assert f"a.{form}:2:{MISSING[project]}: “{MISSING[project]}” is missing." in refuses(
        "import_items", "p", file
    )
    assert not Item.objects.exists()


@pytest.mark.parametrize("project", ["shroom", "cap", "openhaldet"], indirect=True)
def test_votes_of_another_format_import_nothing(project, tmp_path):
    other = {"shroom": {"id": 13, "has_factual_mistakes": "y"}, "cap": {"index": 5, "labels": []}}.get(
        project, {"sample_id": "qa-18", "label": "Hallucination"}
    )
    rows = [RECORDS[project], RECORDS[project] | other]
    succeeds("import_items", "p", write_jsonl(tmp_path / "items.jsonl", rows))
    field = {"shroom": "labels", "cap": "has_fluency_mistakes", "openhaldet": "eval_category"}[project]
    bare = {key: value for key, value in rows[1].items() if not key.startswith(("has_", "labels", "eval_c"))}
    file = write_jsonl(tmp_path / "votes.jsonl", [rows[0], bare])
    assert f"votes.jsonl:2:{field}: " in refuses("import_annotations", "p", file)
    assert not Annotation.objects.exists()


CUTS = {
    "in a record": lambda text: text[:-20],
    "after a record": lambda text: text[: text.rindex("\n")].rstrip(","),
    "after a comma": lambda text: text[: text.rindex("\n")],
}


@pytest.mark.parametrize("project", RECORDS, indirect=True)
@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("command", ["import_items", "import_annotations"])
def test_a_list_that_is_cut_short_imports_nothing(project, command, cut, tmp_path):
    record = RECORDS[project]
    if command == "import_annotations":
        succeeds("import_items", "p", write_jsonl(tmp_path / "items.jsonl", [record]))
    stored = Item.objects.count()
    whole = f"[{json.dumps(record)},\n{json.dumps(record)}]"
    file = tmp_path / "a.json"
    file.write_text(CUTS[cut](whole), "utf-8")
    reasons = refuses(command, "p", file)
    assert "a.json:" in reasons
    assert "The list breaks off" in reasons
    assert Item.objects.count() == stored
    assert not Annotation.objects.exists()


@pytest.mark.parametrize("project", RECORDS, indirect=True)
def test_lines_that_are_cut_short_import_nothing(project, tmp_path):
    file = tmp_path / "a.jsonl"
    text = json.dumps(RECORDS[project])
    file.write_text(f"{text}\n{text[:-5]}", "utf-8")
    assert "a.jsonl:2" in refuses("import_items", "p", file)
    assert not Item.objects.exists()


@pytest.mark.parametrize("project", ["shroom"], indirect=True)
def test_a_list_of_votes_that_is_cut_short_imports_nothing(project, tmp_path):
    succeeds("import_items", "p", write_jsonl(tmp_path / "items.jsonl", [TEST]))
    file = write_jsonl(tmp_path / "votes.jsonl", [TEST | {"labels": "['Hallucination', 'Not Hallu"}])
    assert "votes.jsonl:1:labels: “labels” must be a list of votes." in refuses(
        "import_annotations", "p", file
    )


WITH_ID = {name: record for name, record in RECORDS.items() if name != "table"} | {
    "table": {"id": "t-1"} | RECORDS["table"]
}
IDS = {"mu-shroom": "id", "shroom": "id", "cap": "index", "openhaldet": "sample_id", "table": "id"}
ANSWERS = {
    "mu-shroom": "model_output_text",
    "shroom": "hyp",
    "cap": "output_text",
    "openhaldet": "model_output_text",
    "table": "answer",
}


@pytest.mark.parametrize("project", WITH_ID, indirect=True)
def test_a_repeated_id_with_other_content_imports_nothing(project, tmp_path):
    record, field = WITH_ID[project], IDS[project]
    changed = record | {ANSWERS[project]: "Another answer."}
    reasons = refuses("import_items", "p", write_jsonl(tmp_path / "a.jsonl", [record, changed]))
    assert f"a.jsonl:2:{field}: This id stands in line 1 already." in reasons
    assert not Item.objects.exists()
    succeeds("import_items", "p", write_jsonl(tmp_path / "a.jsonl", [record]))
    reasons = refuses("import_items", "p", write_jsonl(tmp_path / "b.jsonl", [changed]))
    assert f"b.jsonl:1:{ANSWERS[project]}: " in reasons
    assert Item.objects.count() == 1


@pytest.mark.parametrize("project", ["shroom"], indirect=True)
def test_a_changed_row_of_a_file_without_ids_imports_nothing(project, tmp_path):
    succeeds("import_items", "p", write_jsonl(tmp_path / "dev.jsonl", [DEV]))
    reasons = refuses("import_items", "p", write_jsonl(tmp_path / "dev.jsonl", [DEV | {"hyp": "Else."}]))
    assert "dev.jsonl:1:hyp: " in reasons


@pytest.mark.parametrize("project", ["mu-shroom", "shroom"], indirect=True)
def test_repeated_ids_of_votes_import_nothing(project, tmp_path):
    record = RECORDS[project]
    succeeds("import_items", "p", write_jsonl(tmp_path / "items.jsonl", [record]))
    file = write_jsonl(tmp_path / "votes.jsonl", [record, record])
    assert "votes.jsonl:2:id: This id stands in line 1 already." in refuses("import_annotations", "p", file)
    assert not Annotation.objects.exists()


@pytest.mark.parametrize("project", ["openhaldet"], indirect=True)
@pytest.mark.parametrize(
    "data", [None, {}, [], "text", {"question": None}, {"question": ""}, {"question": ["q"]}]
)
def test_a_missing_nested_field_imports_nothing(project, data, tmp_path):
    rows = [OPENHALDET, OPENHALDET | {"sample_id": "qa-18", "structured_data": data}]
    reasons = refuses("import_items", "p", write_jsonl(tmp_path / "a.jsonl", rows))
    assert "a.jsonl:2:structured_data.question: " in reasons
    assert not Item.objects.exists()


def test_votes_on_an_item_that_was_removed_as_a_duplicate_are_refused(tmp_path):
    succeeds("create_project", "p", "--preset", "cap", "--redundancy", "1")
    file = write_jsonl(tmp_path / "items.jsonl", [CAP, CAP | {"index": "copy"}])
    succeeds("import_items", "p", file)
    succeeds("duplicates", "p", "--remove")
    assert "items.jsonl:2:index: The item “copy” was removed as a duplicate. Restore duplicates" in refuses(
        "import_annotations", "p", file
    )
    assert not Annotation.objects.exists()
