"""Annotators of several languages choose the one they work in, and stay in it until nothing is left."""

import pytest

from annotation.models import Assignment, Item, Membership, Project
from tests.api.annotate.saving import body, put
from tests.api.client import Api
from tests.people import annotate, hand_over

pytestmark = pytest.mark.django_db

NEXT = "/projects/alpha/next/"
CHOOSE = "/projects/alpha/working-language/"
ASKING = {"ask_language": True}

policies = pytest.mark.parametrize("policy", ["pool", "everyone", "balanced"])


def choose(api, language: str) -> None:
    api.put(CHOOSE, {"language": language}, status=204)


def languages_until_the_end(cast, api) -> list[str]:
    """The languages of the items that the annotator gets and submits, and the reason for the end."""
    found = []
    while (answer := api.post(NEXT, ASKING))["item"]:
        item = Item.objects.get(pk=answer["item"]["id"])
        found.append(item.language)
        put(api, item, body(item, (0, 3), submit=True))
    return [*found, answer["reason"]]


def test_who_works_in_several_languages_is_asked_and_gets_no_item(cast, ada):
    answer = ada.post(NEXT, ASKING)
    assert (answer["item"], answer["reason"]) == (None, "language")
    assert [(each["language"], each["todo"]) for each in answer["languages"]] == [("ar", 1), ("en", 3)]
    assert not Assignment.objects.filter(annotator__user=cast.ada).exists()


def test_who_works_in_one_language_is_not_asked(cast):
    answer = Api(cast.bo).post(NEXT, ASKING)
    assert (answer["item"]["language"], answer["languages"]) == ("en", [])


def test_nobody_is_asked_where_only_one_language_has_items_left(cast, ada):
    annotate(cast.alpha, cast.ada, cast["ar-1"], (0, 3))
    assert ada.post(NEXT, ASKING)["item"]["language"] == "en"


def test_a_program_that_does_not_ask_gets_items_of_all_languages(ada):
    assert ada.post(NEXT)["item"]


@policies
def test_all_items_are_of_the_chosen_language_until_it_is_done(cast, ada, policy):
    Project.objects.filter(pk=cast.alpha.pk).update(assignment=policy)
    choose(ada, "en")
    assert languages_until_the_end(cast, ada) == ["en", "en", "en", "language_done"]
    answer = ada.post(NEXT, ASKING)
    assert [(each["language"], each["todo"]) for each in answer["languages"]] == [("ar", 1)]
    choose(ada, "ar")
    assert languages_until_the_end(cast, ada) == ["ar", "done"]


@policies
def test_the_items_loaded_ahead_are_of_the_chosen_language(cast, ada, policy):
    Project.objects.filter(pk=cast.alpha.pk).update(assignment=policy)
    choose(ada, "en")
    shown, *ahead = [ada.post(NEXT)["item"]["id"]]
    for _ in range(2):
        ahead.append(ada.post(NEXT, {"beside": shown, "ahead": ahead})["item"]["id"])
    assert {each.language for each in Item.objects.filter(pk__in=[shown, *ahead])} == {"en"}
    answer = ada.post(NEXT, {"beside": shown, "ahead": ahead})
    assert (answer["item"], answer["reason"]) == (None, "done")


def test_the_choice_is_stored_and_shown(cast, ada):
    assert ada.get("/projects/alpha/")["working_language"] == ""
    choose(ada, "AR")
    assert Membership.objects.get(user=cast.ada).working_language == "ar"
    assert ada.get("/projects/alpha/")["working_language"] == "ar"


def test_all_languages_can_be_chosen(cast, ada):
    choose(ada, "*")
    assert sorted(languages_until_the_end(cast, ada)) == ["ar", "done", "en", "en", "en"]


def test_a_choice_releases_what_is_reserved_in_other_languages_and_not_begun(cast, ada):
    begun = hand_over(cast.alpha, cast.ada, cast["q-1"])
    put(ada, begun, body(begun, (0, 3)))
    hand_over(cast.alpha, cast.ada, cast["q-2"])
    assigned = hand_over(cast.alpha, cast.ada, cast["q-3"])
    Assignment.objects.filter(item=assigned).update(expires_at=None)  # as if a lead had assigned it
    choose(ada, "ar")
    states = dict(
        Assignment.objects.values_list("item__external_id", "state").filter(annotator__user=cast.ada)
    )
    assert states == {"q-1": "reserved", "q-2": "expired", "q-3": "reserved"}
    assert Item.objects.get(pk=cast["q-2"].pk).coverage == 0
    assert ada.post(NEXT)["item"]["language"] == "ar"


def test_a_draft_in_another_language_waits_until_the_chosen_one_is_done(cast, ada):
    draft = hand_over(cast.alpha, cast.ada, cast["q-1"])
    put(ada, draft, body(draft, (0, 3)))
    choose(ada, "ar")
    assert languages_until_the_end(cast, ada) == ["ar", "language_done"]
    assert [each["language"] for each in ada.post(NEXT)["languages"]] == ["en"]


@pytest.mark.parametrize("language", ["fr", "", "en-", 7, None, [], "x" * 65])
def test_a_language_that_is_none_of_theirs_is_refused(cast, ada, language):
    problem = ada.put(CHOOSE, {"language": language}, status=422)
    assert problem["errors"][0]["pointer"] == "/language"
    assert Membership.objects.get(user=cast.ada).working_language == ""


def test_nobody_chooses_a_language_that_their_membership_excludes(cast):
    assert Api(cast.bo).put(CHOOSE, {"language": "ar"}, status=422)["errors"][0]["code"] == "unknown_language"


def test_a_choice_lapses_when_the_membership_excludes_it(cast, ada):
    choose(ada, "ar")
    Membership.objects.filter(user=cast.ada).update(languages=["en"])
    assert ada.get("/projects/alpha/")["working_language"] == ""
    assert ada.post(NEXT, ASKING)["item"]["language"] == "en"
