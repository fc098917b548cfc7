"""Evidence in saves, in the history of saves, and in the item view of leads."""

import pytest

from annotation.models import AnnotationRevision, Reference
from annotation.services.projects.project_settings import set_project
from foundation.jobs import run_waiting
from tests.api.annotate.saving import body, pointers, put, save_content
from tests.api.client import Api, work_path
from tests.people import hand_over
from tests.records import import_records, item, stored
from tests.snapshot import snapshot

pytestmark = pytest.mark.django_db

LIGHT = "https://ar.wikipedia.org/wiki/منارة_هالغروند"
MARK = {"id": "m", "start": 4, "end": 12, "label": "hallucination"}


@pytest.fixture
def light(cast, mediawiki):
    """An item assigned to ada, with an Arabic page. Evidence is optional."""
    set_project(cast.alpha, evidence="optional")
    cast.alpha.refresh_from_db()
    import_records(cast.alpha, [item("light", lang="AR", wikipedia_url=LIGHT)])
    Api(cast.lena).post("/projects/alpha/references/fetch/", {"refresh": False}, status=201)
    while run_waiting():
        pass
    return hand_over(cast.alpha, cast.ada, stored(cast.alpha, "light"))


def cited(reference: Reference, exact: str, span: str = "m") -> dict:
    start = reference.extract.index(exact)
    return {
        "span": span,
        "kind": "passage",
        "snapshot": reference.pk,
        "start": start,
        "end": start + len(exact),
        "exact": exact,
        "prefix": reference.extract[max(0, start - 32) : start],
        "suffix": reference.extract[start + len(exact) :][:32],
    }


def test_a_passage_is_saved_and_returned(ada, lena, light):
    evidence = cited(light.reference, "41 مترًا")
    answer = put(
        ada, light, body(light, content=save_content(spans=[MARK], evidence=[evidence]), submit=True)
    )
    assert answer["annotation"]["content"]["evidence"] == [evidence]
    assert ada.get(work_path(light, "mine"))["annotation"]["content"]["evidence"] == [evidence]
    revisions = ada.get(work_path(light, "revisions"))["results"]
    assert revisions[0]["content"]["evidence"] == [evidence]
    (seen,) = lena.get(f"/projects/alpha/items/{light.pk}/")["annotations"]
    assert seen["evidence"] == [evidence]


def test_evidence_is_changed_and_removed_by_saving_again(ada, light):
    first, second = cited(light.reference, "41 مترًا"), cited(light.reference, "1891")
    put(ada, light, body(light, content=save_content(spans=[MARK], evidence=[first])))
    put(ada, light, body(light, content=save_content(spans=[MARK], evidence=[second]), base_revision=1))
    put(ada, light, body(light, content=save_content(spans=[MARK]), base_revision=2))
    kept = AnnotationRevision.objects.filter(annotation__item=light).order_by("number")
    quotes = [[each["exact"] for each in revision.evidence] for revision in kept]
    assert quotes == [["41 مترًا"], ["1891"], []]


def test_silent_evidence_needs_no_snapshot(ada, held, cast):
    set_project(cast.alpha, evidence="required")
    silent = {"span": "m", "kind": "silent", "snapshot": None}
    sent = body(held, content=save_content(spans=[MARK], evidence=[silent]), submit=True)
    (kept,) = put(ada, held, sent)["annotation"]["content"]["evidence"]
    assert (kept["kind"], kept["snapshot"], kept["exact"]) == ("silent", None, "")


def test_evidence_is_required_only_on_submit(ada, cast, light):
    set_project(cast.alpha, evidence="required")
    put(ada, light, body(light, content=save_content(spans=[MARK])))
    problem = put(
        ada, light, body(light, content=save_content(spans=[MARK]), base_revision=1, submit=True), status=422
    )
    assert pointers(problem) == ["/content/spans/0"]
    assert problem["errors"][0]["code"] == "evidence_required"


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"exact": "40 مترًا"}, "/content/evidence/0/exact"),
        ({"start": 0}, "/content/evidence/0/exact"),
        ({"prefix": "no"}, "/content/evidence/0/prefix"),
        ({"span": "gone"}, "/content/evidence/0/span"),
        ({"snapshot": 10**17}, "/content/evidence/0/snapshot"),
        ({"kind": "shown"}, "/content/evidence/0/kind"),
    ],
)
def test_invalid_evidence_is_refused_with_its_position(ada, light, changes, pointer):
    evidence = cited(light.reference, "41 مترًا") | changes
    before = snapshot()
    problem = put(
        ada, light, body(light, content=save_content(spans=[MARK], evidence=[evidence])), status=422
    )
    assert pointer in pointers(problem)
    assert snapshot() == before


def test_a_snapshot_that_was_not_shown_cannot_be_cited(ada, cast, light):
    """Neither of another item, nor of another project."""
    others = [
        Reference.objects.create(project=project, kind="text", language="en", extract="Secret.", sha256="0")
        for project in (cast.alpha, cast.beta)
    ]
    for reference in others:
        sent = body(light, content=save_content(spans=[MARK], evidence=[cited(reference, "Secret")]))
        assert pointers(put(ada, light, sent, status=422)) == ["/content/evidence/0/snapshot"]


def test_a_consulted_page_can_be_cited(ada, light):
    page = {"url": "https://de.wikipedia.org/wiki/Hallgrundfeuer"}
    put(ada, light, body(light, content=save_content(spans=[MARK], links=[page])))
    while run_waiting():
        pass
    link = ada.get(work_path(light, "mine"))["annotation"]["content"]["links"][0]
    evidence = cited(Reference.objects.get(pk=link["reference"]), "ist 41 Meter hoch")
    sent = body(light, content=save_content(spans=[MARK], links=[link], evidence=[evidence]), base_revision=1)
    assert put(ada, light, sent)["annotation"]["content"]["evidence"] == [evidence]


def test_evidence_is_refused_if_the_project_uses_none(ada, held):
    silent = {"span": "m", "kind": "silent", "snapshot": None}
    problem = put(ada, held, body(held, content=save_content(spans=[MARK], evidence=[silent])), status=422)
    assert pointers(problem) == ["/content/evidence"]


def test_too_much_evidence_is_refused(ada, light, settings):
    settings.MAX_EVIDENCE = 1
    evidence = [cited(light.reference, exact) for exact in ("1891", "41")]
    problem = put(ada, light, body(light, content=save_content(spans=[MARK], evidence=evidence)), status=422)
    assert pointers(problem) == ["/content/evidence"]
