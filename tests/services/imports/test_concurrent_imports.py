"""Imports concurrent with other imports, reservations, saves and undos."""

import threading
from contextlib import suppress

import pytest

from annotation.models import Annotation, Assignment, Import, Item
from annotation.services.annotate.reservations import skip
from annotation.services.imports.lifecycle import import_files, start_import, undo_import, upload
from annotation.services.projects.project_settings import create_project
from foundation.errors import ConflictError, NotFoundError
from foundation.jobs import run_waiting
from foundation.models import Job
from tests.people import annotator, content, hand_over, join, reserve, save
from tests.records import import_annotations, import_records, items, stored, write_jsonl
from tests.services.statistics.recount import assert_recounted
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def gamma():
    return create_project("gamma", preset="mu-shroom", redundancy=3)


@pytest.fixture
def uploaded(gamma, tmp_path):
    lead = join(gamma, "lena", "lead")

    def uploaded(name: str, count: int = 5) -> Import:
        with write_jsonl(tmp_path / name, items(count, prefix=name)).open("rb") as file:
            return upload(gamma, "items", file, name, lead)

    return uploaded


def start(import_: Import) -> bool:
    try:
        start_import(Import.objects.select_related("project").get(pk=import_.pk), {})
    except ConflictError:
        return False
    return True


def run_jobs() -> None:
    while run_waiting():
        pass


def test_only_one_of_several_concurrent_imports_starts(gamma, uploaded):
    ready = [uploaded(f"{letter}.jsonl") for letter in "abcd"]
    assert at_once(start, ready).count(True) == 1
    run_jobs()
    assert Item.objects.filter(project=gamma).count() == 5
    assert sorted(Import.objects.values_list("state", flat=True)) == [
        "done",
        "uploaded",
        "uploaded",
        "uploaded",
    ]


def test_an_import_started_concurrently_runs_once(gamma, uploaded):
    import_ = uploaded("a.jsonl")
    assert at_once(start, [import_] * 4).count(True) == 1
    assert Job.objects.count() == 1
    run_jobs()
    assert Item.objects.filter(project=gamma, reservable=True).count() == 5
    assert Import.objects.get().state == "done"


def test_two_concurrent_workers_run_a_job_once(gamma, uploaded):
    assert start(uploaded("a.jsonl", 1_200))
    at_once(lambda _: run_waiting(), range(2))
    assert Item.objects.filter(project=gamma).count() == 1_200
    assert Import.objects.get().state == "done"


def test_an_import_of_a_command_is_not_taken_by_a_worker(gamma, tmp_path):
    """The command reports the import when it has ended."""
    path, ended = tmp_path / "records.jsonl", threading.Event()

    def command(turn: int) -> tuple[str, int]:
        import_ = import_files(gamma, "items", [write_jsonl(path, items(2, prefix=f"turn-{turn}"))])
        return import_.state, import_.added

    def act(commands: bool) -> list[tuple[str, int]]:
        if not commands:
            while not ended.is_set():
                run_waiting()
            return []
        try:
            return [command(turn) for turn in range(20)]
        finally:
            ended.set()

    assert at_once(act, [True, False])[0] == [("done", 2)] * 20


def test_a_concurrent_undo_and_reservation_keep_either_items_or_no_assignments(gamma):
    for turn in range(5):
        import_ = import_records(gamma, items(3, prefix=f"turn-{turn}"))
        people = [join(gamma, f"p{turn}-{number}") for number in range(3)]

        def act(who, import_=import_) -> None:
            if who is not None:
                reserve(gamma, who)
                return
            with suppress(ConflictError):
                undo_import(Import.objects.select_related("project").get(pk=import_.pk))

        at_once(act, [None, *people])
        run_jobs()
        import_.refresh_from_db()
        taken = Assignment.objects.filter(item__imported_by=import_)
        if import_.state == "undone":
            assert not taken.exists()
            assert not Item.objects.filter(imported_by=import_).exists()
        else:
            assert taken.exists()
            assert Item.objects.filter(imported_by=import_, reservable=True).count() == 3


def test_a_concurrent_undo_and_save_of_a_skipped_item_lose_no_work(gamma):
    """A skip alone does not prevent an undo, but a later save does."""
    for turn in range(5):
        import_ = import_records(gamma, items(2, prefix=f"turn-{turn}"))
        who = join(gamma, f"p{turn}")
        assigned = hand_over(gamma, who, stored(gamma, f"turn-{turn}-1"))
        skip(annotator(gamma, who), assigned.pk, "Too long.")

        def act(saves, import_=import_, who=who, assigned=assigned) -> bool:
            with suppress(ConflictError, NotFoundError):
                if saves:
                    save(gamma, who, assigned, content((0, 3)), submit=False)
                else:
                    undo_import(Import.objects.select_related("project").get(pk=import_.pk))
                return True
            return False

        assert at_once(act, [True, False]).count(True) == 1
        run_jobs()
        import_.refresh_from_db()
        saved = Annotation.objects.filter(item__imported_by=import_).count()
        assert (import_.state, saved) in {("undone", 0), ("done", 1)}


def test_submissions_during_an_import_of_annotations_are_counted(gamma):
    import_records(gamma, items(12))
    people = [join(gamma, f"person-{number}") for number in range(4)]
    records = {f"q-{n}": {f"annotator_{key}": [[0, n]] for key in "ab"} for n in range(1, 13)}

    def act(who) -> None:
        if who is None:
            import_annotations(gamma, records)
            return
        while assigned := reserve(gamma, who):
            save(gamma, who, assigned, content((0, 3)))

    at_once(act, [None, *people])
    assert_recounted(gamma)
    for item in Item.objects.filter(project=gamma):
        assert item.coverage == Annotation.objects.filter(item=item, surplus=False).count()
