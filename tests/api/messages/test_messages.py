"""Messages on items: questions, answers, and who may read them."""

import uuid
from typing import Any

import pytest

from annotation.models import Annotator, Item, Message, Thread
from annotation.services.projects.project_settings import create_project
from api.common import cursors
from tests.api.annotate.saving import pointers
from tests.api.client import Api, work_path
from tests.commands import succeeds
from tests.people import annotate, annotator, ask, hand_over, join
from tests.records import import_annotations, import_records, items, stored
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

THREADS = "/projects/alpha/messages/"


def send(api: Api, item: Item, text: str, *, status: int = 200, **more: Any) -> Any:
    body = {"message_id": str(uuid.uuid4()), "text": text, **more}
    return api.post(work_path(item, "messages"), body, status=status)


def read(api: Api, item: Item, query: str = "", **more: Any) -> Any:
    return api.get(work_path(item, "messages") + query, **more)


def texts(api: Api, item: Item, query: str = "") -> list[str]:
    return [each["text"] for each in read(api, item, query)["results"]]


def key_of(cast, user) -> str:
    return annotator(cast.alpha, user).key


@pytest.fixture
def bo(cast) -> Api:
    return Api(cast.bo)


def test_annotator_and_lead_see_a_question_and_its_answer(cast, ada, lena, held):
    asked = send(ada, held, "Is Paris a town or a county here?")
    assert (asked["mine"], asked["from_lead"], asked["author"]) == (True, False, "ada")
    answered = send(lena, held, "A town.", annotator=key_of(cast, cast.ada))
    assert (answered["mine"], answered["from_lead"], answered["author"]) == (True, True, "lena")
    mine = read(ada, held)["results"]
    assert [(each["text"], each["mine"], each["from_lead"]) for each in mine] == [
        ("Is Paris a town or a county here?", True, False),
        ("A town.", False, True),
    ]
    theirs = texts(lena, held, f"?annotator={key_of(cast, cast.ada)}")
    assert theirs == [each["text"] for each in mine]


def test_every_annotator_has_their_own_thread(cast, ada, bo, lena, held):
    hand_over(cast.alpha, cast.bo, held)
    send(ada, held, "From ada.")
    send(bo, held, "From bo.")
    assert texts(ada, held) == ["From ada."]
    assert texts(bo, held) == ["From bo."]
    assert {row["name"] for row in lena.get(THREADS)["results"]} == {"ada", "bo"}
    assert [row["name"] for row in bo.get(THREADS)["results"]] == ["bo"]


def test_annotators_cannot_use_the_thread_of_another(cast, ada, bo, held):
    send(ada, held, "Between us.")
    hand_over(cast.alpha, cast.bo, held)
    theirs = key_of(cast, cast.ada)
    before = snapshot()
    read(bo, held, f"?annotator={theirs}", status=404)
    send(bo, held, "Let me in.", annotator=theirs, status=404)
    assert snapshot() == before
    assert texts(bo, held, f"?annotator={key_of(cast, cast.bo)}") == []


def test_an_item_that_is_not_assigned_has_no_thread(cast, ada, bo, lena, held):
    send(bo, held, "What is it?", status=404)
    send(lena, held, "I lead, but do not annotate it.", status=404)
    send(lena, held, "To whom?", annotator=key_of(cast, cast.bo), status=404)


@pytest.mark.parametrize("key", ["annotator_noise", "nobody", "x" * 200, "%00", "../.."])
def test_an_unknown_annotator_is_not_found(cast, lena, held, key):
    read(lena, held, f"?annotator={key}", status=404)


def test_an_annotator_of_another_project_is_not_found(cast, lena, held):
    theirs = Annotator.objects.get(project=cast.beta, user=cast.otto).key
    send(lena, held, "Hello?", annotator=theirs, status=404)


def test_a_lead_may_write_first(cast, ada, lena, held):
    send(lena, held, "Please look at the dates again.", annotator=key_of(cast, cast.ada))
    assert ada.get(work_path(held, "mine"))["unread"] == 1
    assert ada.get("/projects/alpha/mine/today/")["unread"] == 1


def test_imported_annotators_cannot_be_written_to(cast, lena):
    import_annotations(cast.alpha, {"q-1": {"annotator_a": [[0, 3]]}})
    send(lena, cast["q-1"], "Why?", annotator="annotator_a", status=404)


def test_a_lead_who_annotates_asks_the_other_leads(cast, lena, held):
    hand_over(cast.alpha, cast.lena, held)
    max_ = Api(join(cast.alpha, "max", "lead"))
    assert send(lena, held, "What do you think?")["from_lead"] is False
    assert max_.get("/projects/alpha/mine/today/")["unread"] == 1
    assert send(max_, held, "Mark it.", annotator=key_of(cast, cast.lena))["from_lead"] is True
    assert lena.get(work_path(held, "mine"))["unread"] == 1


def test_reading_marks_messages_read_for_the_reader_only(cast, ada, lena, held):
    send(ada, held, "One.")
    send(ada, held, "Two.")
    key = key_of(cast, cast.ada)
    assert lena.get(THREADS)["results"][0]["unread"] == 2
    assert ada.get(THREADS)["results"][0]["unread"] == 0
    read(ada, held)
    assert lena.get(THREADS)["results"][0]["unread"] == 2
    read(lena, held, f"?annotator={key}")
    assert lena.get(THREADS)["results"][0]["unread"] == 0
    send(lena, held, "Three.", annotator=key)
    assert ada.get(THREADS)["results"][0]["unread"] == 1
    assert ada.get(work_path(held, "mine"))["unread"] == 1
    read(ada, held)
    assert ada.get(work_path(held, "mine"))["unread"] == 0


def test_messages_of_a_later_page_stay_unread(cast, ada, lena, held, monkeypatch):
    monkeypatch.setattr(cursors, "PAGE", 2)
    monkeypatch.setattr(cursors.split, "__defaults__", (2,))
    for number in range(5):
        send(ada, held, f"No. {number}")
    seen, cursor, unread = [], "", []
    while cursor is not None:
        page = read(lena, held, f"?annotator={key_of(cast, cast.ada)}&cursor={cursor}")
        seen += [each["text"] for each in page["results"]]
        unread.append(lena.get(THREADS)["results"][0]["unread"])
        cursor = page["next"]
    assert seen == [f"No. {number}" for number in range(5)]
    assert unread == [3, 1, 0]


def test_a_thread_waits_until_a_lead_answers(cast, ada, lena, held):
    send(ada, held, "Which one?")
    row = lena.get(THREADS + "?waiting=true")["results"][0]
    assert (row["item"], row["external_id"], row["annotator"]) == (held.pk, "q-1", key_of(cast, cast.ada))
    assert (row["last"]["text"], row["count"], row["waiting"], row["unread"]) == ("Which one?", 1, True, 1)
    assert lena.get("/projects/alpha/mine/today/")["unread"] == 1
    send(lena, held, "The second.", annotator=row["annotator"])
    assert lena.get(THREADS + "?waiting=1")["results"] == []
    assert lena.get(THREADS)["results"][0]["last"]["text"] == "The second."
    assert lena.get("/projects/alpha/mine/today/")["unread"] == 0
    send(ada, held, "Thanks!")
    assert len(lena.get(THREADS + "?waiting=true")["results"]) == 1


@pytest.mark.parametrize("value", ["yes", "2", "True ", "null"])
def test_waiting_is_true_or_false(lena, value):
    assert pointers(lena.get(f"{THREADS}?waiting={value}", status=422)) == ["/waiting"]


def test_threads_are_paged_latest_message_first(monkeypatch):
    monkeypatch.setattr(cursors, "PAGE", 2)
    monkeypatch.setattr(cursors.split, "__defaults__", (2,))
    project = create_project("gamma", preset="mu-shroom")
    user = join(project, "ada")
    import_records(project, items(5))
    for number in (1, 2, 3, 4, 5, 2):
        chosen = stored(project, f"q-{number}")
        if not chosen.assignment_set.exists():
            hand_over(project, user, chosen)
        ask(project, user, chosen, f"Why {number}?")
    Thread.objects.filter(item__external_id__in=["q-3", "q-4"]).update(last_at="2026-01-01T00:00Z")
    for api in (Api(user), Api(join(project, "lena", "lead"))):
        seen, cursor = [], ""
        while cursor is not None:
            page = api.get(f"/projects/gamma/messages/?cursor={cursor}")
            seen += [row["external_id"] for row in page["results"]]
            cursor = page["next"]
        assert seen == ["q-2", "q-5", "q-1", "q-4", "q-3"]


def test_a_repeated_message_is_stored_once(cast, ada, lena, held):
    body = {"message_id": str(uuid.uuid4()), "text": "Once."}
    path = work_path(held, "messages")
    first = ada.post(path, body)
    send(lena, held, "Twice.", annotator=key_of(cast, cast.ada))
    before = snapshot()
    assert ada.post(path, body) == first
    assert snapshot() == before


def test_the_id_of_another_message_is_refused(cast, ada, bo, held):
    sent = send(ada, held, "Mine.")
    hand_over(cast.alpha, cast.bo, held)
    before = snapshot()
    for api, text in ((ada, "Changed."), (bo, "Mine.")):
        problem = send(api, held, text, message_id=sent["id"], status=422)
        assert problem["type"].endswith("message_id_reused")
        assert pointers(problem) == ["/message_id"]
    theirs = str(Message.objects.get(thread__project=cast.beta).message_id)
    send(ada, held, "Stolen.", message_id=theirs, status=422)
    assert snapshot() == before


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "  two lines\r\n and a tab\t ",
        "هل هذا صحيح؟ \u202eabc\u202c",
        "👩‍👩‍👧‍👦 e\u0301",
        "'; DROP TABLE annotation_message; --",
        "{{ 7 * 7 }} ${x} %s",
    ],
)
def test_a_text_is_returned_unchanged(ada, held, text):
    assert send(ada, held, text)["text"] == text
    assert texts(ada, held) == [text]


@pytest.mark.parametrize("text", [None, 5, [], {}, True, "", " \r\n\t ", "\u3000", "x" * 101])
def test_an_empty_too_long_or_mistyped_text_is_refused(ada, held, settings, text):
    settings.MAX_COMMENT_CHARACTERS = 100
    before = snapshot()
    assert pointers(send(ada, held, text, status=422)) == ["/text"]
    assert snapshot() == before


@pytest.mark.parametrize("text", ["a\\u0000b", "a\\ud800b"])
def test_a_text_that_databases_cannot_store_is_refused(ada, held, text):
    raw = f'{{"message_id": "{uuid.uuid4()}", "text": "{text}"}}'.encode()
    ada.call("post", work_path(held, "messages"), raw=raw, status=400)


@pytest.mark.parametrize("message_id", [None, "", 5, "not-a-uuid", []])
def test_the_id_is_a_uuid(ada, held, message_id):
    assert pointers(send(ada, held, "Hm?", message_id=message_id, status=422)) == ["/message_id"]


def test_messages_are_not_exported(cast, ada, lena, held, tmp_path):
    annotate(cast.alpha, cast.ada, held, (4, 12))
    send(ada, held, "A question that stays here.")
    for path in ("gold/?extra=1", f"items/{held.pk}/", "items/?order=ordinal", "summary/"):
        answer = lena.send("get", f"/projects/alpha/{path}")
        body = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code == 200
        assert b"A question" not in body
    for command in ("export_gold", "export_annotations"):
        options = ["--extra", "--min-annotations", "1"] if command == "export_gold" else []
        succeeds(command, "alpha", *options, "--out", tmp_path / command)
        assert "A question" not in (tmp_path / command).read_text("utf-8")


def test_a_former_member_loses_access_and_the_thread_is_kept(cast, ada, lena, held):
    send(ada, held, "Before I go.")
    cast.ada.membership_set.all().delete()
    read(ada, held, status=404)
    assert texts(lena, held, f"?annotator={key_of(cast, cast.ada)}") == ["Before I go."]


def test_messages_of_a_deleted_account_stay_without_a_name(cast, ada, lena, held):
    send(lena, held, "From one who left.", annotator=key_of(cast, cast.ada))
    cast.lena.delete()
    (message,) = read(ada, held)["results"]
    assert (message["author"], message["from_lead"], message["mine"]) == ("", True, False)


def test_threads_are_filtered_by_item(cast, ada, bo, lena, held):
    other = cast["q-2"]
    hand_over(cast.alpha, cast.bo, held)
    hand_over(cast.alpha, cast.ada, other)
    for api, item in ((ada, held), (bo, held), (ada, other)):
        send(api, item, "May I ask?")
    named = lena.get(f"{THREADS}?item={held.pk}")["results"]
    assert [each["item"] for each in named] == [held.pk, held.pk]
    assert [each["item"] for each in bo.get(f"{THREADS}?item={other.pk}")["results"]] == []
    assert pointers(lena.get(f"{THREADS}?item=first", status=422)) == ["/item"]
