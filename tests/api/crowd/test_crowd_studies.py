"""Crowd workers enter a study by its link, annotate as many items as its quota says, and get a completion code."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.models import Annotator, CrowdStudy, CrowdWorker, Item, Membership, Project
from annotation.services.projects.project_settings import set_project
from tests.api.client import Api
from tests.people import Cast, content, save
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

RETURN_URL = "https://example.org/x?cc=1"
PROLIFIC = {"kind": "prolific", "study": "study-1", "completion_code": "C0FFEE", "return_url": RETURN_URL}
WORKER = {"pid": "5f3a", "study": "study-1", "session": "s-1"}


def create(cast: Cast, **fields: Any) -> dict[str, Any]:
    return Api(cast.lena).post("/projects/alpha/entries/", {"quota": 2, **fields}, status=201)


def enter(study: dict[str, Any], api: Api | None = None, /, **arrival: Any) -> Api:
    api = api or Api()
    api.post(f"/enter/{study['code']}/", arrival)
    return api


def refusal_code(study: dict[str, Any], status: int, api: Api | None = None, /, **arrival: Any) -> str:
    before = snapshot()
    problem = (api or Api()).post(f"/enter/{study['code']}/", arrival, status=status)
    assert snapshot() == before
    return str(problem["type"]).rpartition(":")[2]


def username_of(api: Api) -> str:
    return str(api.get("/session/")["user"]["username"])


def submit_next(cast: Cast, api: Api) -> None:
    item = api.post("/projects/alpha/next/")["item"]
    save(cast.alpha, User.objects.get(username=username_of(api)), Item.objects.get(pk=item["id"]), content())


def test_a_worker_enters_does_their_items_and_gets_the_code(cast: Cast):
    study = create(cast, **PROLIFIC, languages=["EN"])
    offer = Api().get(f"/enter/{study['code']}/")
    assert (offer["kind"], offer["quota"], offer["languages"]) == ("prolific", 2, ["en"])
    api = enter(study, **WORKER)
    assert api.get("/session/")["user"]["guest"]
    assert api.get("/projects/alpha/")["my_languages"] == ["en"]
    for done in range(2):
        progress = api.get("/projects/alpha/completion/")
        assert (progress["done"], progress["submitted"], progress["code"], progress["return_url"]) == (
            False,
            done,
            "",
            "",
        )
        submit_next(cast, api)
    assert api.post("/projects/alpha/next/")["reason"] == "quota"
    end = {"done": True, "submitted": 2, "quota": 2, "code": "C0FFEE", "return_url": RETURN_URL}
    assert api.get("/projects/alpha/completion/") == end


def test_a_worker_for_whom_no_item_is_left_is_done(cast: Cast):
    api = enter(create(cast, **PROLIFIC | {"quota": 50}), **WORKER)
    while api.post("/projects/alpha/next/")["item"]:
        submit_next(cast, api)
    assert api.get("/projects/alpha/completion/")["done"]


def test_a_worker_keeps_their_account_in_the_next_study(cast: Cast):
    study, next_study = create(cast, **PROLIFIC), create(cast, **PROLIFIC | {"study": "study-2"})
    first = enter(study, **WORKER)
    name = username_of(first)
    assert username_of(enter(study, **WORKER | {"session": "s-2"})) == name
    submit_next(cast, first)
    assert username_of(enter(next_study, **WORKER | {"study": "study-2"})) == name
    assert Annotator.objects.get(user__username=name).allowance == 1 + 2
    assert first.get("/projects/alpha/completion/")["submitted"] == 0
    assert username_of(enter(study, **WORKER | {"pid": "other"})) != name


def test_leads_do_not_see_the_platform_id_of_a_worker(cast: Cast):
    enter(create(cast, **PROLIFIC), **WORKER)
    people = Api(cast.lena).get("/projects/alpha/people/")["results"]
    assert any(row["name"].startswith("guest-") for row in people)
    assert WORKER["pid"] not in {str(value) for row in people for value in row.values()}
    assert Annotator.objects.get(user__crowd_workers__isnull=False).key.startswith("annotator_")


@pytest.mark.parametrize(
    ("arrival", "status", "code"),
    [
        ({}, 422, "entry_parameters"),
        (WORKER | {"pid": ""}, 422, "entry_parameters"),
        (WORKER | {"pid": "{{%PROLIFIC_PID%}}"}, 422, "entry_parameters"),
        (WORKER | {"session": "a b"}, 422, "entry_parameters"),
        (WORKER | {"pid": "x" * 65}, 422, "entry_parameters"),
        (WORKER | {"study": "study-9"}, 403, "entry_study"),
    ],
)
def test_entry_without_valid_prolific_parameters_is_refused(cast: Cast, arrival, status, code):
    assert refusal_code(create(cast, **PROLIFIC), status, **arrival) == code


def test_revoked_and_unknown_links_are_refused_and_logged_in_workers_continue(cast: Cast):
    study = create(cast, **PROLIFIC)
    worker = enter(study, **WORKER)
    revoked = Api(cast.lena).call("delete", f"/projects/alpha/entries/{study['id']}/")
    assert (revoked["state"], revoked["people"]) == ("revoked", 1)
    assert refusal_code(study, 403, **WORKER) == "entry_revoked"
    Api().get(f"/enter/{study['code']}/", status=403)
    Api().get("/enter/nothing/", status=404)
    worker.post("/projects/alpha/next/")


def test_a_full_study_refuses_new_workers_and_admits_returning_ones(cast: Cast):
    study = create(cast, **PROLIFIC, max_people=1)
    enter(study, **WORKER)
    assert refusal_code(study, 403, **WORKER | {"pid": "late"}) == "entry_used_up"
    enter(study, **WORKER)
    assert Api(cast.lena).get("/projects/alpha/entries/")["results"][0]["state"] == "used_up"


def test_a_worker_whose_membership_a_lead_has_ended_is_refused(cast: Cast):
    study = create(cast, **PROLIFIC)
    enter(study, **WORKER)
    key = Annotator.objects.get(user__crowd_workers__isnull=False).key
    Api(cast.lena).call("patch", f"/projects/alpha/people/{key}/", {"ended": True})
    assert refusal_code(study, 403, **WORKER) == "entry_ended"


def test_a_logged_in_user_is_logged_out_only_on_request(cast: Cast):
    study = create(cast, **PROLIFIC)
    api = Api(cast.bo)
    assert refusal_code(study, 409, api, **WORKER) == "somebody_else"
    assert username_of(api) == "bo"
    enter(study, api, **WORKER, instead=True)
    assert username_of(api).startswith("guest-")
    name = username_of(api)
    assert username_of(enter(study, api, **WORKER)) == name


def test_a_guest_is_recognized_in_the_same_browser_only(cast: Cast):
    study = create(cast, kind="guest", completion_code="thanks")
    api = enter(study)
    name = username_of(api)
    assert username_of(enter(study, api)) == name
    assert username_of(enter(study)) != name
    assert refusal_code(study, 409, Api(cast.ada)) == "somebody_else"


def test_nobody_can_log_in_to_a_guest_account_by_password(cast: Cast):
    name = username_of(enter(create(cast, kind="guest")))
    Api().post("/session/", {"username": name, "password": "x"}, status=401)


def test_a_member_who_entered_by_no_study_has_no_completion(cast: Cast, ada: Api):
    ada.get("/projects/alpha/completion/", status=404)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"quota": 0}, "quota"),
        ({"max_people": 0}, "max_people"),
        ({"kind": "prolific"}, "study"),
        ({"return_url": "javascript:alert(1)"}, "return_url"),
        ({"languages": ["xx"]}, "languages/0"),
        ({"kind": "turk"}, "kind"),
    ],
)
def test_invalid_fields_of_a_new_study_are_refused(cast: Cast, lena: Api, wrong, field):
    problem = lena.post("/projects/alpha/entries/", {"kind": "guest", "quota": 1, **wrong}, status=422)
    assert problem["errors"][0]["pointer"] == f"/{field}"
    assert not CrowdStudy.objects.exists()


def test_a_guest_is_an_annotator_of_one_project_only(cast: Cast):
    enter(create(cast, kind="guest"))
    (membership,) = Membership.objects.filter(user__in=CrowdWorker.objects.values("user"))
    assert (membership.project, membership.role) == (cast.alpha, "annotator")


def counts(api: Api) -> tuple[int, int, int]:
    """Done, items of the assignment, and all submitted, as the workspace shows them."""
    mine = api.get("/projects/alpha/")["mine"]
    return mine["done"], mine["items"], mine["submitted"]


def test_progress_is_that_of_the_assignment_not_of_the_project(cast: Cast):
    study, next_study = create(cast, **PROLIFIC), create(cast, **PROLIFIC | {"study": "study-2", "quota": 9})
    api = enter(study, **WORKER)
    assert counts(api) == (0, 2, 0)
    submit_next(cast, api)
    assert api.post("/projects/alpha/next/")["mine"]["items"] == 2
    assert counts(api) == (1, 2, 1)
    submit_next(cast, api)
    assert counts(api) == (2, 2, 2)
    enter(next_study, **WORKER | {"study": "study-2"})
    assert counts(api) == (0, 2, 2)  # of the project's four items two are left
    submit_next(cast, api)
    assert counts(api) == (1, 2, 3)


def test_progress_of_a_member_with_a_quota(cast: Cast):
    Project.objects.filter(pk=cast.alpha.pk).update(quota=3)
    assert counts(Api(cast.ada)) == (0, 3, 0)
    submit_next(cast, Api(cast.ada))
    assert counts(Api(cast.ada)) == (1, 3, 1)
    assert counts(Api(cast.bo)) == (0, 3, 0)


def test_progress_where_a_field_names_the_annotator(cast: Cast):
    Item.objects.filter(project=cast.alpha).update(metadata='{"asker": "BO"}')
    Item.objects.filter(project=cast.alpha, external_id="q-1").update(metadata='{"asker": "ada"}')
    set_project(cast.alpha, assignment="field", assignment_field="asker")
    assert counts(Api(cast.ada)) == (0, 1, 0)
    assert counts(Api(cast.bo)) == (0, 2, 0)  # in English only
    submit_next(cast, Api(cast.ada))
    assert counts(Api(cast.ada)) == (1, 1, 1)
