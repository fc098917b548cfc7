"""Import through the API: upload, preview, mapping, start and result."""

import json

import pytest

from annotation.models import Import, Item, Project
from annotation.services.projects.project_settings import create_project
from tests.api.annotate.saving import pointers
from tests.api.client import Api
from tests.api.imports.import_helpers import IMPORTS, imported, jsonl, run, run_jobs, start
from tests.people import join
from tests.records import ANSWER, import_records, item, items
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

WIKIPEDIA = "https://en.wikipedia.org/wiki/Ada_Lovelace"


def test_an_upload_returns_a_preview_and_imports_nothing(cast, lena):
    records = items(7, prefix="new")
    made = lena.upload(cast.alpha, "new.jsonl", jsonl(*records))
    assert (made["state"], made["format"], made["encoding"], made["filename"]) == (
        "uploaded",
        "jsonl",
        "utf-8",
        "new.jsonl",
    )
    assert [row["id"] for row in made["preview"]] == [f"new-{n}" for n in range(1, 6)]
    assert made["mapping"] == {
        "id": "id",
        "lang": "lang",
        "question": "model_input",
        "answer": "model_output_text",
    }
    assert [field["name"] for field in made["fields"] if field["required"]] == ["lang", "question", "answer"]
    assert made["created_by"] == "lena"
    run_jobs()
    assert imported(cast) == []


def test_a_preview_has_the_columns_inside_of_objects_and_the_reference_by_its_content(lena):
    other = create_project("other", preset="openhaldet")
    join(other, "lena", "lead")
    data = {"structured_data": {"question": "Who?"}, "model_output_text": "Ada.", "source": WIKIPEDIA}
    made = lena.upload(other, "a.jsonl", jsonl(data))
    assert made["preview"][0]["structured_data.question"] == "Who?"
    assert made["mapping"]["reference_url"] == "source"


def test_a_column_found_by_its_name_is_no_guess(lena):
    other = create_project("other", preset="table")
    join(other, "lena", "lead")
    data = {"question": "Who?", "output": "Ada.", "source": WIKIPEDIA}
    made = lena.upload(other, "a.jsonl", jsonl(data))
    assert made["mapping"] == {"question": "question", "answer": "output", "reference_url": "source"}
    assert made["guessed"] == {"reference_url": "source"}


def test_a_guess_can_be_rejected(lena):
    other = create_project("other", preset="table")
    join(other, "lena", "lead")
    made = lena.upload(other, "a.jsonl", jsonl({"question": "Who?", "output": "Ada.", "tongue": "en"}))
    assert made["guessed"] == {"lang": "tongue"}
    mapping = {field: column for field, column in made["mapping"].items() if field != "lang"}
    lena.post(f"/projects/other/imports/{made['id']}/start/", {"mapping": mapping, "language": "German"})
    run_jobs()
    found = Item.objects.get(project=other)
    assert (found.language, json.loads(found.metadata)) == ("de", {"tongue": "en"})


def test_the_lead_chooses_the_format_of_a_file(cast, lena):
    data = b"id;lang;question;answer\tnote\n"
    assert lena.upload(cast.alpha, "a.txt", data)["delimiter"] == ";"
    chosen = lena.upload(cast.alpha, "a.txt", data, format="tsv")
    assert (chosen["format"], chosen["columns"]) == ("tsv", ["id;lang;question;answer", "note"])
    lena.upload(cast.alpha, "a.txt", data, format="xlsx", status=422)


def test_the_worker_runs_a_started_import(cast, lena):
    done = run(lena, lena.upload(cast.alpha, "new.jsonl", jsonl(*items(3, prefix="new"))))
    assert (done["state"], done["added"], done["unchanged"], done["undoable"]) == ("done", 3, 0, True)
    assert imported(cast) == ["new-1", "new-2", "new-3"]


def test_the_lead_chooses_the_kind_of_records_without_one(cast, lena):
    data = jsonl(item("a", hard_labels=[[0, 3]]), item("b"))
    made = lena.upload(cast.alpha, "a.jsonl", data)
    assert made["item_kind"] == "work"
    path = f"{IMPORTS}{made['id']}/"
    lena.post(f"{path}start/", {"item_kind": "exam"}, status=422)
    assert lena.post(f"{path}start/", {"item_kind": "training"})["item_kind"] == "training"
    run_jobs()
    done = lena.get(path)
    assert [(each["code"], each["count"]) for each in done["warnings"]] == [("without_gold", 1)]
    assert set(Item.objects.filter(external_id__in="ab").values_list("kind", flat=True)) == {"training"}


def test_a_preview_counts_unreadable_lines(cast, lena):
    data = b"{broken\n" + jsonl(item("a")) + b"[]\n" + jsonl(*items(6, prefix="b")) + b"nonsense\n"
    made = lena.upload(cast.alpha, "a.jsonl", data)
    assert [row["id"] for row in made["preview"]] == ["a", "b-1", "b-2", "b-3", "b-4"]
    (warning,) = made["warnings"]
    assert (warning["code"], warning["count"]) == ("unreadable", 2)
    assert "2 cannot be read" in warning["detail"]


def test_problems_are_ordered_by_line(cast, lena):
    bad = {"id": "x", "lang": "EN"}
    data = jsonl(item("a"), bad, item("a")) + b"{broken\n" + jsonl(item("b"), item("a")) + b"{again\n"
    done = run(lena, lena.upload(cast.alpha, "a.jsonl", data))
    assert [problem["line"] for problem in done["problems"]] == [2, 2, 3, 4, 6, 7]


def test_warnings_are_counted(cast, lena):
    records = [
        item("a", answer=" \n "),
        item("b", answer="\u3000"),
        item("c", annotations={"annotator_a": [[0, 3]]}),
        item("d"),
    ]
    done = run(lena, lena.upload(cast.alpha, "a.jsonl", jsonl(*records)))
    assert (done["state"], done["added"], done["problem_count"]) == ("done", 4, 0)
    assert [(each["code"], each["count"]) for each in done["warnings"]] == [
        ("blank_answer", 2),
        ("with_annotations", 1),
    ]


def test_imports_are_listed_latest_first(cast, lena):
    for name in ("one.jsonl", "two.jsonl"):
        lena.upload(cast.alpha, name, jsonl(item("x")))
    assert [row["filename"] for row in lena.get(IMPORTS)["results"]][:2] == ["two.jsonl", "one.jsonl"]
    assert "noise.jsonl" not in str(lena.get(IMPORTS))


def test_a_refused_import_lists_its_problems_and_can_be_discarded(cast, lena):
    data = jsonl(item("ok"), {"id": "x", "lang": "EN"}, item("q-1", answer="Another answer."))
    done = run(lena, lena.upload(cast.alpha, "bad.jsonl", data))
    assert (done["state"], done["added"], done["problem_count"], done["undoable"]) == ("refused", 0, 3, False)
    assert [(problem["line"], problem["field"]) for problem in done["problems"]] == [
        (2, "model_input"),
        (2, "model_output_text"),
        (3, "model_output_text"),
    ]
    assert imported(cast) == []
    lena.call("delete", f"{IMPORTS}{done['id']}/", status=204)
    lena.get(f"{IMPORTS}{done['id']}/", status=404)


def test_columns_can_be_mapped(cast, lena):
    data = b"nr;tongue;asked;said\n1;en;Who?;Ada.\n"
    made = lena.upload(cast.alpha, "odd.csv", data)
    assert (made["columns"], made["delimiter"], made["mapping"]) == (
        ["nr", "tongue", "asked", "said"],
        ";",
        {"lang": "tongue", "question": "asked"},
    )
    assert made["guessed"] == made["mapping"]
    mapping = {"id": "nr", "lang": "tongue", "question": "asked", "answer": "said"}
    assert run(lena, made, mapping)["added"] == 1
    assert Item.objects.get(project=cast.alpha, external_id="1").answer == "Ada."


@pytest.mark.parametrize(
    ("mapping", "place"),
    [
        ({"lang": "a", "question": "b"}, "/mapping/model_output_text"),
        ({"lang": "a", "question": "b", "answer": "none"}, "/mapping/none"),
        ({"lang": "a", "question": "b", "answer": "b"}, "/mapping/b"),
        ({"lang": "a", "question": "b", "answer": "c", "colour": "a"}, "/mapping/a"),
    ],
)
def test_an_invalid_mapping_is_refused_with_its_place(cast, lena, mapping, place):
    made = lena.upload(cast.alpha, "odd.csv", b"a,b,c\n1,2,3\n")
    before = snapshot()
    assert place in pointers(start(lena, made, mapping, status=422))
    assert snapshot() == before


@pytest.mark.parametrize(
    "mapping", [None, [], "x", {"answer": None}, {"answer": ["a"]}, {"answer": {"a": 1}}]
)
def test_a_mapping_must_be_an_object_of_strings(cast, lena, mapping):
    made = lena.upload(cast.alpha, "new.jsonl", jsonl(item("x")))
    lena.post(f"{IMPORTS}{made['id']}/start/", {"mapping": mapping}, status=422)


TEXT = ' It said "no",\r\nthen\n\nnothing. ＊ '


@pytest.mark.parametrize(
    ("encode", "delimiter", "encoding"),
    [
        (lambda text: text.encode(), ",", "utf-8"),
        (lambda text: b"\xef\xbb\xbf" + text.encode(), ";", "utf-8-sig"),
        (lambda text: text.encode("utf-16"), "\t", "utf-16"),
        (lambda text: b"\xfe\xff" + text.encode("utf-16-be"), ",", "utf-16"),
    ],
)
def test_spreadsheets_of_every_encoding_keep_their_cells(cast, lena, encode, delimiter, encoding):
    quoted = TEXT.replace('"', '""')
    lines = [
        ["id", "lang", "question", "answer"],
        ["t", "en", "Who?", f'"{quoted}"'],
        ["u", "en", "Who?", "Ada"],
    ]
    data = encode("".join(delimiter.join(cells) + "\r\n" for cells in lines))
    made = lena.upload(cast.alpha, "table.csv", data)
    assert (made["encoding"], made["delimiter"]) == (encoding, delimiter)
    assert run(lena, made)["added"] == 2
    assert Item.objects.get(project=cast.alpha, external_id="t").answer == TEXT


def test_problems_of_a_spreadsheet_have_the_line_in_the_file(cast, lena):
    data = b'id,lang,question,answer\na,en,"two\nlines",x\nb,en,only three\nc,en,Who?,\n'
    done = run(lena, lena.upload(cast.alpha, "t.csv", data))
    assert [(problem["line"], problem["field"]) for problem in done["problems"]] == [(4, ""), (5, "answer")]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jsonl", b""),
        ("a.csv", b"\n"),
        ("a.zip", b"PK\x03\x04"),
        ("a.json", "[{}]".encode("utf-16")),
        ("a.csv", b"a,a\n1,2\n"),
    ],
)
def test_an_unreadable_file_is_refused_at_upload(cast, lena, data_dir, name, data):
    files, before = set((data_dir / "uploads").iterdir()), snapshot()
    lena.upload(cast.alpha, name, data, status=422)
    assert snapshot() == before
    assert set((data_dir / "uploads").iterdir()) == files


@pytest.mark.parametrize("kind", ["", "other", "Items"])
def test_an_upload_needs_a_valid_kind(cast, lena, kind):
    assert pointers(lena.upload(cast.alpha, "a.jsonl", jsonl(item("x")), kind, status=422)) == ["/kind"]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a/b\\c.jsonl", "x" * 300 + ".jsonl", "né\u202e.jsonl", "."]
)
def test_a_file_name_cannot_contain_a_path(cast, lena, data_dir, name):
    made = lena.http.post(
        f"/api/v1{IMPORTS}",
        b'--B\r\nContent-Disposition: form-data; name="kind"\r\n\r\nitems\r\n'
        b'--B\r\nContent-Disposition: form-data; name="file"; filename="'
        + name.encode()
        + b'"\r\n\r\n'
        + jsonl(item("x"))
        + b"\r\n--B--\r\n",
        content_type="multipart/form-data; boundary=B",
    )
    assert made.status_code in {201, 422}
    if made.status_code == 201:
        path = Import.objects.latest("pk").files[0]["path"]
        assert path.startswith(str(data_dir / "uploads"))


def test_a_too_large_file_is_refused(cast, lena, settings):
    settings.MAX_UPLOAD_BYTES = 10
    lena.upload(cast.alpha, "a.jsonl", jsonl(item("x")), status=413)


@pytest.mark.parametrize("body", [b"", b"--B", b"--B\r\nnonsense", b"--B\r\n\r\n--B--"])
def test_an_invalid_upload_is_refused(cast, lena, body):
    response = lena.http.post(f"/api/v1{IMPORTS}", body, content_type="multipart/form-data; boundary=B")
    assert 400 <= response.status_code < 500


def test_a_second_import_is_refused_while_one_waits(cast, lena):
    first = lena.upload(cast.alpha, "a.jsonl", jsonl(item("x")))
    second = lena.upload(cast.alpha, "b.jsonl", jsonl(item("y")))
    start(lena, first)
    assert "under way" in start(lena, second, status=409)["detail"]
    run_jobs()
    assert run(lena, second)["state"] == "done"
    assert imported(cast) == ["x", "y"]


def test_a_started_import_cannot_be_started_again(cast, lena):
    made = lena.upload(cast.alpha, "a.jsonl", jsonl(item("x")))
    run(lena, made)
    start(lena, made, status=409)
    lena.call("delete", f"{IMPORTS}{made['id']}/", status=409)


def test_raw_annotations_are_imported_in_the_same_steps(cast, lena):
    data = jsonl({"id": "q-1", "annotations": {"annotator_a": [[4, 12]], "annotator_b": [[0, 12]]}})
    done = run(lena, lena.upload(cast.alpha, "extra.jsonl", data, "annotations"))
    assert (done["state"], done["added"], done["differing"]) == ("done", 2, 0)
    seen = lena.get(f"/projects/alpha/items/{cast['q-1'].pk}/")
    assert (seen["n"], seen["annotations"][0]["annotator"]) == (2, "annotator_a")
    assert seen["agreement"] == pytest.approx(20 / 24)
    lena.post(f"{IMPORTS}{done['id']}/undo/")
    run_jobs()
    assert lena.get(f"/projects/alpha/items/{cast['q-1'].pk}/")["n"] == 0
    assert seen["answer"] == ANSWER


def test_the_lead_chooses_the_language_of_records_without_one():
    api = Api(join(create_project("sem", preset="shroom"), "lena", "lead"))
    project = Project.objects.get(slug="sem")
    import_ = api.upload(project, "a.json", b'[{"src": "What?", "hyp": "That.", "tgt": "This."}]')
    assert (import_["format"], import_["record_format"], import_["vote_columns"]) == ("json", "shroom", [])
    start = f"/projects/sem/imports/{import_['id']}/start/"
    refused = api.post(start, {"language": "Klingon?"}, status=422)
    assert [each["pointer"] for each in refused["errors"]] == ["/language"]
    assert api.post(start, {"language": "German"})["language"] == "German"
    run_jobs()
    assert project.item_set.get().language == "de"


def test_labels_that_do_not_follow_from_votes_are_downloaded():
    project = create_project("sem", preset="shroom")
    record = {"id": 1, "src": "What?", "hyp": "That.", "tgt": "This.", "labels": ["Hallucination"]}
    for kind in ("items", "annotations"):
        assert import_records(project, [record | {"label": "Not Hallucination"}], kind).added == 1
    response = Api(join(project, "lena", "lead")).send("get", "/projects/sem/imports/differing-labels/")
    assert b"".join(response.streaming_content).decode().splitlines() == [
        "id,lang,field,imported,computed",
        '1,,label,"""Not Hallucination""","""Hallucination"""',
    ]


def test_a_project_with_one_language_needs_no_language_column():
    project = create_project("sem", preset="shroom", languages=["EN"])
    api = Api(join(project, "lena", "lead"))
    import_ = api.upload(project, "a.jsonl", jsonl({"src": "What?", "hyp": "That.", "tgt": "This."}))
    assert [each["name"] for each in import_["fields"] if each["required"]] == ["question", "answer"]
    api.post(f"/projects/sem/imports/{import_['id']}/start/", {"mapping": import_["mapping"]})
    run_jobs()
    assert api.get(f"/projects/sem/imports/{import_['id']}/")["added"] == 1
