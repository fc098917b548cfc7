"""`run` prepares and serves a site, and loads the demo only into an empty one."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.management.commands import run, serve
from annotation.models import Project
from annotation.services.projects.project_settings import create_project
from foundation import server_lock
from foundation.accounts.setup_link import require_setup_link
from foundation.models import SetupLink
from tests.commands import manage, refuses

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_directory(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture(autouse=True)
def commands(monkeypatch):
    """Record the commands that `run` calls instead of executing them."""
    called = []
    monkeypatch.setattr(run, "call_command", lambda name, **options: called.append((name, options)))
    monkeypatch.setattr(server_lock, "_held", [])
    yield called
    for lock in server_lock._held:
        lock.close()


def slugs() -> list[str]:
    return sorted(Project.objects.values_list("slug", flat=True))


def test_run_migrates_and_serves_an_empty_site(commands, own_directory):
    outcome = manage("run", "--port", 8123)
    assert outcome.status == 0
    assert outcome.out == f"Data: {own_directory}\n"
    assert commands == [("migrate", {"verbosity": 0}), ("serve", {"host": "127.0.0.1", "port": 8123})]
    assert slugs() == []


def test_run_loads_the_demo_once_into_an_empty_site(commands):
    for _ in range(2):
        outcome = manage("run", "--demo")
        assert (outcome.status, outcome.err) == (0, "")
    assert slugs() == ["harbours"]
    create_project("ours")
    assert manage("run", "--demo").err == ""
    assert [name for name, _ in commands] == ["migrate", "serve"] * 3


def test_run_loads_no_demo_into_a_site_with_a_project(commands):
    create_project("ours")
    outcome = manage("run", "--demo")
    assert (outcome.status, outcome.err) == (
        0,
        "The demo is not loaded: the site has a project of its own.\n",
    )
    assert slugs() == ["ours"]
    assert [name for name, _ in commands] == ["migrate", "serve"]


def test_the_demo_is_served_on_loopback_only(commands):
    assert "loopback" in refuses("run", "--demo", "--host", "0.0.0.0")  # noqa: S104 — refused
    assert (commands, slugs()) == ([], [])


def test_a_second_server_is_refused(commands, monkeypatch, settings):
    settings.REDIS_URL = ""
    monkeypatch.setattr(server_lock, "_TRIES", 1)
    manage("run")
    first = server_lock._held[0]
    monkeypatch.setattr(server_lock, "_held", [])
    assert "Another server" in refuses("run")
    assert [name for name, _ in commands] == ["migrate", "serve"]
    first.close()


@pytest.fixture
def not_serving(monkeypatch):
    """Print what a server prints, without loading the application."""

    class Listening:
        def getsockname(self):
            return "127.0.0.1", 8123

    monkeypatch.setattr(serve, "_listen", lambda *_: Listening())
    monkeypatch.setattr(serve.uvicorn.Server, "run", lambda *_, **__: None)
    monkeypatch.setattr(serve, "hold_server_lock", lambda: None)


def link_in(out: str) -> str:
    return next((line.strip() for line in out.splitlines() if "/set-up/" in line), "")


@pytest.mark.usefixtures("not_serving")
def test_a_site_without_accounts_prints_a_new_set_up_link_at_each_start(own_directory):
    links = []
    for _ in range(2):
        out = manage("serve").out
        links.append(link_in(out))
        assert links[-1].startswith("http://127.0.0.1:8123/set-up/")
    assert links[0] != links[1]
    token = links[1].rpartition("/")[2]
    require_setup_link(token, timezone.now())
    assert token not in str(list(SetupLink.objects.values()))


@pytest.mark.usefixtures("not_serving")
def test_a_site_with_an_account_prints_no_set_up_link():
    User.objects.create_user("somebody")
    out = manage("serve").out
    assert out.startswith("Morel is at")
    assert link_in(out) == ""


@pytest.mark.usefixtures("not_serving")
def test_the_set_up_link_has_the_address_that_browsers_use(settings):
    assert link_in(manage("serve", "--host", "0.0.0.0").out).startswith("http://localhost:")  # noqa: S104
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.org", "https://morel.example.org"]
    assert link_in(manage("serve").out).startswith("https://morel.example.org/set-up/")


def test_several_processes_need_postgresql_and_redis(settings):
    settings.REDIS_URL = ""
    assert "REDIS_URL" in refuses("serve", "--workers", 2)
    assert "at least 1" in refuses("serve", "--workers", 0)
