"""Items of projects whose unit is claims: their claims are cut at import or come with the record, and never change."""

import pytest

from annotation.models import Item
from annotation.services.imports.lifecycle import import_files
from annotation.services.projects.project_settings import create_project
from morelkit.text.claims.segmenters import segmenter_of
from tests.api.client import Api, work_path
from tests.commands import refuses, succeeds
from tests.people import hand_over, join
from tests.records import import_annotations, import_records, item, stored, write_jsonl
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

ANSWER = "Rain fell in Ulm. Snow fell in Bonn."
OWN = [[0, 17], [17, 36]]


@pytest.fixture
def delta(cast):
    return create_project("delta", preset="much", records="mushroom", redundancy=1)


def test_the_claims_of_an_answer_are_cut_at_import_by_the_segmenter_of_its_language(delta):
    import_records(
        delta, [item("a", answer=ANSWER, lang="FR"), item("b", answer="雨が降った。雪も。", lang="ja")]
    )
    french, japanese = stored(delta, "a"), stored(delta, "b")
    assert french.claims == [list(claim) for claim in segmenter_of("fr").segment(ANSWER)]
    assert french.segmenter == segmenter_of("fr").name
    assert (japanese.claims, japanese.segmenter) == ([[0, 6], [6, 9]], "punctuation-1")


def test_a_record_may_bring_its_own_claims(delta):
    import_records(delta, [item("a", answer=ANSWER, claims=OWN)])
    assert (stored(delta, "a").claims, stored(delta, "a").segmenter) == (OWN, "record")


def test_items_of_other_projects_have_no_claims(cast):
    import_records(cast.alpha, [item("own", answer=ANSWER, claims=[[0, 99]])])
    assert (stored(cast.alpha, "own").claims, stored(cast.alpha, "own").segmenter) == (None, "")


def test_claims_of_another_answer_are_refused_with_line_and_reason(delta, tmp_path):
    wrong = [item("a", answer=ANSWER), item("b", answer=ANSWER, claims=[[0, 17], [17, 40]])]
    reasons = refuses("import_items", "delta", str(write_jsonl(tmp_path / "a.jsonl", wrong)))
    assert (
        "a.jsonl:2:claims: “claims”, claim 1: end 40 is past the answer's end (36): the claims are of another answer."
        in reasons
    )
    assert not Item.objects.filter(project=delta).exists()


def test_exported_items_with_their_claims_are_imported_again_unchanged(delta, tmp_path):
    import_records(delta, [item("a", answer=ANSWER, lang="FR"), item("b", answer=ANSWER, claims=OWN)])
    import_annotations(delta, {"a": {"x": [stored(delta, "a").claims[0]]}, "b": {"x": [OWN[0]]}})
    exported = tmp_path / "exported.jsonl"
    succeeds("export_gold", "delta", "--out", exported)
    before = snapshot()["Item"]
    done = import_files(delta, "items", [exported])
    assert (done.added, done.unchanged) == (0, 2)
    assert snapshot()["Item"] == before
    other = create_project("other", preset="much", records="mushroom")
    import_files(other, "items", [exported])
    for name in ("a", "b"):
        assert stored(other, name).claims == stored(delta, name).claims
        assert stored(other, name).segmenter == stored(delta, name).segmenter


def test_annotators_and_leads_get_the_claims_with_the_item(delta):
    ada, lena = join(delta, "ada"), join(delta, "lena", "lead")
    import_records(delta, [item("a", answer=ANSWER, claims=OWN)])
    held = hand_over(delta, ada, stored(delta, "a"))
    for api, path in ((Api(ada), work_path(held, "mine")), (Api(lena), f"/projects/delta/items/{held.pk}/")):
        shown = api.get(path)
        assert (shown["claims"], shown["segmenter"]) == (OWN, "record")
    assert Api(ada).get("/projects/delta/")["scheme"]["unit"] == "claims"


def test_marks_of_claims_keep_their_boundaries_whatever_policy_is_asked_for(delta):
    lena = Api(join(delta, "lena", "lead"))
    assert delta.policy == "raw"
    problem = lena.call("patch", "/projects/delta/", {"policy": "merged"}, status=422)
    assert "under the policy raw" in str(problem)


def test_the_unit_changes_only_before_anything_is_imported(cast):
    project = create_project("early", preset="mu-shroom")
    lena = Api(join(project, "lena", "lead"))
    path = "/projects/early/scheme/"
    labels = lena.get(path)
    wanted = {key: labels[key] for key in ("version", "span_labels", "item_labels")}
    changed = lena.put(path, wanted | {"unit": "claims"})
    assert (changed["unit"], changed["version"]) == ("claims", 2)
    import_records(project, [item("a", answer=ANSWER)])
    assert stored(project, "a").claims
    problem = lena.put(path, wanted | {"version": 2, "unit": "characters"}, status=409)
    assert "claims are cut when items are imported" in problem["detail"]
    kept = lena.put(path, wanted | {"version": 2, "item_labels": [], "span_labels": _renamed(wanted)})
    assert (kept["unit"], kept["version"]) == ("claims", 3)


def _renamed(scheme):
    return [label | {"text": "Wrong"} for label in scheme["span_labels"]]
