"""Import sources: complete or not at all, refused by line and field, versions, and what an export brings back."""

import hashlib
import json

import pytest

from annotation.models import Import, Item, Source, SourceQuote, SourceRecord
from annotation.queries.sources.source_records import complete_records, exported_records
from annotation.services.imports import import_source as import_source_module
from annotation.services.imports.lifecycle import undo_import
from annotation.services.projects.project_settings import create_project
from annotation.services.sources.sources import archive_source, discard_source, restore_source
from foundation.errors import ConflictError, InvalidError
from foundation.models import AuditEvent, Job
from morelkit.formats.item_records import dumps
from tests.commands import refuses, succeeds
from tests.records import ANSWER, import_records, item, items, write_jsonl
from tests.sources import import_source

pytestmark = pytest.mark.django_db

TWICE = "Ada met Ada."


@pytest.fixture
def gamma():
    gamma = create_project("gamma", preset="mu-shroom+labels", redundancy=1)
    kinds = [item("t-1", kind="training"), item("c-1", kind="check")]
    import_records(gamma, [*items(3), *kinds, item("two", answer=TWICE)])
    return gamma


@pytest.fixture
def write(tmp_path):
    def write(*records) -> str:
        return str(write_jsonl(tmp_path / "run.jsonl", records))

    return write


def labelled(external_id: str, choice: str = "errors", **more):
    return {"id": external_id, "labels": {"factuality": choice}, **more}


def refused(project, *records) -> list[tuple[int, str, str]]:
    """Return line, field and code of each problem. Nothing may be stored."""
    source = import_source(project, records)
    assert source.imported_by.state == Import.State.REFUSED
    assert not Source.objects.visible(project).exists()
    assert not SourceRecord.objects.exists()
    return [(each["line"], each["field"], each["code"]) for each in source.imported_by.problems]


def test_a_run_is_imported_with_its_header_by_a_command(gamma, write):
    header = {"name": "judge", "prompt": "Right?", "parameters": {"temperature": 0}, "cost": "1.50"}
    path = write(
        {"source": header | {"currency": "EUR"}},
        labelled("q-1", reasoning="<script>alert(1)</script>", spans=[{"start": 25, "end": 30}]),
        {"id": "q-2", "status": "abstained", "reason": "Not sure."},
        {"id": "q-3", "output": "It looks fine to me."},
    )
    out = succeeds("import_source", "gamma", path, "--reference", "The page of the item")
    assert "Imported judge, version 1: 3 records" in out
    source = Source.objects.get()
    assert source.counts == {"answered": 1, "abstained": 1, "failed": 1}
    assert source.prompt_sha256 == hashlib.sha256(b"Right?").hexdigest()
    assert (source.reference, str(source.cost), source.currency) == (
        "The page of the item",
        "1.500000",
        "EUR",
    )
    first = SourceRecord.objects.get(item__external_id="q-1")
    assert first.reasoning == "<script>alert(1)</script>"
    assert first.spans == [{"start": 25, "end": 30, "label": first.spans[0]["label"]}]
    failed = SourceRecord.objects.get(item__external_id="q-3")
    assert (failed.status, failed.reason) == ("failed", "No label was found in the output.")
    event = AuditEvent.objects.get(kind="import_finished", details__content="source")
    assert event.details["added"] == 3


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (labelled("q-9"), (1, "id", "unknown_item")),
        (labelled("t-1"), (1, "id", "kind")),
        (labelled("c-1"), (1, "id", "kind")),
        (labelled("q-1", "perhaps"), (1, "labels", "unknown_choice")),
        ({"id": "q-1", "spans": [{"start": 30, "end": 40}]}, (1, "spans", "past_the_end")),
        ({"id": "q-1", "spans": [{"start": 0, "end": 3, "quote": "Bob"}]}, (1, "spans", "other_text")),
        (labelled("q-1", answer_sha256="0" * 64), (1, "answer_sha256", "other_answer")),
        (labelled("q-1", notes="x"), (1, "notes", "unknown_field")),
    ],
)
def test_one_wrong_record_refuses_the_run(gamma, record, problem):
    assert refused(gamma, record, labelled("q-2")) == [problem]


def test_the_problems_of_a_run_are_listed_by_the_command(gamma, write):
    reasons = refuses("import_source", "gamma", write(labelled("q-9")), "--name", "judge")
    assert "run.jsonl:1:id: The project has no item “q-9”." in reasons


def test_an_archived_item_and_one_that_comes_twice_are_refused(gamma):
    Item.objects.filter(external_id="q-2").update(archived_at="2026-01-01T00:00:00Z")
    problems = refused(gamma, labelled("q-2"), labelled("q-1"), labelled("q-1"))
    assert problems == [(1, "id", "archived_item"), (3, "id", "duplicate_id")]


def test_a_file_without_records_and_one_that_breaks_off_are_refused(gamma, tmp_path):
    assert refused(gamma, {"source": {"name": "judge"}}) == [(1, "", "no_records")]
    (tmp_path / "half.jsonl").write_text(json.dumps(labelled("q-1")) + '\n{"id": "q-2", "lab')
    reasons = refuses("import_source", "gamma", tmp_path / "half.jsonl", "--name", "judge")
    assert "half.jsonl:2: The line breaks off in the middle" in reasons
    assert not SourceRecord.objects.exists()


def test_a_header_without_a_name_is_refused_and_nothing_is_kept(gamma, write):
    assert "/name: Name the model or judge." in refuses("import_source", "gamma", write(labelled("q-1")))
    assert not Import.objects.filter(kind="source").exists()


def test_a_run_that_fails_in_the_middle_leaves_nothing(gamma, monkeypatch):
    def fail(*_):
        raise ConflictError("No more.")

    monkeypatch.setattr(import_source_module, "_insert_quotes", fail)
    with pytest.raises(ConflictError):
        import_source(gamma, [labelled("q-1")])
    assert not SourceRecord.objects.exists()
    assert not Source.objects.visible(gamma).exists()
    assert Import.objects.get(kind="source").state == Import.State.FAILED


def test_records_of_a_killed_run_are_replaced_when_it_resumes(gamma, monkeypatch):
    class Killed(BaseException):
        pass

    def kill(*_):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(import_source_module, "publish", kill)
        patch.setattr(import_source_module, "remove", lambda *_: None)
        with pytest.raises(Killed):
            import_source(gamma, [labelled("q-1"), labelled("q-2")])
    assert SourceRecord.objects.count() == 2
    assert not Source.objects.visible(gamma).exists()
    Job.objects.filter(kind="import_source").update(state="running", worker="gone:1:x", heartbeat=None)
    Import.objects.filter(kind="source").update(state="writing")
    assert import_source(gamma, [labelled("q-1")]).counts == {"answered": 1}
    assert SourceRecord.objects.count() == 1


def test_a_version_is_imported_once_and_another_prompt_needs_another(gamma):
    first = import_source(gamma, [labelled("q-1")], prompt="One?", version="1")
    with pytest.raises(ConflictError, match="This version is here already"):
        import_source(gamma, [labelled("q-2")], prompt="One?", version="1")
    with pytest.raises(ConflictError, match="This version has another prompt"):
        import_source(gamma, [labelled("q-2")], prompt="Two?", version="1")
    assert import_source(gamma, [labelled("q-1")], prompt="Two?").version == "2"
    archive_source(first)
    assert import_source(gamma, [labelled("q-1")], prompt="One?", version="1").published_at
    with pytest.raises(ConflictError, match="This version is here already"):
        restore_source(first)


def test_the_same_run_is_refused_under_another_version(gamma):
    import_source(gamma, [labelled("q-1")], prompt="One?")
    again = import_source(gamma, [labelled("q-1")], prompt="One?")
    assert [each["code"] for each in again.imported_by.problems] == ["same_run"]
    assert "as judge, version 1." in again.imported_by.problems[0]["detail"]
    discard_source(again)
    assert Source.objects.count() == 1
    with pytest.raises(ConflictError, match="archive it instead"):
        discard_source(Source.objects.get())


def test_archiving_is_undone_by_restoring(gamma):
    source = import_source(gamma, [labelled("q-1")])
    archive_source(source)
    assert not Source.objects.current(gamma).exists()
    restore_source(source)
    assert Source.objects.current(gamma).get() == source
    assert list(AuditEvent.objects.order_by("pk").values_list("kind", flat=True))[-2:] == [
        "source_archived",
        "source_restored",
    ]


def test_a_quote_that_occurs_twice_waits_for_a_lead(gamma):
    spans = [{"quote": "Ada"}, {"quote": "Ada met"}, {"quote": "Bob"}, {"quote": "Ada", "suffix": "."}]
    source = import_source(gamma, [{"id": "two", "spans": spans}, labelled("q-1")])
    record = SourceRecord.objects.get(item__external_id="two")
    assert [(span["start"], span["end"]) for span in record.spans] == [(0, 7), (8, 11)]
    quotes = SourceQuote.objects.filter(record=record).order_by("pk")
    assert [(each.exact, each.fault, each.state) for each in quotes] == [
        ("Ada", "several_places", "open"),
        ("Bob", "not_found", "open"),
    ]
    assert [each.item.external_id for each in complete_records(source)] == ["q-1"]


def test_an_export_imports_into_another_project_and_is_exported_alike(gamma):
    records = [
        labelled("q-1", spans=[], score=0.25, reasoning="No\n“errors”."),
        {"id": "two", "spans": [{"quote": "Ada"}, {"quote": "met"}]},
        {"id": "q-2", "output": "Prose."},
        {"id": "q-3", "status": "not_run"},
    ]
    source = import_source(
        gamma, records, prompt="é?", parameters={"b": 1, "a": [0.5]}, cost=2, currency="USD"
    )
    first = [dumps(each) for each in exported_records(source)]
    assert len(first) == 5
    delta = create_project("delta", preset="mu-shroom+labels", redundancy=1)
    import_records(delta, [*items(3), item("two", answer=TWICE)])
    again = import_source(delta, map(json.loads, first))
    assert again.published_at, again.imported_by.problems
    assert [dumps(each) for each in exported_records(again)] == first


def test_the_command_exports_a_source_by_name_and_version(gamma, tmp_path):
    import_source(gamma, [labelled("q-1")], prompt="One?")
    import_source(gamma, [labelled("q-1")], prompt="Two?")
    assert "1, 2" in refuses("export_source", "gamma", "judge", "--out", "-")
    assert "There is no source" in refuses("export_source", "gamma", "other", "--out", "-")
    succeeds("export_source", "gamma", "judge", "--source-version", "2", "--out", tmp_path / "out.jsonl")
    header, record = map(json.loads, (tmp_path / "out.jsonl").read_text("utf-8").splitlines())
    assert header["source"]["prompt"] == "Two?"
    assert record["answer_sha256"] == hashlib.sha256(ANSWER.encode()).hexdigest()


def test_items_with_records_of_a_source_cannot_be_undone(gamma):
    more = import_records(gamma, [item("more")])
    import_source(gamma, [labelled("more")])
    with pytest.raises(ConflictError, match="a source has records"):
        undo_import(more)
    assert Item.objects.filter(external_id="more").exists()


def test_a_source_belongs_to_its_project(gamma):
    delta = create_project("delta", preset="mu-shroom+labels", redundancy=1)
    assert refused(delta, labelled("q-1")) == [(1, "id", "unknown_item")]


def test_wrong_options_of_the_command_are_named(gamma, write, tmp_path):
    path = write(labelled("q-1"))
    assert "--parameters" in refuses("import_source", "gamma", path, "--name", "x", "--parameters", "[1]")
    missing = tmp_path / "missing.txt"
    assert "missing.txt" in refuses("import_source", "gamma", path, "--name", "x", "--prompt", missing)
    with pytest.raises(InvalidError, match="currency"):
        import_source(gamma, [labelled("q-1")], cost="1")
