"""Review by person: the fastest annotators and others at random, of those who have finished their assignment."""

import pytest
from django.contrib.auth.models import User

from annotation.models import Annotator, Project
from annotation.queries.statistics import annotator_work
from annotation.services.projects.project_settings import create_project, set_project
from annotation.services.statistics.annotator_statistics import refresh_annotator_statistics
from tests.api.client import Api
from tests.people import annotator, content, join, reserve, save
from tests.records import import_annotations, import_records, item, items

pytestmark = pytest.mark.django_db

PATH = "/projects/crowd/review/people/"


@pytest.fixture
def crowd() -> Project:
    """Six people submit four items each, in 10, 20, … seconds an item; the seventh only one, in a second."""
    project = create_project("crowd", preset="mu-shroom", assignment="everyone", quota=4)
    import_records(project, [*items(5), item("fr", lang="FR")])
    for number in range(1, 7):
        work(project, join(project, f"person-{number}"), 4, 10 * number)
    work(project, join(project, "left"), 1, 1)
    return project


def work(project: Project, user: User, count: int, seconds: int) -> None:
    for _ in range(count):
        given = reserve(project, user)
        assert given
        save(project, user, given, content((4, 8), active_seconds=seconds))


def names(rows: list[dict]) -> list[str]:
    return [row["name"] for row in rows]


def test_the_fastest_of_those_who_have_finished_come_first(crowd: Project):
    lead = Api(join(crowd, "lena", "lead"))
    found = lead.get(f"{PATH}?n=2")
    assert names(found["fastest"]) == ["person-1", "person-2"]
    first = found["fastest"][0]
    assert (first["submitted"], first["assigned"], first["seconds"], first["reviewed"]) == (4, 4, 40, 0)
    assert first["began_at"] <= first["ended_at"]
    assert (found["of"], found["unfinished"]) == (6, 1)
    everybody = lead.get(f"{PATH}?n=2&unfinished=1")
    assert names(everybody["fastest"]) == ["left", "person-1"]
    assert everybody["of"] == 7


def test_the_random_ones_are_others_and_a_draw_is_reproducible(crowd: Project):
    lead = Api(join(crowd, "lena", "lead"))
    draws = [names(lead.get(f"{PATH}?n=2&draw={draw}")["random"]) for draw in range(6)]
    assert draws == [names(lead.get(f"{PATH}?n=2&draw={draw}")["random"]) for draw in range(6)]
    assert len({tuple(draw) for draw in draws}) > 1
    assert all(len(set(draw)) == 2 and not {"person-1", "person-2"} & set(draw) for draw in draws)
    assert len(lead.get(f"{PATH}?n=5")["random"]) == 1


def test_a_total_time_counts_per_item_where_people_have_different_assignments(crowd: Project):
    Annotator.objects.filter(user__username="left").update(allowance=1)
    found = Api(join(crowd, "lena", "lead")).get(f"{PATH}?n=1")
    assert names(found["fastest"]) == ["left"]
    assert found["fastest"][0]["assigned"] == 1


def test_imported_annotations_have_no_time_and_names_may_be_hidden(crowd: Project):
    import_annotations(crowd, {"q-5": {"annotator_paper": [[0, 3]]}})
    Project.objects.filter(pk=crowd.pk).update(anonymous=True)
    found = Api(join(crowd, "lena", "lead")).get(f"{PATH}?n=50&unfinished=1")
    assert found["of"] == 7
    assert all(row["name"] == row["annotator"] for row in found["fastest"])


def test_the_queue_of_one_person_has_their_submissions_in_all_languages(crowd: Project):
    lena = join(crowd, "lena", "lead")
    lead, user = Api(lena), User.objects.get(username="person-3")
    crowd = set_project(crowd, quota=0)
    work(crowd, user, 2, 7)
    key = annotator(crowd, user).key
    rows = lead.get(f"/projects/crowd/review/?annotator={key}")["results"]
    assert {row["annotator"] for row in rows} == {key}
    assert [row["active_seconds"] for row in rows] == [7, 7, 30, 30, 30, 30]
    assert {row["language"] for row in rows} == {"en", "fr"}
    for kind in ("agreement", "nothing", "random"):
        found = lead.get(f"/projects/crowd/review/?annotator={key}&kind={kind}")["results"]
        assert {row["annotator"] for row in found} <= {key}
    body = {"annotator": key, "revision": rows[0]["revision"], "reviewed": True}
    lead.post(f"/projects/crowd/items/{rows[0]['id']}/review/", body)
    people = lead.get(f"{PATH}?n=50")["fastest"]
    assert {row["name"]: row["reviewed"] for row in people}["person-3"] == 1
    assert len(lead.get(f"/projects/crowd/review/?annotator={key}")["results"]) == 5
    assert lead.get("/projects/crowd/review/?annotator=nobody")["results"] == []


def test_the_share_of_choices_that_most_others_made():
    project = create_project("votes", preset="shroom", redundancy=5)
    records = [{"id": f"s-{n}", "hyp": "A.", "src": f"B{n}", "tgt": "C"} for n in range(4)]
    import_records(project, records)
    choices = {"ada": "yyyn", "bo": "yyyy", "cy": "ynny", "di": "yyny"}
    for name, answers in choices.items():
        user = join(project, name)
        for _ in answers:
            given = reserve(project, user)
            place = int(given.external_id[-1])
            labels = {"supported": "yes" if answers[place] == "y" else "no"}
            save(project, user, given, {"spans": [], "labels": labels})
    lead = Api(join(project, "lena", "lead"))
    rows = lead.get("/projects/votes/review/people/?n=50")["fastest"]
    # s-2: yes, yes, no, no: for each of them the others are two to one. s-3: ada alone says no.
    assert {row["name"]: row["majority"] for row in rows} == {
        "ada": 2 / 4,
        "bo": 3 / 4,
        "cy": 2 / 4,
        "di": 3 / 4,
    }


def test_a_large_project_shows_the_stored_sums(crowd: Project, monkeypatch: pytest.MonkeyPatch):
    lead = Api(join(crowd, "lena", "lead"))
    summed_now = lead.get(f"{PATH}?n=2")
    monkeypatch.setattr(annotator_work, "AT_ONCE", 0)
    before = lead.get(f"{PATH}?n=2")
    assert before["due"]
    assert (before["fastest"], before["random"]) == (summed_now["fastest"], summed_now["random"])

    crowd.refresh_from_db()
    refresh_annotator_statistics(crowd, lambda: None)
    stored = lead.get(f"{PATH}?n=2")
    assert not stored["due"]
    assert (stored["fastest"], stored["random"]) == (summed_now["fastest"], summed_now["random"])

    crowd = set_project(crowd, quota=0)
    work(crowd, User.objects.get(username="person-1"), 1, 1)
    later = lead.get(f"{PATH}?n=2")
    assert {row["name"]: row["submitted"] for row in later["fastest"]} == {"left": 1, "person-1": 4}
    assert (later["as_of"], later["due"]) == (stored["as_of"], True)
