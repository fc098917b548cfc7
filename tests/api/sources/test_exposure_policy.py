"""The exposure policy: leads choose mode, source and blind share; each item is drawn by the project's seed."""

import hashlib

import pytest
from django.utils import timezone

from annotation.models import Exposure, Item, ItemTag
from annotation.queries.sources.exposure import stays_blind
from annotation.services.curation.item_changes import change_items
from annotation.services.sources.sources import archive_source
from foundation.models import AuditEvent
from morelkit.scheme.schemes import PRESETS, to_json
from tests.api.annotate.saving import body, pointers, put
from tests.api.client import Api, work_path
from tests.exposure import SOURCE, VERSION, suggest
from tests.people import hand_over
from tests.sources import import_source

pytestmark = pytest.mark.django_db

POLICY = "/projects/alpha/exposure-policy/"


def test_a_project_is_blind_until_a_lead_chooses_a_source(cast, lena):
    assert lena.get(POLICY) == {
        "mode": "blind",
        "source": None,
        "blind_share": 20,
        "sources": [],
        "exposed": 0,
    }
    problem = lena.call("patch", POLICY, {"mode": "shown"}, status=422)
    assert pointers(problem) == ["/source"]


def test_a_lead_changes_the_policy_and_the_audit_log_has_it(cast, lena):
    source = import_source(cast.alpha, [{"id": "q-1", "spans": []}], SOURCE, version=VERSION)
    changed = lena.call("patch", POLICY, {"mode": "shown", "source": source.pk, "blind_share": 50})
    assert (changed["mode"], changed["source"], changed["blind_share"]) == ("shown", source.pk, 50)
    assert changed["sources"] == [{"id": source.pk, "name": SOURCE, "version": VERSION}]
    event = AuditEvent.objects.filter(kind="settings_changed").latest("pk")
    assert event.details["changes"] == {
        "exposure": ["blind", "shown"],
        "exposure_source": [None, source.pk],
        "blind_share": [20, 50],
    }
    assert SOURCE not in str(event.details)


@pytest.mark.parametrize("share", [19, 0, -1, 101])
def test_at_least_a_fifth_of_the_items_stays_blind(cast, lena, share):
    suggest(cast.alpha)
    problem = lena.call("patch", POLICY, {"blind_share": share}, status=422)
    assert pointers(problem) == ["/blind_share"]
    assert lena.get(POLICY)["blind_share"] == 20


def test_sources_of_other_projects_and_archived_ones_are_refused(cast, lena):
    theirs = import_source(cast.beta, [{"id": "q-1", "spans": []}])
    assert pointers(lena.call("patch", POLICY, {"source": theirs.pk}, status=422)) == ["/source"]
    archived = import_source(cast.alpha, [{"id": "q-1", "spans": []}])
    archive_source(archived)
    assert pointers(lena.call("patch", POLICY, {"source": archived.pk}, status=422)) == ["/source"]


def test_a_source_whose_suggestions_are_shown_is_not_archived(cast, lena):
    source = suggest(cast.alpha)
    path = f"/projects/alpha/sources/{source.pk}/"
    assert "in the settings" in lena.call("patch", path, {"archived": True}, status=409)["detail"]
    lena.call("patch", POLICY, {"mode": "blind"})
    assert lena.call("patch", path, {"archived": True})["archived"]


def test_a_scheme_without_marks_has_no_suggestions(cast, lena):
    source = import_source(cast.alpha, [{"id": "q-1", "spans": []}])
    cast.alpha.scheme = to_json(PRESETS["cap"])
    cast.alpha.save(update_fields=["scheme"])
    problem = lena.call("patch", POLICY, {"mode": "shown", "source": source.pk}, status=422)
    assert pointers(problem) == ["/mode"]


def test_the_draw_follows_from_seed_and_id_and_keeps_the_share():
    digest = hashlib.blake2b(b"7:exposure:q-1", digest_size=8).digest()
    rank = (int.from_bytes(digest, "big") >> 1) % 100
    assert stays_blind(7, "q-1", rank + 1)
    assert not stays_blind(7, "q-1", rank)
    drawn = [stays_blind(7, f"item {number}", 20) for number in range(10_000)]
    assert abs(sum(drawn) - 2_000) < 160  # four standard deviations
    assert all(stays_blind(7, f"item {number}", 100) for number in range(100))


def test_all_annotators_of_an_item_have_the_same_exposure(cast, ada):
    suggest(cast.alpha)
    bo = Api(cast.bo)
    for name in ("q-1", "q-2"):
        seen = []
        for api, user in ((ada, cast.ada), (bo, cast.bo)):
            hand_over(cast.alpha, user, cast[name])
            seen.append("suggestions" in api.get(work_path(cast[name], "mine"))["annotation"])
        assert seen[0] == seen[1], name


def test_a_change_concerns_items_that_are_not_begun(cast, ada, lena):
    suggest(cast.alpha, "blind")
    q1 = hand_over(cast.alpha, cast.ada, cast["q-1"])
    put(ada, q1, body(q1, (0, 3)))
    lena.call("patch", POLICY, {"mode": "shown"})
    assert "suggestions" not in ada.get(work_path(q1, "mine"))["annotation"]
    bo = Api(cast.bo)
    hand_over(cast.alpha, cast.bo, q1)
    assert bo.get(work_path(q1, "mine"))["annotation"]["suggestions"]["spans"]
    lena.call("patch", POLICY, {"mode": "blind"})
    assert bo.get(work_path(q1, "mine"))["annotation"]["suggestions"]["spans"]  # bo has seen them already
    assert Exposure.objects.get().annotator.user == cast.bo


def test_work_that_was_opened_blind_stays_blind(cast, ada, lena):
    suggest(cast.alpha, "blind")
    q1 = hand_over(cast.alpha, cast.ada, cast["q-1"])
    ada.get(work_path(q1, "mine"))
    lena.call("patch", POLICY, {"mode": "shown"})
    assert "suggestions" not in ada.get(work_path(q1, "mine"))["annotation"]
    assert "suggestions" not in put(ada, q1, body(q1, (0, 3), submit=True))["annotation"]
    assert not Exposure.objects.exists()


def test_a_policy_that_is_saved_as_it_was_is_no_change(cast, ada, lena):
    source = suggest(cast.alpha)
    q1 = hand_over(cast.alpha, cast.ada, cast["q-1"])
    lena.call("patch", POLICY, {"mode": "shown", "source": source.pk, "blind_share": 20})
    assert ada.get(work_path(q1, "mine"))["annotation"]["suggestions"]["spans"]


@pytest.mark.parametrize("kind", [Item.Kind.TRAINING, Item.Kind.CHECK])
def test_training_items_and_hidden_checks_stay_blind(cast, ada, kind):
    suggest(cast.alpha)
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    Item.objects.filter(pk=cast["q-1"].pk).update(kind=kind)
    assert "suggestions" not in ada.get(work_path(cast["q-1"], "mine"))["annotation"]
    assert not Exposure.objects.exists()


def test_items_without_a_complete_answer_of_the_source_stay_blind(cast, ada):
    suggest(cast.alpha)
    source = import_source(
        cast.alpha,
        [{"id": "q-1", "spans": [{"quote": "in"}]}],  # occurs twice
        "other",
    )
    Api(cast.lena).call("patch", POLICY, {"source": source.pk})
    for name in ("q-1", "q-3"):
        hand_over(cast.alpha, cast.ada, cast[name])
        assert "suggestions" not in ada.get(work_path(cast[name], "mine"))["annotation"]


def draw(lena, source, tag="sample"):
    sample = {"size": 9, "seed": 1, "source_id": source.pk, "tag": tag, "annotators": []}
    return lena.post("/projects/alpha/source-samples/", sample, status=201)


def mark_as_sample(cast, name):
    """As an imported project has its samples: without the audit log of the site where they were drawn."""
    chosen = [cast[name].pk]
    change_items(cast.alpha, "tag", "sample", chosen, 1, cast.lena, timezone.now(), sample=True)


def test_items_of_a_sample_for_people_to_check_stay_blind(cast, ada, lena):
    draw(lena, suggest(cast.alpha))
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    assert "suggestions" not in ada.get(work_path(cast["q-1"], "mine"))["annotation"]
    assert not Exposure.objects.exists()


def test_items_of_a_sample_stay_blind_without_the_audit_log_of_the_draw(cast, ada):
    suggest(cast.alpha)
    mark_as_sample(cast, "q-1")
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    assert "suggestions" not in ada.get(work_path(cast["q-1"], "mine"))["annotation"]


def test_a_draw_that_is_undone_leaves_its_items_to_the_policy(cast, ada, lena):
    change = draw(lena, suggest(cast.alpha))["change"]
    lena.post(f"/projects/alpha/item-changes/{change}/undo/")
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    assert ada.get(work_path(cast["q-1"], "mine"))["annotation"]["suggestions"]["spans"]


@pytest.mark.parametrize("mode", ["shown", "blind_then_reveal"])
def test_a_draw_leaves_out_items_that_have_been_opened_with_suggestions(cast, ada, lena, mode):
    source = suggest(cast.alpha, mode)
    hand_over(cast.alpha, cast.ada, cast["q-1"])
    ada.get(work_path(cast["q-1"], "mine"))
    draw(lena, source)
    assert set(ItemTag.objects.values_list("item__external_id", flat=True)) == {"q-2"}


def test_suggestions_of_a_sampled_item_are_not_revealed_after_its_first_answer(cast, ada):
    suggest(cast.alpha, "blind_then_reveal")
    item = hand_over(cast.alpha, cast.ada, cast["q-1"])
    ada.get(work_path(item, "mine"))
    mark_as_sample(cast, "q-1")
    assert "suggestions" not in put(ada, item, body(item, (0, 3), submit=True))["annotation"]
    assert "suggestions" not in ada.get(work_path(item, "mine"))["annotation"]
    assert Exposure.objects.get().shown_at is None
