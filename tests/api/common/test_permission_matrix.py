"""Who may ask what, of every route of the URL configuration, as every kind of person, by every method.

Routes are read from the configuration, not from the API's description: one that no rule knows fails. What is allowed
may still be refused for what it asks (no such item, an empty body), but never for who asks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from rest_framework.permissions import AllowAny

from annotation.models import Membership
from annotation.services.crowd.crowd_studies import Arrival, create_crowd_study, enter
from tests.api.client import Api, check_answer, operations
from tests.api.common.test_membership import ANYONE, BODIES, CREATORS, LEADS, LOGGED_IN, MEMBERS
from tests.api.tasks.rules import RULES as TASK_RULES
from tests.people import Cast, join, reserve
from tests.snapshot import snapshot

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

METHODS = ("get", "head", "options", "trace", "post", "put", "patch", "delete")  # the last one may log out
API = "api/v1/"

# Operations for logged-in users that only administrators may call.
ADMINISTRATORS = {"project_make"}

# Routes outside of the API: open to everyone, or to administrators only.
OPEN = {
    "api/schema/",
    "api/docs/",
    "health/live",
    "health/ready",
    "metrics",  # for addresses, not for people: tests/api/common/test_metrics.py
    "sign-on/github/",
    "sign-on/oidc/",
    "^api/",
    "^(?!static/).*$",
    "admin/login/",
    "admin/logout/",
}
ADMIN = "admin/"


@dataclass(frozen=True)
class Route:
    template: str
    view: Any

    def __str__(self) -> str:
        return self.template

    @property
    def allows_anybody(self) -> bool:
        return AllowAny in getattr(self.view, "view_class", self.view).permission_classes

    def path(self, **parts: object) -> str:
        known = {"slug": "alpha", "language": "en", "code": "none", "uid": "x", "token": "x-y", **parts}
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(known.get(found[1], 1)), self.template)


def routes(patterns: Any = None, before: str = "") -> Iterator[Route]:
    for each in get_resolver().url_patterns if patterns is None else patterns:
        template = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, template)
        elif isinstance(each, URLPattern):
            yield Route(template, each.callback)


ROUTES = list(routes())
OF_API = [each for each in ROUTES if each.template.startswith(API)]
OF_TASKS = [each for each in OF_API if "<slug:task>" in each.template]
OF_PROJECTS = [each for each in OF_API if each not in OF_TASKS]
OF_SITE = [each for each in ROUTES if not each.template.startswith(API)]
NAMES = {
    (method, re.sub(r"\{\w+\}", "{}", template)): described["operationId"]
    for method, template, described in operations()
}


def name_of(route: Route, method: str) -> str | None:
    """Return the operation id, or None if the route has no such method."""
    if not hasattr(getattr(route.view, "view_class", route.view.cls), "get" if method == "head" else method):
        return None
    template = "/" + re.sub(r"<[^>]+>", "{}", route.template.removeprefix(API))
    return NAMES[("get" if method == "head" else method, template)]


MEMBERS_OF_ALPHA = {"annotator", "annotator who chooses", "guest", "crowd worker", "lead"}


def people(cast: Cast) -> dict[str, User | None]:
    link = create_crowd_study(cast.alpha, cast.lena, kind="guest", quota=5)
    study = create_crowd_study(cast.alpha, cast.lena, kind="prolific", quota=5, study="s1")
    former, former_lead = join(cast.alpha, "former"), join(cast.alpha, "former-lead", "lead")
    Membership.objects.filter(user__in=[former, former_lead]).update(ended_at=timezone.now())
    chooser = join(cast.alpha, "chooser")
    Membership.objects.filter(user=chooser).update(creation=True)
    return {
        "anonymous": None,
        "annotator": cast.ada,
        "annotator who chooses": chooser,
        "guest": enter(link.code, Arrival(), None)[0],
        "crowd worker": enter(study.code, Arrival("p1", "s1", "x1"), None)[0],
        "former member": former,
        "former lead": former_lead,
        "lead": cast.lena,
        "other project's annotator": join(cast.beta, "kit"),
        "other project's lead": cast.otto,
        "nobody's member": cast.nina,
        "administrator": cast.root,
    }


def refusal(who: str, name: str) -> tuple[int, str] | None:
    """Return status and code of the refusal for this role, or None if the operation is permitted."""
    if name in ANYONE:
        return None
    if who == "anonymous":
        return 401, "not_authenticated"
    if name in ADMINISTRATORS and who != "administrator":
        return 403, "forbidden"
    if name in LOGGED_IN:
        return None
    if who not in MEMBERS_OF_ALPHA:
        return 404, "no_project"
    if name in CREATORS and who not in {"lead", "annotator who chooses"}:
        return 403, "forbidden"
    return (403, "forbidden") if name in LEADS and who != "lead" else None


def ask(api: Api, path: str, method: str, name: str | None) -> tuple[int, str]:
    """Return the status, and the code if it is a problem. Refusals must match the OpenAPI description."""
    below = path.removeprefix("/api/v1")
    response = api.send(method, below, BODIES.get(name or "", {}))
    if response.status_code < 400:
        return response.status_code, ""
    if name and method != "head":
        check_answer(method, below, response)
    code = re.match(rb'{"type":"urn:morel:problem:(\w+)"', response.content)
    return response.status_code, code[1].decode() if code else ""


REFUSED_FOR_WHO = {"not_authenticated", "no_project", "forbidden"}
SAYS_WHO = {
    "invitation_accept",
    "task_invitation_accept",
}  # a person without an account has to say which one to create


@pytest.mark.parametrize("route", OF_PROJECTS, ids=str)
def test_every_method_of_every_route_for_every_role(cast: Cast, route: Route):
    """The refused requests come first, because together they must not change the database."""
    assert reserve(cast.alpha, cast.ada)
    path = route.path(item=cast["q-1"].pk, pk=cast.their_import.pk)
    asking = {who: Api(user) for who, user in people(cast).items()}
    names = {method: None if method == "options" else name_of(route, method) for method in METHODS}
    before = snapshot()
    for who, api in asking.items():
        for method, name in names.items():
            said = f"{who}: {method} {route}"
            if name is None:
                stranger = who == "anonymous" and not route.allows_anybody
                status, _ = ask(api, path, method, name)
                assert status == (401 if stranger else 200 if method == "options" else 405), said
                continue
            assert name in ANYONE | LOGGED_IN | MEMBERS | CREATORS | LEADS, f"no rule for {name}"
            if expected := refusal(who, name):
                status, code = ask(api, path, method, name)
                assert (status, code or expected[1]) == expected, said
    assert snapshot() == before
    for who, api in asking.items():
        for method, name in names.items():
            if name and not refusal(who, name):
                status, code = ask(api, path, method, name)
                assert status < 500, f"{who}: {method} {route}"
                assert code not in REFUSED_FOR_WHO or name in SAYS_WHO, (who, method, route, status, code)


@pytest.mark.parametrize("route", OF_TASKS, ids=str)
def test_every_route_of_a_task_has_rules(route: Route):
    """tests/api/tasks/test_task_permissions.py calls each operation as every kind of person."""
    names = {method: name_of(route, method) for method in METHODS if method != "options"}
    assert any(names.values())
    for method, name in names.items():
        assert name is None or any(name in rule for rule in TASK_RULES), f"no rule for {method} {route}"


@pytest.mark.parametrize("route", OF_SITE, ids=str)
def test_every_page_for_every_role(cast: Cast, route: Route):
    """Other users are redirected to the login of the admin site for every URL."""
    assert route.template in OPEN or route.template.startswith(ADMIN), f"no rule for {route}"
    path = {"^api/": "/api/x", "^(?!static/).*$": "/"}.get(route.template) or route.path()
    for who, user in people(cast).items():
        http = Api(user).http
        may = who == "administrator" or route.template in OPEN
        for method in METHODS:
            response = http.generic(method.upper(), path)
            away = response.status_code == 302 and response["Location"].startswith("/admin/login/")
            assert away != may, f"{who}: {method} {path} {response.status_code}"
