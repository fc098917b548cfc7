"""What each kind of person sees of a phase before, during and after it."""

import pytest
from django.contrib.auth.models import User

from evaluation.models import Phase
from tests.api.client import Api
from tests.boards import submit
from tests.people import Cast
from tests.tasks import Tasks, predictions

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

ROLES = ("organizer", "member", "other team", "lead", "stranger", "anonymous")
ALL = frozenset(ROLES)
ORGANIZER = frozenset({"organizer"})
TEAM = frozenset({"organizer", "member"})

# phase, its state → who sees its items, its gold, its board, the system of Saltmarsh, single items, own scores
SHOWN = {
    ("dev", "upcoming"): (ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER),
    ("dev", "open"): (ALL, ALL, ALL, ALL, ALL, TEAM),
    ("dev", "ended"): (ALL, ALL, ALL, ALL, ALL, TEAM),
    ("test", "upcoming"): (ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER),
    ("test", "open"): (ALL, ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER),
    ("test", "ended"): (ALL, ORGANIZER, ALL, ALL, ORGANIZER, TEAM),
    ("post", "upcoming"): (ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER, ORGANIZER),
    ("post", "open"): (ALL, ALL, ALL, ALL, ALL, TEAM),
}


def people(cast: Cast, tasks: Tasks) -> dict[str, User | None]:
    users = (tasks.olga, tasks.sam, tasks.nick, cast.lena, cast.nina, None)
    return dict(zip(ROLES, users, strict=True))


@pytest.mark.parametrize(("slug", "state"), SHOWN, ids=lambda each: str(each))
def test_who_sees_what(cast: Cast, tasks: Tasks, slug, state):
    phase = tasks.phase(slug)
    made = submit(tasks.saltmarsh, phase, tasks.en, predictions("en", phase.split), at=phase.starts_at)
    tasks.move(slug, state)
    at = "/tasks/lantern"
    addresses = (
        f"{at}/phases/{phase.pk}/items/en/",
        f"{at}/phases/{phase.pk}/gold/en/",
        f"{at}/boards/{slug}/en/",
        f"{at}/systems/{made.pk}/",
        f"{at}/systems/{made.pk}/items/",
        f"{at}/compare/files/comparison.csv?a={made.pk}&b={made.pk}",
        f"{at}/compare/files/items.csv?a={made.pk}&b={made.pk}",
    )
    *shown, scores = SHOWN[slug, state]
    shown += shown[3:5]  # a comparison shows what the pages of its systems show
    for who, user in people(cast, tasks).items():
        api = Api(user)
        statuses = [api.send("get", address).status_code for address in addresses]
        assert [status == 200 for status in statuses] == [who in allowed for allowed in shown], who
        assert all(status in (200, 403, 404) for status in statuses), who
        if who in TEAM:
            (row,) = api.get(f"{at}/submissions/?phase={slug}")["results"]
            assert (row["scores"] is not None) == (who in scores), who
        seen = next(each for each in api.get(f"{at}/")["phases"] if each["slug"] == slug)
        assert seen["state"] == state
        assert (seen["board_visible"], seen["gold_visible"]) == (who in shown[2], who in shown[1]), who
        assert bool(seen["files"]) == (who in shown[0]), who


@pytest.mark.parametrize("visibility", ["own", "board", "blind"])
def test_what_a_running_phase_shows_by_its_visibility(cast: Cast, tasks: Tasks, visibility):
    """own: each team sees its own scores and no others."""
    Phase.objects.filter(pk=tasks.test.pk).update(visibility=visibility)
    for team in (tasks.saltmarsh, tasks.ninefold):
        submit(team, tasks.test, tasks.en, predictions("en", "tst"), at=tasks.test.starts_at)
    tasks.move("test", "open")
    boards = {}
    for who, user in people(cast, tasks).items():
        response = Api(user).send("get", "/tasks/lantern/boards/test/en/")
        boards[who] = len(response.json()["rows"]) if response.status_code == 200 else None
    own = {"own": 1, "board": 2, "blind": None}[visibility]
    others = 2 if visibility == "board" else None
    assert boards == {
        "organizer": 2,
        "member": own,
        "other team": own,
        "lead": others,
        "stranger": others,
        "anonymous": others,
    }


def test_hidden_names_are_pseudonyms_for_all_but_the_team_and_organizers(cast: Cast, tasks: Tasks):
    Phase.objects.filter(pk=tasks.dev.pk).update(names_at=tasks.post.starts_at)
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"), system="marsh-1")
    for who, user in people(cast, tasks).items():
        (row,) = Api(user).get("/tasks/lantern/boards/dev/en/")["rows"]
        shown = who in TEAM
        assert (row["name"] == "Saltmarsh") == shown, who
        assert ("marsh-1" in str(row)) == shown, who
