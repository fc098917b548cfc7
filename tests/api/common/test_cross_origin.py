"""All tabs of a browser share one session: what an older tab sends for somebody else is refused."""

import pytest

from annotation.models import AnnotationRevision, Item
from tests.api.client import Api
from tests.people import Cast

pytestmark = pytest.mark.django_db


def next_item(api: Api, cast: Cast, speaker: str, status: int):
    return api.call(
        "post", f"/projects/{cast.alpha.slug}/next/", {}, status=status, headers={"X-Morel-User": speaker}
    )


def state() -> tuple[int, list[tuple[int, int]]]:
    coverage = Item.objects.order_by("pk").values_list("pk", "coverage")
    return AnnotationRevision.objects.count(), list(coverage)


def test_a_tab_that_speaks_for_somebody_else_is_told_to_log_in_again(ada: Api, cast: Cast) -> None:
    before = state()
    assert "Somebody else" in next_item(ada, cast, "bo", 401)["detail"]
    assert state() == before


def test_a_tab_that_speaks_for_its_own_person_is_heard(ada: Api, cast: Cast) -> None:
    assert next_item(ada, cast, "ada", 200)["item"]


def test_names_are_percent_encoded(cast: Cast) -> None:
    cast.ada.username = "Ådå Ñ"
    cast.ada.save()
    assert next_item(Api(cast.ada), cast, "%C3%85d%C3%A5%20%C3%91", 200)["item"]
