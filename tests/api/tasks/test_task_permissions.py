"""Who may call every operation of a shared task, as every kind of person, whatever its phases are."""

import json
import re

import pytest
from django.contrib.auth.models import User

from evaluation.models import Phase, Team
from tests.api.client import Api, check_answer, operations
from tests.api.tasks.rules import BODIES, LOGGED_IN, ORGANIZERS, PARTICIPANTS, READERS, RULES, TEAMS
from tests.boards import submit
from tests.people import Cast
from tests.snapshot import snapshot
from tests.tasks import Tasks, predictions, team

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

OPERATIONS = sorted(
    (described["operationId"], method, path) for method, path, described in operations() if "{task}" in path
)
NAMES = [name for name, _, _ in OPERATIONS]
UPLOADS = {"submission_check", "submission_create"}
FOR_WHO = {"not_authenticated", "no_task", "not_organizer", "no_team", "forbidden"}
ROLES = {
    "organizer": "organizer",
    "member": "team",
    "member of a pending team": "team",
    "member of another team": "team",
    "project lead without the task": "visitor",
    "stranger": "visitor",
    "organizer of another task": "visitor",
    "member of a team of another task": "visitor",
    "administrator": "visitor",
    "anonymous": "anonymous",
}
ALLOWED = {
    "organizer": READERS | LOGGED_IN | PARTICIPANTS | ORGANIZERS,
    "team": READERS | LOGGED_IN | PARTICIPANTS | TEAMS,
    "visitor": READERS | LOGGED_IN,
    "anonymous": READERS,
}


def people(cast: Cast, tasks: Tasks) -> dict[str, User | None]:
    penny = User.objects.create_user("penny")
    team(tasks.lantern, "Pending", penny, state=Team.State.PENDING)
    return {
        "organizer": tasks.olga,
        "member": tasks.sam,
        "member of a pending team": penny,
        "member of another team": tasks.nick,
        "project lead without the task": cast.lena,
        "stranger": cast.nina,
        "organizer of another task": cast.otto,
        "member of a team of another task": tasks.hal,
        "administrator": cast.root,
        "anonymous": None,
    }


@pytest.mark.parametrize(("name", "_method", "_path"), OPERATIONS, ids=NAMES)
def test_there_is_one_rule_for(name, _method, _path):
    assert [name in rule for rule in RULES].count(True) == 1


def path_of(tasks: Tasks, template: str, task: str = "lantern") -> str:
    """Return the path of an operation on what Saltmarsh has in the development phase."""
    phase = "dev" if "/boards/" in template or "/analysis/" in template else tasks.dev.pk
    track = "en" if "/boards/" in template or "/analysis/" in template else tasks.en.pk
    submission = tasks.lantern.submissions.first()
    assert submission is not None
    known = {
        "task": task,
        "phase": phase,
        "track": track,
        "language": "en",
        "submission": submission.pk,
        "upload": submission.upload_id,
        "name": "board.csv",
        "team": tasks.saltmarsh.pk,
        "item": "dev-en-1",
    }
    return re.sub(r"{(\w+)}", lambda found: str(known.get(found[1], 999)), template)


def call(api: Api, name: str, method: str, path: str) -> tuple[int, str]:
    """Return status and code of the response, which must match the description."""
    if name in UPLOADS:
        response = api.http.post(f"/api/v1{path}", {"system": "x"})
    else:
        response = api.send(method, path, BODIES.get(name, {}))
    if response.status_code < 400:
        b"".join(response)
        return response.status_code, ""
    problem = check_answer(method, path, response)
    return response.status_code, problem["type"].rpartition(":")[2]


@pytest.mark.parametrize(("name", "method", "template"), OPERATIONS, ids=NAMES)
def test_every_role(cast: Cast, tasks: Tasks, name, method, template):
    """The refused requests come first, because together they must not change the database."""
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    path = path_of(tasks, template)
    asking = {who: Api(user) for who, user in people(cast, tasks).items()}
    before = snapshot()
    for who, role in ROLES.items():
        if name not in ALLOWED[role]:
            status, code = call(asking[who], name, method, path)
            assert status == (401 if role == "anonymous" else 403), who
            assert code in FOR_WHO - {"no_task"}, who
    assert snapshot() == before
    for who, role in ROLES.items():
        if name in ALLOWED[role]:
            status, code = call(asking[who], name, method, path)
            assert status < 500, who
            assert code not in FOR_WHO, (who, status, code)


@pytest.mark.parametrize(("name", "method", "template"), OPERATIONS, ids=NAMES)
def test_an_unpublished_task_is_as_unknown_as_one_that_does_not_exist(
    cast: Cast, tasks: Tasks, name, method, template
):
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    tasks.lantern.published_at = None
    tasks.lantern.save()
    asking = {who: Api(user) for who, user in people(cast, tasks).items()}
    paths = [path_of(tasks, template, task) for task in ("lantern", "no-such-task")]
    before = snapshot()
    for who, role in ROLES.items():
        if role in ("visitor", "anonymous"):
            answer, unknown = (call(asking[who], name, method, path) for path in paths)
            assert answer == unknown, who
            if role == "anonymous" and name not in READERS:
                assert answer == (401, "not_authenticated")
            else:
                assert answer == (404, "no_task") or answer[0] == 422, who  # a parameter is missing
    assert snapshot() == before


@pytest.mark.parametrize(
    ("name", "method", "template"),
    [each for each in OPERATIONS if "{submission}" in each[2] or "{upload}" in each[2]],
    ids=[name for name, _, path in OPERATIONS if "{submission}" in path or "{upload}" in path],
)
def test_another_team_does_not_find_a_submission_that_no_board_shows(tasks: Tasks, name, method, template):
    """Not even in an open phase: Saltmarsh has withdrawn it."""
    made = submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    type(made).objects.filter(pk=made.pk).update(withdrawn_at=made.upload.received_at)
    path = path_of(tasks, template)
    asking = {user: Api(user) for user in (tasks.nick, tasks.nina, tasks.otto, None)}
    before = snapshot()
    for user, api in asking.items():
        status, _ = call(api, name, method, path)
        assert status in (401, 403, 404, 422), user  # 422: the body is incomplete
    assert snapshot() == before
    organizers_only = name in ORGANIZERS
    status, _ = call(Api(tasks.olga if organizers_only else tasks.sam), name, method, path)
    assert status not in (401, 403, 404)


@pytest.mark.parametrize(
    ("name", "method", "template"),
    [each for each in OPERATIONS if re.search(r"{(phase|track|submission|team|upload)}", each[2])],
    ids=[name for name, _, path in OPERATIONS if re.search(r"{(phase|track|submission|team|upload)}", path)],
)
def test_what_belongs_to_another_task_is_not_found(tasks: Tasks, name, method, template):
    """Otto organizes harbour, hal is in a team of it: neither reaches lantern's rows through harbour's address."""
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    if "/boards/" in template or "/analysis/" in template:
        Phase.objects.filter(task=tasks.harbour, slug="dev").update(slug="other")
    path = path_of(tasks, template, "harbour")
    asking = {user: Api(user) for user in (tasks.otto, tasks.hal, tasks.olga, tasks.sam, None)}
    before = snapshot()
    for user, api in asking.items():
        status, code = call(api, name, method, path)
        assert status in (401, 403, 404, 422), (user, status, code)  # 422: a parameter is missing
    assert snapshot() == before


def test_an_unknown_slug_is_not_found():
    for slug in ("-", "x" * 200, "..", "%00", "lantern%2F.."):
        response = Api().send("get", f"/tasks/{slug}/")
        assert response.status_code == 404, slug
        assert json.loads(response.content)["status"] == 404
