"""Work with suggestions beside blind work, as *People and judges* shows it: which work counts, and what it says.

The source marks “Ada ” … of every answer; figures of such work are computed by hand in `tests/kit/judges`.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import Annotation, Assignment, Exposure, Item, Project
from annotation.queries.sources.exposure import stays_blind
from annotation.services.sources.exposure_policy import set_exposure_policy
from foundation.models import Job
from tests.api.annotate.saving import body, put, save_content
from tests.api.client import Api, work_path
from tests.api.imports.import_helpers import run_jobs
from tests.people import annotate, annotator, hand_over, join
from tests.records import import_annotations, import_records, item, stored
from tests.sources import import_source

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

PATH = "/projects/alpha/source-comparison/"
SEED = 5
NAMES = [f"item-{number}" for number in range(40)]
BLIND = [name for name in NAMES if stays_blind(SEED, name, 20)]
SHOWN = [name for name in NAMES if not stays_blind(SEED, name, 20)]
PARIS, YEAR = (25, 30), (34, 38)
SUGGESTED = [f"{start}-{end}-hallucination" for start, end in (PARIS, YEAR)]


@pytest.fixture
def campaign(cast):
    """A project whose source marks two spans of each item and shows them from the start."""
    import_records(cast.alpha, [item(name) for name in NAMES])
    Project.objects.filter(pk=cast.alpha.pk).update(seed=SEED)
    spans = [{"start": start, "end": end} for start, end in (PARIS, YEAR)]
    source = import_source(cast.alpha, [{"id": name, "spans": spans} for name in NAMES])
    cast.alpha.refresh_from_db()
    set_exposure_policy(cast.alpha, mode="shown", source=source.pk)
    cast.alpha.refresh_from_db()
    return cast.alpha


def work(project, user, name, *spans, seconds=0, **decisions) -> Item:
    """Open an item as the workspace does, and submit an answer."""
    chosen = hand_over(project, user, stored(project, name))
    answer(user, chosen, *spans, seconds=seconds, **decisions)
    return chosen


def answer(user, chosen, *spans, seconds=0, base=0, decisions=None):
    api = Api(user)
    state = api.get(work_path(chosen, "mine"))["annotation"]
    shown = {"suggestions": decisions or {}} if "suggestions" in state else {}
    sent = save_content(*spans, nothing_to_mark=not spans, active_seconds=seconds, **shown)
    put(api, chosen, body(chosen, base_revision=base, submit=True, content=sent))


def computed(lena, query=""):
    lena.post(f"{PATH}{query}", status=202)
    run_jobs()
    return lena.get(f"{PATH}{query}")["comparison"]["suggestions"]


def figures(lena, query=""):
    [of_source] = computed(lena, query)
    return of_source["groups"][0]


def test_shown_work_beside_blind_work(campaign, cast, lena):
    work(
        campaign,
        cast.ada,
        SHOWN[0],
        PARIS,
        (34, 37),
        seconds=20,
        decisions=dict.fromkeys(SUGGESTED, "accepted"),
    )
    work(campaign, cast.bo, SHOWN[0], seconds=40, decisions={SUGGESTED[0]: "dismissed"})
    work(campaign, cast.ada, BLIND[0], PARIS, seconds=50)
    work(campaign, cast.bo, BLIND[0], PARIS, seconds=70)
    found = figures(lena)
    # Ada accepted both and then cut “1815” by a digit; bo left one suggestion open.
    assert found["acceptance"] == {
        "shown": {"annotations": 2, "suggestions": 4, "accepted": 2, "dismissed": 1, "neither": 1, "moved": 1}
    }
    shown, blind = found["conditions"]["shown"], found["conditions"]["blind"]
    assert [(each["annotations"], each["items"], each["seconds"]) for each in (shown, blind)] == [
        (2, 1, 30),
        (2, 1, 60),
    ]
    # 9 characters are suggested. Ada marked 8 of them, bo none; blind, both marked 5.
    assert shown["iou"] == {"n": 1, "value": pytest.approx(8 / 9 / 2), "interval": None}
    assert blind["iou"] == {"n": 1, "value": pytest.approx(5 / 9), "interval": None}
    assert [each["agreement"]["value"] for each in (shown, blind)] == [0.5, 1]
    assert found["revealed"] is None


def test_answers_before_and_after_a_reveal(campaign, cast, lena):
    set_exposure_policy(campaign, mode="blind_then_reveal")
    kept = work(campaign, cast.ada, SHOWN[0], PARIS, seconds=30)
    changed = work(campaign, cast.ada, SHOWN[1], PARIS, seconds=50)
    answer(cast.ada, changed, PARIS, YEAR, seconds=62, base=1, decisions={SUGGESTED[1]: "accepted"})
    found = figures(lena)
    assert found["revealed"] == {"n": 2, "kept": 1, "toward": 1, "away": 0, "neither": 0}
    first, revealed = found["conditions"]["first"], found["conditions"]["revealed"]
    assert (first["seconds"], first["timed"]) == (40, 2)
    assert (revealed["seconds"], revealed["timed"]) == (12, 1)  # only what followed the reveal
    assert first["iou"]["value"] == pytest.approx(5 / 9)
    assert revealed["iou"]["value"] == pytest.approx((5 / 9 + 1) / 2)
    # Whoever keeps an answer has seen the suggestions too.
    acceptance = {"annotations": 2, "suggestions": 4, "accepted": 1, "dismissed": 0, "neither": 3, "moved": 0}
    assert found["acceptance"] == {"revealed": acceptance}
    assert Annotation.objects.get(item=kept).revisions.count() == 1


def test_drafts_surplus_and_excluded_work_do_not_count(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    for name, change in ((SHOWN[1], {"excluded_at": timezone.now()}), (SHOWN[2], {"surplus": True})):
        chosen = work(campaign, cast.ada, name, PARIS)
        Annotation.objects.filter(item=chosen).update(**change)
    draft = hand_over(campaign, cast.ada, stored(campaign, SHOWN[3]))
    api = Api(cast.ada)
    api.get(work_path(draft, "mine"))
    put(api, draft, body(draft, PARIS))
    found = figures(lena)
    assert found["acceptance"]["shown"]["annotations"] == 1
    assert found["conditions"]["shown"]["annotations"] == 1


def blind_work(lena):
    conditions = figures(lena)["conditions"]
    return conditions["blind"]["annotations"] if "blind" in conditions else 0


def test_blind_work_is_on_items_that_the_seed_drew_as_blind(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    work(campaign, cast.ada, BLIND[0], PARIS)
    assert blind_work(lena) == 1
    # An item that was begun without suggestions, though it was drawn to show some
    chosen = work(campaign, cast.ada, SHOWN[1], PARIS)
    Exposure.objects.filter(item=chosen).delete()
    Annotation.objects.get(item=chosen).revisions.update(exposure=None)
    assert blind_work(lena) == 1


def test_blind_work_from_before_the_suggestions_is_left_out(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    early = work(campaign, cast.ada, BLIND[0], PARIS)
    Assignment.objects.filter(item=early).update(reserved_at=timezone.now() - timedelta(days=1))
    assert blind_work(lena) == 0


def test_blind_work_from_after_the_suggestions_is_left_out(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    set_exposure_policy(campaign, mode="blind")
    work(campaign, cast.ada, BLIND[0], PARIS)
    assert blind_work(lena) == 0


def test_blind_work_needs_a_complete_answer_of_the_source(campaign, cast, lena):
    import_records(campaign, [item("unjudged")])
    seed = next(n for n in range(999) if stays_blind(n, "unjudged", 20) and not stays_blind(n, SHOWN[0], 20))
    Project.objects.filter(pk=campaign.pk).update(seed=seed)
    campaign.refresh_from_db()
    work(campaign, cast.ada, SHOWN[0], PARIS)
    work(campaign, cast.ada, "unjudged", PARIS)
    assert blind_work(lena) == 0


def test_samples_for_people_to_check_are_no_blind_work(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    asked = {"size": 60, "seed": 1, "tag": "checked", "annotators": [annotator(campaign, cast.ada).key]}
    lena.post("/projects/alpha/source-samples/", asked, status=201)
    answer(cast.ada, stored(campaign, BLIND[0]), PARIS)
    assert blind_work(lena) == 0


def test_training_items_and_hidden_checks_are_no_blind_work(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    for name, kind in zip(BLIND, (Item.Kind.TRAINING, Item.Kind.CHECK), strict=False):
        chosen = work(campaign, cast.ada, name, PARIS)
        Item.objects.filter(pk=chosen.pk).update(kind=kind)
    assert blind_work(lena) == 0


def test_imported_annotations_are_no_blind_work(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    import_annotations(campaign, {BLIND[0]: {"annotator_a": [list(PARIS)]}})
    assert blind_work(lena) == 0


def test_figures_are_limited_to_a_tag_and_grouped(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    tagged = work(campaign, cast.ada, SHOWN[1], PARIS)
    change = {"kind": "tag", "value": "checked", "items": [tagged.pk], "expected": 1}
    lena.post("/projects/alpha/item-changes/", change, status=201)
    [of_source] = computed(lena, "?tag=checked")
    assert [each["value"] for each in of_source["groups"]] == [None, "en"]
    assert of_source["groups"][0]["conditions"]["shown"]["annotations"] == 1


def test_without_suggestions_there_are_no_figures(cast, lena):
    import_source(cast.alpha, [{"id": "q-1", "spans": []}])
    annotate(cast.alpha, cast.ada, cast["q-1"], PARIS)
    assert computed(lena) == []
    assert lena.get(PATH)["uses_suggestions"] is False


def test_a_comparison_of_an_earlier_version_is_out_of_date(campaign, cast, lena):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    computed(lena)
    job = Job.objects.latest("pk")
    del job.report["comparison"]["suggestions"]
    job.save(update_fields=["report"])
    found = lena.get(PATH)
    assert (found["stale"], found["due"], found["comparison"]["suggestions"]) == (True, True, [])


def test_only_leads_read_it(campaign, cast, ada):
    work(campaign, cast.ada, SHOWN[0], PARIS)
    ada.get(PATH, status=403)
    ada.post(PATH, status=403)
    Api(join(campaign, "kit")).get(PATH, status=403)
    Api(cast.nina).get(PATH, status=404)
