"""All tabs of a browser share one session: requests of a tab of the previous user are refused."""

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


def test_a_tab_of_a_previous_user_is_refused(ada: Api, cast: Cast) -> None:
    before = state()
    assert "Someone else" in next_item(ada, cast, "bo", 401)["detail"]
    assert state() == before


def test_a_tab_of_the_logged_in_user_is_accepted(ada: Api, cast: Cast) -> None:
    assert next_item(ada, cast, "ada", 200)["item"]


def test_names_are_percent_encoded(cast: Cast) -> None:
    cast.ada.username = "Ådå Ñ"
    cast.ada.save()
    assert next_item(Api(cast.ada), cast, "%C3%85d%C3%A5%20%C3%91", 200)["item"]
