"""Hidden checks: assigned between work items, indistinguishable from them, and visible to leads only."""

import json
from typing import Any

import pytest

from annotation.models import Assignment, Item, ItemStatistic, Project, Trial
from annotation.queries.gold.gold_export import annotation_records
from annotation.services.learning.training import set_learning
from annotation.services.projects.project_settings import create_project
from tests.api.client import Api
from tests.people import annotator, content, join, save
from tests.records import import_records, item, items, stored

pytestmark = pytest.mark.django_db

NEXT = "/projects/gamma/next/"
EVERY = 4


@pytest.fixture
def gamma(db: None) -> Project:
    project = create_project("gamma", preset="mu-shroom", redundancy=5)
    checks = [item(f"k-{n}", kind="check", hard_labels=[[25, 30]]) for n in range(1, 4)]
    import_records(project, [*items(20), *checks])
    return set_learning(project, check_every=EVERY)


def work(project: Project, user: Any, count: int, *spans: tuple[int, int]) -> list[str]:
    """Reserve and submit `count` items, and return their kinds."""
    kinds = []
    for _ in range(count):
        given = Item.objects.get(pk=Api(user).post(NEXT)["item"]["id"])
        save(project, user, given, content(*spans))
        kinds.append(given.kind)
    return kinds


def test_every_block_of_items_has_one_check_and_nobody_gets_a_check_twice(gamma: Project):
    ada = join(gamma, "ada")
    kinds = work(gamma, ada, 20, (0, 3))
    for block in range(3):
        assert kinds[EVERY * block : EVERY * (block + 1)].count("check") == 1
    assert kinds.count("check") == 3  # the project has no more
    assert Trial.objects.filter(annotator__user=ada).count() == 3


def test_the_list_and_its_export_show_only_work_items_of_an_annotator(gamma: Project):
    ada = join(gamma, "ada")
    kinds = work(gamma, ada, 8, (0, 3))
    key = annotator(gamma, ada).key
    api = Api(join(gamma, "lena", "lead"))
    for query in (f"order=ordinal&annotator={key}", f"order=few&beside={key}"):
        rows = api.get(f"/projects/gamma/items/?{query}")["results"]
        assert len(rows) == kinds.count("work") == 6
        file = api.http.get(f"/api/v1/projects/gamma/items-export/?as=jsonl&{query}")
        assert [json.loads(line)["id"] for line in b"".join(file).splitlines()] == [
            row["external_id"] for row in rows
        ]


def test_every_annotator_gets_a_check_per_block(gamma: Project):
    people = [join(gamma, name) for name in ("ada", "bo", "chen", "dana")]
    places = {tuple(work(gamma, each, EVERY, (0, 3))).index("check") for each in people}
    assert places <= set(range(EVERY))


def test_there_are_no_checks_without_a_rate(gamma: Project):
    set_learning(gamma, check_every=0)
    assert set(work(gamma, join(gamma, "ada"), 12, (0, 3))) == {"work"}


def shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()}
    return [shape(each) for each in value] if isinstance(value, list) else type(value).__name__


def test_a_check_cannot_be_told_from_work(gamma: Project):
    ada = join(gamma, "ada")
    api, by_kind = Api(ada), dict[str, Any]()
    for _ in range(EVERY):
        answer = api.post(NEXT)
        given = Item.objects.get(pk=answer["item"]["id"])
        annotation = save(gamma, ada, given, content((0, 3)))
        listed = api.get("/projects/gamma/mine/?status=submitted")["results"]
        row = next(each for each in listed if each["item"] == given.pk)
        response = {**answer, "item": answer["item"] | {"previous": 0, "next": None}, "row": row}
        assert "check" not in json.dumps(response)
        by_kind[given.kind] = shape(response)
        assert annotation.surplus is False
    assert by_kind["check"] == by_kind["work"]
    mine = api.post(NEXT)["mine"]
    assert (mine["submitted"], mine["today"], mine["items"]) == (EVERY, EVERY, 23)


def test_checks_are_neither_counted_nor_exported_nor_part_of_the_quota(gamma: Project):
    ada = join(gamma, "ada")
    Project.objects.filter(pk=gamma.pk).update(quota=EVERY)
    kinds = []
    total = Api(ada).get("/projects/gamma/")["mine"]["items"]
    while Api(ada).post(NEXT)["reason"] == "":
        kinds += work(gamma, ada, 1, (0, 3))
    assert kinds.count("work") == EVERY
    assert total == len(kinds)  # the total does not reveal that some are no work
    assert kinds.count("check") >= 1
    checks = Item.objects.filter(kind="check")
    assert {check.coverage for check in checks} == {0}
    assert not ItemStatistic.objects.filter(item__in=checks).exists()
    exported = {record["id"] for record in annotation_records(gamma)}
    assert not exported & {check.external_id for check in checks}


def test_leads_see_passed_checks_judged_by_the_first_submission(gamma: Project):
    ada, lena = join(gamma, "ada"), join(gamma, "lena", "lead")
    work(gamma, ada, EVERY, (25, 30))
    work(gamma, ada, EVERY, (0, 3))
    for check in Item.objects.filter(kind="check", assignment__annotator__user=ada):
        save(gamma, ada, check, content((25, 30)))
    rows = Api(lena).get("/projects/gamma/people/")["results"]
    row = next(each for each in rows if each["username"] == "ada")
    assert (row["checks"], row["checks_passed"], row["checks_mean"]) == (2, 1, 0.75)
    assert row["submitted"] == 2 * EVERY - 2


def test_a_skipped_check_is_not_offered_again(gamma: Project):
    ada = join(gamma, "ada")
    for _ in range(EVERY * 3):
        given = Api(ada).post(NEXT)["item"]["id"]
        Api(ada).post(f"/projects/gamma/items/{given}/skip/", {"reason": "No."}, status=204)
    places = Assignment.objects.filter(annotator__user=ada, item__kind="check")
    assert places.count() == 3
    assert stored(gamma, "k-1").coverage == 0
