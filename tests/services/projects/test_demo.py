"""The demo project is complete after the first run, unchanged by the second, and replaces nothing."""

import json
import stat
import unicodedata
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import Annotation, Assignment, Item, Project, ProjectLanguage
from annotation.queries.projects.access import may_create_projects
from annotation.services.people.members import add_member
from annotation.services.projects.project_settings import create_project
from tests.commands import refuses, succeeds
from tests.people import PASSWORD, may_log_in, person
from tests.services.statistics.recount import assert_recounted
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(autouse=True)
def own_directory(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def logins(out: str) -> dict[str, str]:
    return {line.split()[1]: line.split()[2] for line in out.splitlines()}


def test_the_printed_logins_work(own_directory):
    people = logins(succeeds("demo"))
    assert len(people) == 4
    for name, password in people.items():
        assert may_log_in(name, password), name
    roles = Project.objects.get().membership_set.values_list("role", flat=True)
    assert sorted(roles) == ["annotator"] * 3 + ["lead"]
    (file,) = own_directory.glob("demo-logins*")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_lead_of_the_demo_creates_projects_and_nobody_else():
    succeeds("demo")
    assert [each.username for each in User.objects.all() if may_create_projects(each)] == ["lena"]
    User.objects.get(username="lena").user_permissions.clear()
    succeeds("demo")
    assert may_create_projects(User.objects.get(username="lena"))


def test_the_demo_has_every_kind_of_text():
    succeeds("demo")
    answers = list(Item.objects.values_list("language", "answer"))
    languages = {language for language, _ in answers}
    assert len(answers) >= 30
    assert len(languages) >= 9
    assert {"ar", "hi", "zh"} <= languages
    assert any("\r\n" in answer for _, answer in answers)
    assert any(unicodedata.category(char) == "So" for _, answer in answers for char in answer)


def test_the_demo_annotators_agree_and_disagree():
    succeeds("demo")
    project = Project.objects.get()
    rows = json.loads(succeeds("agreement", project.slug, "--by", "item", "--json"))
    values = {row["agreement"] for row in rows if row["agreement"] is not None}
    assert 1.0 in values
    assert min(values) < 0.7
    assert Annotation.objects.filter(submitted__nothing_to_mark=True).exists()
    assert all(
        Item.objects.filter(pk=row.pk, coverage=row.assignment_set.count()) for row in Item.objects.all()
    )
    assert_recounted(project)


def test_demo_annotations_have_past_times_in_order():
    succeeds("demo")
    noon = timezone.now()
    for zone in ("Etc/GMT+12", "UTC", "Etc/GMT-14"):
        midnight = noon.astimezone(ZoneInfo(zone)).replace(hour=0, minute=0, second=0, microsecond=0)
        assert not Assignment.objects.filter(submitted_at__gte=midnight).exists()
    moments = list(
        Assignment.objects.filter(slot=0).order_by("item__ordinal").values_list("submitted_at", flat=True)
    )
    assert moments == sorted(set(moments))
    assert len({moment.date() for moment in moments}) > 3


def test_loading_the_demo_again_changes_nothing():
    first = succeeds("demo")
    before = snapshot()
    assert succeeds("demo") == first
    assert snapshot() == before


def test_loading_the_demo_again_keeps_new_work():
    succeeds("demo")
    Project.objects.update(name="Renamed")
    succeeds("demo")
    assert Project.objects.get().name == "Renamed"


def test_the_demo_refuses_existing_accounts():
    person("ada")
    before = snapshot()
    assert "ada" in refuses("demo")
    assert snapshot() == before
    assert may_log_in("ada", PASSWORD)


def test_the_demo_refuses_another_project_of_its_name():
    project = create_project("harbours", name="Our own", languages=["EN"])
    add_member(project, "ada", "annotator", password=PASSWORD)
    before = snapshot()
    refuses("demo")
    assert snapshot() == before
    assert may_log_in("ada", PASSWORD)
    assert ProjectLanguage.objects.count() == 1
    assert User.objects.count() == 1
