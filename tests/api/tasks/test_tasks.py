"""Tasks: creation from a release, settings, what readers see."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Release
from annotation.queries.releases.release_files import release_directory
from evaluation.models import GoldPart, Organizer, Phase, Task, Track
from tests.api.client import Api
from tests.boards import submit
from tests.people import Cast, join
from tests.records import import_annotations, import_records, items
from tests.services.releases.building import build
from tests.tasks import Tasks, predictions

pytestmark = pytest.mark.django_db


@pytest.fixture
def release(cast: Cast) -> Release:
    """A release of alpha with the splits dev and test."""
    import_records(cast.alpha, [*items(3, prefix="d", split="dev"), *items(2, prefix="t", split="test")])
    marks = {"annotator_a": [[0, 3], [25, 30]], "annotator_b": [[25, 30]]}
    import_annotations(cast.alpha, {f"{prefix}-{n}": marks for prefix, n in [("d", 1), ("d", 2), ("t", 1)]})
    return build(cast.alpha, languages=["en"], splits={"by": "field", "field": "split"})


def body(made: Release, **more):
    return {"slug": "sea", "name": "At sea", "project": "alpha", "release": made.pk, **more}


def test_a_lead_creates_a_task_from_a_release(cast: Cast, release):
    lena = Api(cast.lena)
    made = lena.post("/tasks/", body(release), status=201)
    assert (made["role"], made["published"], made["format"]) == ("organizer", False, "mushroom")
    assert [track["slug"] for track in made["tracks"]] == ["en"]
    assert made["gold_revision"]["digest"] == release.manifest_sha256
    assert sorted(GoldPart.objects.values_list("language", "split", "items")) == [
        ("en", "dev", 2),
        ("en", "test", 1),
    ]
    assert Organizer.objects.get().user == cast.lena
    assert lena.get("/tasks/")["results"][0]["slug"] == "sea"
    Api().get("/tasks/sea/", status=404)
    assert Api().get("/tasks/")["results"] == []


@pytest.mark.parametrize("who", ["ada", "otto", "nina", "root"])
def test_only_a_lead_of_the_project_may_use_its_release(cast: Cast, release, who):
    refusal = Api(getattr(cast, who)).post("/tasks/", body(release), status=422)
    assert refusal["errors"][0]["pointer"] == "/project"
    assert not Task.objects.exists()


def test_a_release_of_another_project_is_refused(cast: Cast, release):
    join(cast.beta, "lena", "lead")
    refusal = Api(cast.lena).post("/tasks/", body(release, project="beta"), status=422)
    assert refusal["errors"][0]["pointer"] == "/release"


def test_a_withdrawn_release_is_refused(cast: Cast, release):
    Release.objects.update(state="withdrawn", withdrawn_reason="Wrong items.")
    refusal = Api(cast.lena).post("/tasks/", body(release), status=422)
    assert "Wrong items" in refusal["detail"]


def test_a_release_with_a_changed_file_is_refused(cast: Cast, release):
    path = release_directory(release) / "gold" / "en.test.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Paris", b"Turku"))
    refusal = Api(cast.lena).post("/tasks/", body(release), status=422)
    assert refusal["errors"][0]["code"] == "not_verified"
    assert not Task.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("slug", "Sea!"),
        ("slug", "a" * 51),
        ("slug", ""),
        ("name", "   "),
        ("name", "x" * 201),
        ("release", 0),
    ],
)
def test_an_unusable_field_is_named(cast: Cast, release, field, value):
    refusal = Api(cast.lena).post("/tasks/", body(release, **{field: value}), status=422)
    assert refusal["errors"][0]["pointer"] == f"/{field}"


def test_a_slug_is_used_once(cast: Cast, release, tasks: Tasks):
    refusal = Api(cast.lena).post("/tasks/", body(release, slug="lantern"), status=422)
    assert refusal["errors"][0]["code"] == "name_taken"


def test_each_reader_sees_their_role(tasks: Tasks):
    roles = {None: "anonymous", tasks.nina: "visitor", tasks.sam: "team", tasks.olga: "organizer"}
    for user, role in roles.items():
        seen = Api(user).get("/tasks/lantern/")
        assert seen["role"] == role
        assert (seen["team"] or {}).get("name") == ("Saltmarsh" if role == "team" else None)
        assert [phase["state"] for phase in seen["phases"]] == ["open", "upcoming", "upcoming"]
        assert seen["project"] == ("alpha" if role == "organizer" else "")
        for phase in seen["phases"]:
            shown = role == "organizer" or phase["slug"] == "dev"
            assert bool(phase["files"]) == shown
            assert all((file["gold"] is not None) == shown for file in phase["files"])
        cards = {card["slug"]: card["role"] for card in Api(user).get("/tasks/")["results"]}
        assert cards["lantern"] == role


def test_a_blind_phase_shows_files_and_no_gold(tasks: Tasks):
    tasks.move("test", "open")
    phase = Api(tasks.sam).get("/tasks/lantern/")["phases"][1]
    assert [file["gold"] for file in phase["files"]] == [None, None]
    assert (phase["board_visible"], phase["own_scores_visible"]) == (False, False)


def test_settings_change_with_the_current_version(tasks: Tasks):
    olga = Api(tasks.olga)
    changed = olga.call("patch", "/tasks/lantern/", {"version": 0, "description": "# Hi\n<script>x</script>"})
    assert changed["version"] == 1
    assert "<script>" not in changed["description_html"]
    assert changed["terms_version"] == 1
    stale = olga.call("patch", "/tasks/lantern/", {"version": 0, "name": "Late"}, status=409)
    assert stale["current"] == {"version": 1}
    assert olga.call("patch", "/tasks/lantern/", {"version": 1, "terms": "New."})["terms_version"] == 2


def test_an_unpublished_task_is_there_for_its_people_only(tasks: Tasks):
    Api(tasks.olga).call("patch", "/tasks/lantern/", {"version": 0, "published": False})
    for user in (None, tasks.nina, tasks.lena, tasks.hal):
        Api(user).get("/tasks/lantern/", status=404)
    for user in (tasks.sam, tasks.olga):
        Api(user).get("/tasks/lantern/")


PHASE = {
    "slug": "extra",
    "name": "Extra",
    "kind": "test",
    "split": "tst",
    "starts_at": {"at": "2027-01-10T00:00", "zone": "AoE"},
    "ends_at": {"at": "2027-01-15T23:59", "zone": "AoE"},
}


def test_a_phase_has_dates_in_its_zone(tasks: Tasks):
    Phase.objects.filter(task=tasks.lantern, split="tst").delete()
    made = Api(tasks.olga).post("/tasks/lantern/phases/", PHASE, status=201)
    assert made["starts_at"] == "2027-01-10T12:00:00+00:00"
    assert made["ends_at"] == "2027-01-16T11:59:00+00:00"
    assert (made["zone"], made["visibility"], made["gold_at"]) == ("AoE", "blind", None)


@pytest.mark.parametrize(
    ("field", "value", "pointer", "code"),
    [
        ("ends_at", {"at": "2027-01-09T00:00", "zone": "AoE"}, "/ends_at", "end_before_start"),
        ("ends_at", {"at": "2027-03-28T03:30", "zone": "Europe/Helsinki"}, "/ends_at/at", "skipped_time"),
        ("ends_at", {"at": "2027-10-31T03:30", "zone": "Europe/Helsinki"}, "/ends_at/at", "repeated_time"),
        ("ends_at", {"at": "2027-10-31", "zone": "UTC"}, "/ends_at/at", "time"),
        ("ends_at", {"at": "2027-10-31T03:30+02:00", "zone": "UTC"}, "/ends_at/at", "time"),
        ("ends_at", {"at": "9999-12-31T23:59", "zone": "AoE"}, "/ends_at/at", "time"),
        ("starts_at", {"at": "2027-01-01T00:00", "zone": "Mars/Olympus"}, "/starts_at/zone", "zone"),
        ("starts_at", {"at": "2027-01-01T00:00", "zone": "../../etc/passwd"}, "/starts_at/zone", "zone"),
        ("split", "trial", "/split", "unknown_split"),
        ("slug", "dev", "/slug", "name_taken"),
        ("gold_at", {"at": "2027-01-09T00:00", "zone": "AoE"}, "/gold_at", "before_start"),
        ("daily_cap", 100, "/daily_attempts", "limit"),
    ],
)
def test_an_impossible_phase_is_refused_naming_the_field(tasks: Tasks, field, value, pointer, code):
    Phase.objects.filter(task=tasks.lantern, split="tst").delete()
    refusal = Api(tasks.olga).post("/tasks/lantern/phases/", {**PHASE, field: value}, status=422)
    assert refusal["errors"][0]["pointer"] == pointer
    assert refusal["errors"][0]["code"] == code


def test_a_new_end_of_a_running_phase_needs_a_reason_and_is_shown(tasks: Tasks):
    olga, path = Api(tasks.olga), f"/tasks/lantern/phases/{tasks.dev.pk}/"
    later = (timezone.now() + timedelta(days=11)).strftime("%Y-%m-%dT%H:%M")
    change = {"version": 0, "ends_at": {"at": later, "zone": "AoE"}}
    assert olga.call("patch", path, change, status=422)["errors"][0]["pointer"] == "/reason"
    shown = olga.call("patch", path, {**change, "reason": "Power cut in Turku."})
    assert [each["reason"] for each in shown["changes"]] == ["Power cut in Turku."]
    assert shown["version"] == 1
    assert olga.call("patch", path, {**change, "reason": "x"}, status=409)["current"] == {"version": 1}
    assert Api().get("/tasks/lantern/")["phases"][0]["changes"][0]["kind"] == "dates"


def test_a_running_phase_does_not_end_in_the_past(tasks: Tasks):
    earlier = (timezone.now() - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    change = {"version": 0, "ends_at": {"at": earlier, "zone": "UTC"}, "reason": "Enough."}
    path = f"/tasks/lantern/phases/{tasks.dev.pk}/"
    assert Api(tasks.olga).call("patch", path, change, status=422)["errors"][0]["code"] == "end_in_past"


def test_a_phase_is_paused_with_a_reason_and_resumed(tasks: Tasks):
    olga, path = Api(tasks.olga), f"/tasks/lantern/phases/{tasks.dev.pk}"
    olga.post(f"{path}/pause/", {"reason": " "}, status=422)
    assert olga.post(f"{path}/pause/", {"reason": "Disk full."})["state"] == "paused"
    olga.post(f"{path}/pause/", {"reason": "Again."}, status=409)
    assert Api().get("/tasks/lantern/")["phases"][0]["paused_reason"] == "Disk full."
    resumed = olga.post(f"{path}/resume/")
    assert (resumed["state"], [each["kind"] for each in resumed["changes"]]) == (
        "open",
        ["paused", "resumed"],
    )


def test_a_phase_without_submissions_is_deleted(tasks: Tasks):
    Api(tasks.olga).call("delete", f"/tasks/lantern/phases/{tasks.post.pk}/", status=204)
    assert not Phase.objects.filter(pk=tasks.post.pk).exists()


@pytest.mark.parametrize(("field", "value"), [("split", "tst"), ("slug", "renamed")])
def test_a_field_of_a_phase_that_submissions_depend_on_is_refused_by_name(tasks: Tasks, field, value):
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    change = {"version": tasks.dev.version, field: value}
    refused = Api(tasks.olga).call("patch", f"/tasks/lantern/phases/{tasks.dev.pk}/", change, status=409)
    assert [(each["pointer"], each["code"]) for each in refused["errors"]] == [
        (f"/{field}", "has_submissions")
    ]


def test_slug_and_language_of_a_track_are_fixed_once_it_has_submissions(tasks: Tasks):
    olga, path = Api(tasks.olga), f"/tasks/lantern/tracks/{tasks.en.pk}/"
    olga.call("patch", path, {"slug": "english"})
    submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    for change in ({"slug": "en"}, {"language": "fr"}):
        assert "fixed" in olga.call("patch", path, change, status=409)["detail"]


def test_a_phase_of_another_task_is_not_found(tasks: Tasks):
    theirs = Phase.objects.filter(task=tasks.harbour).first()
    olga, path = Api(tasks.olga), f"/tasks/lantern/phases/{theirs.pk}/"
    olga.call("patch", path, {"version": 0, "name": "Mine"}, status=404)
    olga.call("delete", path, status=404)
    olga.post(f"{path}pause/", {"reason": "x"}, status=404)


def test_tracks_are_created_changed_and_deleted(tasks: Tasks):
    olga = Api(tasks.olga)
    everything = olga.post("/tasks/lantern/tracks/", {"slug": "all", "name": "All"}, status=201)
    assert everything["metrics"] == tasks.en.metrics
    path = f"/tasks/lantern/tracks/{everything['id']}/"
    turned = olga.call("patch", path, {"metrics": everything["metrics"][::-1]})
    assert turned["metrics"] == everything["metrics"][::-1]
    assert (
        olga.call("patch", path, {"metrics": ["made-up"]}, status=422)["errors"][0]["pointer"] == "/metrics"
    )
    assert olga.call("patch", path, {"language": "en"}, status=422)["errors"][0]["pointer"] == "/language"
    assert olga.call("patch", path, {"language": "fi"}, status=422)["errors"][0]["code"] == "unknown_language"
    olga.call("delete", path, status=204)
    theirs = Track.objects.filter(task=tasks.harbour).first()
    olga.call("delete", f"/tasks/lantern/tracks/{theirs.pk}/", status=404)


def test_gold_of_a_test_phase_is_not_visible_through_another_phase(tasks: Tasks):
    body = {**PHASE, "kind": "development", "starts_at": {"at": "2026-01-01T00:00", "zone": "UTC"}}
    refusal = Api(tasks.olga).post("/tasks/lantern/phases/", body, status=422)
    assert refusal["errors"][0]["code"] == "gold_too_early"


def test_scores_of_a_blind_phase_are_not_visible_through_another_phase(tasks: Tasks):
    olga = Api(tasks.olga)
    Phase.objects.filter(task=tasks.lantern, slug="post").delete()
    until = tasks.test.ends_at.isoformat()[:16]
    body = {**PHASE, "kind": "post", "ends_at": None}
    early = {**body, "starts_at": {"at": "2026-01-01T00:00", "zone": "UTC"}}
    refusal = olga.post("/tasks/lantern/phases/", early, status=422)
    assert [(each["pointer"], each["code"]) for each in refusal["errors"]] == [
        ("/visibility", "scores_too_early")
    ]
    late = {**body, "starts_at": {"at": "2200-01-01T00:00", "zone": "UTC"}}
    post = olga.post("/tasks/lantern/phases/", late, status=201)
    longer = {"version": tasks.test.version, "ends_at": {"at": "2200-06-01T00:00", "zone": "UTC"}}
    refusal = olga.call("patch", f"/tasks/lantern/phases/{tasks.test.pk}/", longer, status=422)
    assert refusal["errors"][0]["code"] == "scores_too_early"
    assert post["starts_at"] > until


def test_leads_list_the_tasks_on_releases_of_their_project(cast: Cast, release, tasks: Tasks):
    lena = Api(cast.lena)
    lena.post("/tasks/", body(release), status=201)
    Task.objects.filter(slug="harbour").update(project="beta")
    assert [each["slug"] for each in lena.get("/tasks/?project=alpha")["results"]] == ["sea", "lantern"]
    for other in (Api(cast.otto), Api(cast.ada), Api()):
        assert other.get("/tasks/?project=alpha")["results"] == []


def test_organizers_see_the_languages_and_splits_of_the_gold(cast: Cast, tasks: Tasks):
    shown = Api(tasks.olga).get("/tasks/lantern/")
    assert (shown["languages"], shown["splits"]) == (["ar", "en"], ["dev", "tst"])
    assert shown["metrics"][0] == "iou"
    seen = Api(tasks.sam).get("/tasks/lantern/")
    assert (seen["languages"], seen["splits"]) == ([], [])


def test_a_task_says_what_may_be_uploaded(tasks: Tasks, settings):
    settings.MAX_SUBMISSION_BYTES = 12_345
    for user in (None, tasks.sam):
        uploads = Api(user).get("/tasks/lantern/")["uploads"]
        assert uploads == {"max_bytes": 12_345, "endings": [".jsonl", ".json", ".gz", ".zip"]}
