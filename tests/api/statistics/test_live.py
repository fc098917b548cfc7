"""The websocket of a project over real sockets: what leads receive, who is refused and who is disconnected."""

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
from tests.waiting import wait_until

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


def test_the_first_message_is_the_current_summary(server, project):
    with server.open("tide", user("lena")) as socket:
        assert socket.receive() == Api(user("lena")).get("/projects/tide/summary/")


def test_a_submission_sends_a_summary_with_its_agreement(server, project):
    with server.open("tide", user("lena")) as socket:
        assert socket.receive()["overall"]["annotations"] == 0
        for name, span in {"ada": (0, 12), "bo": (4, 12)}.items():
            annotate(project, join(project, name), stored(project, "q-1"), span)
        while (summary := socket.receive())["overall"]["annotations"] < 2:
            pass
        assert summary["overall"]["agreement"] == pytest.approx(20 / 24)


def test_changes_by_another_process_are_found_by_version(server, project):
    with server.open("tide", user("lena")) as socket:
        before = socket.receive()["version"]
        Project.objects.filter(slug="tide").update(version=before + 1)
        assert socket.receive()["version"] > before


def test_a_summary_is_computed_once_for_all_viewers(server, project):
    before = server.broadcast.computed
    with ExitStack() as stack:
        viewers = [stack.enter_context(server.open("tide", user(name))) for name in ("lena", "lars") * 5]
        assert len({socket.receive()["version"] for socket in viewers}) == 1
    assert server.broadcast.computed == before + 1


def test_nothing_is_computed_without_viewers(server, project):
    before = server.broadcast.computed
    with server.open("tide", user("lena")) as socket:
        socket.receive()
    wait_until(lambda: not server.broadcast._projects)
    annotate(project, join(project, "ada"), stored(project, "q-1"), (0, 12))
    with server.open("noise", user("otto")) as socket:
        socket.receive()
    assert server.broadcast.computed == before + 2


def test_people_who_may_not_see_the_summary_are_refused(server, project):
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


def test_a_foreign_host_is_refused_even_if_the_origin_is_the_same(server, project):
    elsewhere = {"origin": "http://elsewhere.example", "host": "elsewhere.example"}
    assert server.refused("tide", user("lena"), **elsewhere) == 403


def test_behind_tls_only_https_origins_are_accepted(server, project, settings):
    settings.TLS = True
    assert server.refused("tide", user("lena")) == 403
    with server.open("tide", user("lena"), origin=f"https://127.0.0.1:{server.port}") as socket:
        assert socket.receive()["version"] >= 0


def test_trusted_origins_are_accepted(server, project, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://morel.example.org"]
    with server.open("tide", user("lena"), origin="https://morel.example.org") as socket:
        assert socket.receive()["version"] >= 0


def test_any_message_from_the_page_closes_the_socket(server, project):
    for junk in ("{", '{"type": "summary"}', "", b"\x00\xff", "x" * 1_000):
        with server.open("tide", user("lena")) as socket:
            socket.receive()
            socket.send(junk)
            assert socket.closed_with() == 1003, junk


def test_a_message_that_is_too_long_closes_the_socket_unread(server, project):
    with server.open("tide", user("lena")) as socket:
        socket.receive()
        socket.send("x" * 100_000)
        assert socket.closed_with() == 1009


def test_other_sockets_stay_open_when_one_is_closed(server, project):
    with server.open("tide", user("lena")) as loud, server.open("tide", user("lars")) as quiet:
        before = quiet.receive()["version"]
        loud.receive()
        loud.send("junk")
        assert loud.closed_with() == 1003
        annotate(project, join(project, "ada"), stored(project, "q-1"), (0, 12))
        assert quiet.receive()["version"] > before


def change_membership(project: Project, **change: object) -> None:
    key = annotator(project, user("lena")).key
    change_member(project, key, timezone.now(), **change)


NOT_A_LEAD, LOGGED_OUT = 4403, 4401
LOSSES_OF_ACCESS = {
    "is no longer a lead": (lambda project: change_membership(project, role="annotator"), NOT_A_LEAD),
    "is no longer a member": (lambda project: change_membership(project, ended=True), NOT_A_LEAD),
    "is made an annotator by a command": (
        lambda project: add_member(project, "lena", "annotator"),
        NOT_A_LEAD,
    ),
    "ends all sessions": (lambda _: revoke_sessions(user("lena")), LOGGED_OUT),
    "has an expired session": (
        lambda _: BrowserSession.objects.filter(user=user("lena")).update(expire_date=timezone.now()),
        LOGGED_OUT,
    ),
    "has their account closed": (lambda _: close_account(user("lena")), LOGGED_OUT),
    "is deactivated": (
        lambda _: User.objects.filter(username="lena").update(is_active=False),
        NOT_A_LEAD,
    ),
    "is deleted": (lambda _: user("lena").delete(), LOGGED_OUT),
}


@pytest.mark.parametrize("loss", LOSSES_OF_ACCESS)
def test_the_socket_is_closed_when_a_lead(server, project, loss):
    lose_access, code = LOSSES_OF_ACCESS[loss]
    with server.open("tide", user("lena")) as socket, server.open("tide", user("lars")) as other:
        socket.receive()
        other.receive()
        lose_access(project)
        assert socket.closed_with() == code
        annotate(project, join(project, "ada"), stored(project, "q-1"), (0, 12))
        assert other.receive()["overall"]["annotations"] <= 1


def test_a_paused_lead_still_receives_the_summary(server, project):
    with server.open("tide", user("lena")) as socket:
        before = socket.receive()["version"]
        change_membership(project, paused=True)
        assert socket.receive()["version"] > before
