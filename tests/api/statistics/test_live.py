"""The websocket of a project: what leads are brought on it, and who is refused or sent away. Over real sockets."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import Project
from annotation.services.people.members import add_member, change_member
from annotation.services.projects.project_settings import create_project
from foundation.accounts.account_services import close_account, revoke_sessions
from foundation.models import BrowserSession
from tests.api.client import Api
from tests.api.statistics.sockets import Sockets
from tests.people import annotate, annotator, join
from tests.records import import_records, item, items, stored

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def server() -> Iterator[Sockets]:
    with Sockets().running() as server:
        yield server


@pytest.fixture
def project() -> Project:
    noise = create_project("noise", preset="mu-shroom")
    join(noise, "otto", "lead")
    project = create_project("tide", preset="mu-shroom", redundancy=2)
    import_records(project, [*items(2), item("ar-1", lang="AR")])
    join(project, "lena", "lead")
    join(project, "lars", "lead")
    return project


def user(name: str) -> User:
    return User.objects.get(username=name)


def test_the_first_message_is_the_present_summary(server, project):
    with server.open("tide", user("lena")) as socket:
        assert socket.receive() == Api(user("lena")).get("/projects/tide/summary/")


def test_a_submission_arrives_with_the_agreement_it_makes(server, project):
    with server.open("tide", user("lena")) as socket:
        assert socket.receive()["overall"]["annotations"] == 0
        for name, span in {"ada": (0, 12), "bo": (4, 12)}.items():
            annotate(project, join(project, name), stored(project, "q-1"), span)
        while (summary := socket.receive())["overall"]["annotations"] < 2:
            pass
        assert summary["overall"]["agreement"] == pytest.approx(20 / 24)


def test_what_happens_in_another_process_arrives_too(server, project):
    """Nothing announces it here: it is found by the project's version."""
    with server.open("tide", user("lena")) as socket:
        before = socket.receive()["version"]
        Project.objects.filter(slug="tide").update(version=before + 1)
        assert socket.receive()["version"] > before


def test_a_summary_is_worked_out_once_for_all_who_watch(server, project):
    before = server.broadcast.computed
    with ExitStack() as stack:
        watching = [stack.enter_context(server.open("tide", user(name))) for name in ("lena", "lars") * 5]
        assert len({socket.receive()["version"] for socket in watching}) == 1
    assert server.broadcast.computed == before + 1


def test_nothing_is_worked_out_for_nobody(server, project):
    before = server.broadcast.computed
    with server.open("tide", user("lena")) as socket:
        socket.receive()
    annotate(project, join(project, "ada"), stored(project, "q-1"), (0, 12))
    with server.open("noise", user("otto")) as socket:
        socket.receive()
    assert server.broadcast.computed == before + 2


def test_whoever_may_not_see_the_summary_is_refused(server, project):
    join(project, "ada")
    User.objects.create_superuser("root")
    for name in ("otto", "ada", "root"):
        assert server.refused("tide", user(name)) == 403, name
    assert server.refused("tide", None) == 403
    assert server.refused("nowhere", user("lena")) == 403


def test_pages_of_other_sites_are_refused(server, project):
    elsewhere = ["https://elsewhere.example", "http://127.0.0.1", "null", "http://", "file://x", "none"]
    for origin in (*elsewhere, f"ftp://127.0.0.1:{server.port}"):
        assert server.refused("tide", user("lena"), origin=origin) == 403, origin


def test_a_host_that_is_not_ours_is_refused_though_the_origin_be_the_same(server, project):
    elsewhere = {"origin": "http://elsewhere.example", "host": "elsewhere.example"}
    assert server.refused("tide", user("lena"), **elsewhere) == 403


def test_behind_tls_only_a_page_that_came_by_tls_is_served(server, project, settings):
    settings.TLS = True
    assert server.refused("tide", user("lena")) == 403
    with server.open("tide", user("lena"), origin=f"https://127.0.0.1:{server.port}") as socket:
        assert socket.receive()["version"] >= 0


def test_an_origin_that_the_settings_trust_is_served(server, project, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://morel.example.org"]
    with server.open("tide", user("lena"), origin="https://morel.example.org") as socket:
        assert socket.receive()["version"] >= 0


def test_whatever_is_said_closes_the_socket(server, project):
    for junk in ("{", '{"type": "summary"}', "", b"\x00\xff", "x" * 1_000):
        with server.open("tide", user("lena")) as socket:
            socket.receive()
            socket.say(junk)
            assert socket.closed_with() == 1003, junk


def test_a_message_that_is_too_long_closes_it_unread(server, project):
    with server.open("tide", user("lena")) as socket:
        socket.receive()
        socket.say("x" * 100_000)
        assert socket.closed_with() == 1009


def test_others_go_on_when_one_is_closed(server, project):
    with server.open("tide", user("lena")) as loud, server.open("tide", user("lars")) as quiet:
        before = quiet.receive()["version"]
        loud.receive()
        loud.say("junk")
        assert loud.closed_with() == 1003
        annotate(project, join(project, "ada"), stored(project, "q-1"), (0, 12))
        assert quiet.receive()["version"] > before


def leaves(project: Project, **change: object) -> None:
    key = annotator(project, user("lena")).key
    change_member(project, key, timezone.now(), **change)


NO_LEAD, LOGGED_OUT = 4403, 4401
ENDS = {
    "is no lead any more": (lambda project: leaves(project, role="annotator"), NO_LEAD),
    "is no member any more": (lambda project: leaves(project, ended=True), NO_LEAD),
    "is made an annotator by a command": (
        lambda project: add_member(project, "lena", "annotator"),
        NO_LEAD,
    ),
    "ends all log-ins": (lambda _: revoke_sessions(user("lena")), LOGGED_OUT),
    "has been logged in for too long": (
        lambda _: BrowserSession.objects.filter(user=user("lena")).update(expire_date=timezone.now()),
        LOGGED_OUT,
    ),
    "has their account closed": (lambda _: close_account(user("lena")), LOGGED_OUT),
    "is switched off behind the pages' back": (
        lambda _: User.objects.filter(username="lena").update(is_active=False),
        NO_LEAD,
    ),
    "is gone": (lambda _: user("lena").delete(), LOGGED_OUT),
}


@pytest.mark.parametrize("end", ENDS)
def test_the_socket_of_a_lead_is_closed_who(server, project, end):
    happens, code = ENDS[end]
    with server.open("tide", user("lena")) as socket, server.open("tide", user("lars")) as other:
        socket.receive()
        other.receive()
        happens(project)
        assert socket.closed_with() == code
        annotate(project, join(project, "ada"), stored(project, "q-1"), (0, 12))
        assert other.receive()["overall"]["annotations"] <= 1


def test_a_pause_takes_no_figures_from_a_lead(server, project):
    with server.open("tide", user("lena")) as socket:
        before = socket.receive()["version"]
        leaves(project, paused=True)
        assert socket.receive()["version"] > before
