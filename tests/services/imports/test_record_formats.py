"""Records of every format through the commands: import, votes, gold. Each is written as it came."""

import csv
import json

import pytest

from annotation.models import Annotation, Import, ImportedLabels, Item, Project, ProjectLanguage
from annotation.services.imports.lifecycle import undo_import
from annotation.services.projects.project_settings import create_project
from annotation.services.projects.scheme_changes import set_scheme
from foundation.errors import InvalidError
from foundation.jobs import run_waiting
from morelkit.formats.registry import FORMATS
from morelkit.scheme.schemes import PRESETS, to_json
from tests.commands import manage, refuses, succeeds
from tests.kit.formats.files import example, reference_files, text
from tests.kit.formats.test_cap import RECORD as CAP
from tests.kit.formats.test_openhaldet import RECORD as OPENHALDET
from tests.kit.formats.test_shroom import DEV, TEST
from tests.records import import_records, item, stored, write_jsonl

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def exported(tmp_path):
    def exported(slug, *options):
        path = tmp_path / "gold.jsonl"
        succeeds("export_gold", slug, "--min-annotations", "1", "--out", path, *options)
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    return exported


@pytest.mark.parametrize(
    ("preset", "name"),
    [("mu-shroom", "mushroom"), ("shroom-cap", "mushroom"), ("", "mushroom")]
    + [(name, name) for name in ("shroom", "cap", "openhaldet", "much", "table")],
)
def test_the_record_format_follows_from_the_preset(preset, name):
    assert create_project("p", preset=preset).record_format == name


def test_another_record_format_is_chosen_and_copied():
    succeeds("create_project", "judged", "--preset", "shroom", "--records", "mushroom")
    assert Project.objects.get(slug="judged").record_format == "mushroom"
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("create_project", "again", "--like", "sem")
    assert Project.objects.get(slug="again").record_format == "shroom"


def test_a_scheme_must_have_the_labels_of_the_record_format():
    reason = "Records of the format shroom need the item label “supported” with the choices yes, no."
    assert reason in refuses("create_project", "p", "--preset", "mu-shroom", "--records", "shroom")
    assert not Project.objects.filter(slug="p").exists()
    project = create_project("sem", preset="shroom")
    changed = to_json(PRESETS["shroom-cap"])
    with pytest.raises(InvalidError, match="need the item label “supported”"):
        set_scheme(project, 1, changed)


@pytest.mark.parametrize("name", ["trial", "dev_aware", "dev_agnostic", "test_agnostic"])
def test_published_shroom_records_come_back_as_they_were(name, exported):
    (path,) = reference_files("shroom2024", f"{name}.json")
    records = json.loads(path.read_bytes())
    succeeds("create_project", "sem", "--preset", "shroom")
    assert f"Added {len(records)} items" in succeeds("import_items", "sem", path)
    report = succeeds("import_annotations", "sem", path)
    assert f"Added {sum(len(each['labels']) for each in records)} annotations" in report
    assert "0 items came with labels that differ" in report
    assert list(map(text, exported("sem"))) == list(map(text, records))


@pytest.mark.parametrize("language", ["ca", "es", "zh"])
def test_published_tables_come_back_as_tables(language, tmp_path):
    (path,) = reference_files("mushroom/fluency", f"{language}_fluency-checked.tsv")
    succeeds("create_project", "fluency", "--preset", "cap", "--redundancy", "1")
    succeeds("import_items", "fluency", path)
    assert "Added 100 annotations" in (report := succeeds("import_annotations", "fluency", path))
    assert "0 items came with labels that differ" in report
    out = tmp_path / "gold.tsv"
    succeeds("export_gold", "fluency", "--format", "tsv", "--out", out)
    # The Chinese file mixes line ends, and quotes a cell more than it must.
    tables = [each.read_bytes().decode().replace("\r\n", "\n").rstrip("\n") for each in (out, path)]
    assert tables[0].replace('"', "") == tables[1].replace('"', "")


@pytest.mark.parametrize("preset", [each.name for each in FORMATS if each.votes])
def test_a_record_comes_back_as_it_was(preset, tmp_path, exported):
    record = example(preset)
    file = write_jsonl(tmp_path / "records.jsonl", [record])
    succeeds("create_project", "p", "--preset", preset)
    assert "1 records hold annotations or votes" in succeeds("import_items", "p", file)
    report = succeeds("import_annotations", "p", file)
    assert "0 items came with labels that differ" in report
    assert list(map(text, exported("p"))) == [text(record)]
    assert "Nothing new" in succeeds("import_items", "p", file)
    assert "Nothing new" in succeeds("import_annotations", "p", file)


def test_items_without_a_language_are_in_none(tmp_path):
    project = create_project("sem", preset="shroom")
    assert import_records(project, [TEST]).added == 1
    found = stored(project, "12")
    assert (found.language, found.spelling) == ("und", "")
    languages = ProjectLanguage.objects.filter(project=project)
    assert list(languages.values_list("language", "spelling", "items")) == [("und", "und", 1)]


def test_all_items_of_a_file_can_have_one_language(tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [TEST])
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", file, "--language", "German")
    found = Item.objects.get()
    assert (found.language, found.spelling) == ("de", "German")
    assert "“Klingon!” is not a language tag" in refuses(
        "import_items", "sem", file, "--language", "Klingon!"
    )


def test_an_item_without_a_language_is_refused_where_languages_are_set():
    project = create_project("sem", preset="shroom", languages=["de", "ar"])
    problem = import_records(project, [TEST]).problems[0]
    assert (problem["field"], problem["code"]) == ("lang", "other_language")
    assert (
        problem["detail"] == "The item has no language, which is not one of the project's languages: ar, de."
    )


@pytest.mark.parametrize(
    ("preset", "record", "gold"),
    [
        ("shroom", TEST | {"label": "Hallucination"}, {"supported": "no"}),
        ("cap", CAP, {"fluency": "well-formed", "factuality": "errors"}),
        ("openhaldet", OPENHALDET, {"category": "correct"}),
    ],
)
def test_training_items_have_the_gold_of_their_label_fields(preset, record, gold, tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [record])
    succeeds("create_project", "p", "--preset", preset)
    assert "without gold" not in succeeds("import_items", "p", file, "--kind", "training")
    assert Item.objects.get().check_gold["labels"] == gold


def test_a_language_may_have_a_name():
    project = create_project("cap", preset="cap")
    import_records(project, [CAP])
    assert stored(project, "4").language == "ml"


def test_records_without_an_id_are_told_apart_by_file_and_row(tmp_path):
    project = create_project("sem", preset="shroom")
    file = write_jsonl(tmp_path / "dev.v1.jsonl", [DEV, DEV])
    succeeds("import_items", "sem", file)
    assert set(project.item_set.values_list("external_id", flat=True)) == {"dev.v1-1", "dev.v1-2"}


def test_votes_that_contradict_the_label_fields_are_counted(tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [DEV | {"label": "Not Hallucination"}, DEV])
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", file)
    assert "1 items came with labels that differ" in succeeds("import_annotations", "sem", file)


def test_labels_that_contradict_their_votes_are_listed(tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [TEST | DEV | {"label": "Not Hallucination"}, DEV])
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", file)
    assert differing("sem", tmp_path) == []
    succeeds("import_annotations", "sem", file)
    assert differing("sem", tmp_path) == [["12", "", "label", '"Not Hallucination"', '"Hallucination"']]


def test_labels_that_come_only_with_a_file_of_votes_are_listed(tmp_path):
    votes = write_jsonl(
        tmp_path / "votes.jsonl", [TEST | {"labels": DEV["labels"], "label": "Not Hallucination"}]
    )
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", write_jsonl(tmp_path / "items.jsonl", [TEST]))
    assert "1 items came with labels" in succeeds("import_annotations", "sem", votes)
    row = ["12", "", "label", '"Not Hallucination"', '"Hallucination"']
    assert differing("sem", tmp_path) == [row]
    succeeds("import_annotations", "sem", votes)
    assert differing("sem", tmp_path) == [row]
    undo_import(Import.objects.get(kind="annotations", added__gt=0))
    assert run_waiting("work")
    assert ImportedLabels.objects.count() == 1
    assert differing("sem", tmp_path) == []


def differing(slug, folder):
    succeeds("compare_labels", slug, "--out", folder / "labels.csv")
    return list(csv.reader((folder / "labels.csv").read_text("utf-8").splitlines()))[1:]


@pytest.mark.parametrize(("language", "same"), [("en", 26), ("es", 7), ("zh", 42)])
def test_published_validation_files_come_back_with_labels_of_their_annotations(
    language, same, tmp_path, exported
):
    (path,) = reference_files("mushroom/val", f"mushroom.{language}-val.v2.extra.jsonl")
    succeeds("create_project", "val", "--preset", "mu-shroom")
    succeeds("import_items", "val", path)
    assert f"{50 - same} items came with labels" in succeeds("import_annotations", "val", path)
    rows = differing("val", tmp_path)
    assert len({row[0] for row in rows}) == 50 - same
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    gold = exported("val", "--extra")
    for record, ours in zip(records, gold, strict=True):
        labels = {"soft_labels", "hard_labels"}
        assert text({k: v for k, v in ours.items() if k not in labels}) == text(
            {k: v for k, v in record.items() if k not in labels}
        )
        assert list(ours) == list(record)
        differs = {row[2] for row in rows if row[0] == record["id"]}
        assert {name for name in labels if ours[name] != record[name]} == differs


def test_a_vote_outside_of_the_format_imports_nothing(tmp_path):
    records = [TEST, DEV | {"id": 13, "labels": ["Hallucination", "perhaps"]}]
    file = write_jsonl(tmp_path / "a.jsonl", records)
    succeeds("create_project", "sem", "--preset", "shroom")
    succeeds("import_items", "sem", file)
    reasons = refuses("import_annotations", "sem", file)
    assert "a.jsonl:1:labels: There is no “labels”." in reasons
    assert "a.jsonl:2:labels: “labels”, vote 2: a vote is" in reasons
    assert not Annotation.objects.exists()


def test_records_of_another_format_are_refused_by_line_and_field(tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [CAP, TEST, OPENHALDET])
    succeeds("create_project", "cap", "--preset", "cap")
    reasons = refuses("import_items", "cap", file)
    assert "a.jsonl:2:question: “question” is missing." in reasons
    assert "a.jsonl:3:question: “question” is missing." in reasons
    assert not Item.objects.exists()


def test_a_column_is_mapped_by_hand(tmp_path):
    row = {"n": "7", "data": {"q": "Who?"}, "text": "Ada.", "answer": "ignored"}
    file = write_jsonl(tmp_path / "a.jsonl", [row])
    succeeds("create_project", "any", "--preset", "table")
    succeeds("import_items", "any", file, "--map", "n=id", "data.q=question", "text=answer", "answer=")
    found = Item.objects.get()
    assert (found.external_id, found.question, found.answer) == ("7", "Who?", "Ada.")
    assert "there is no field flavour" in refuses("import_items", "any", file, "--map", "n=flavour")
    assert "has no column “x”" in refuses("import_items", "any", file, "--map", "x=id")


def test_commands_print_the_columns_that_are_guessed_and_take_another_field(tmp_path):
    row = {"question": "Who?", "answer": "Ada.", "tongue": "en", "page": "https://en.wikipedia.org/wiki/Ada"}
    file = write_jsonl(tmp_path / "a.jsonl", [row])
    succeeds("create_project", "any", "--preset", "table")
    err = manage("import_items", "any", file, "--map", "page=").err
    assert "a.jsonl: “tongue” is taken for the field lang because of its content." in err
    assert "--map tongue=" in err
    assert "“page” is taken" not in err
    assert "“question” is taken" not in err
    found = Item.objects.get()
    assert (found.language, found.reference_url) == ("en", "")
    assert json.loads(found.metadata) == {"page": row["page"]}


def test_items_without_a_reference_are_announced(tmp_path):
    file = write_jsonl(tmp_path / "a.jsonl", [{"question": "Who?", "answer": "Ada."}])
    succeeds("create_project", "any", "--preset", "table")
    message = "a.jsonl: no column is mapped to a reference, so its items have none."
    assert message in manage("import_items", "any", file).err
    for name, source in (("b", {"reference": "Bo."}), ("c", {"source": "https://en.wikipedia.org/wiki/Ada"})):
        file = write_jsonl(tmp_path / f"{name}.jsonl", [{"question": name, "answer": "Bo.", **source}])
        assert "no column is mapped" not in manage("import_items", "any", file).err
    assert [each.reference_url for each in Item.objects.order_by("pk")] == ["", "", source["source"]]


def test_a_json_list_that_breaks_off_imports_nothing(tmp_path):
    file = tmp_path / "a.json"
    file.write_text(f"[{json.dumps(TEST)},\n{json.dumps(TEST)[:40]}", "utf-8")
    succeeds("create_project", "sem", "--preset", "shroom")
    assert "a.json:2: The list breaks off in the middle of a record." in refuses("import_items", "sem", file)
    assert not Import.objects.exclude(state="refused").exists()


def test_mushroom_records_need_their_language():
    project = create_project("mu", preset="mu-shroom")
    row = {key: value for key, value in item("a").items() if key != "lang"}
    assert [each["field"] for each in import_records(project, [row]).problems] == ["lang"]
