"""Annotations of projects whose unit is claims: marks are claims, or are projected where the import says so."""

import json
from fractions import Fraction
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotation.models import Annotation, Item
from annotation.services.imports.lifecycle import import_files
from annotation.services.projects.project_settings import create_project
from morelkit.text.claims.segmenters import segmenter_of
from tests.commands import refuses, succeeds
from tests.kit.formats.test_much import RECORD
from tests.people import annotate, join
from tests.records import import_records, item, stored, write_jsonl

pytestmark = pytest.mark.django_db

ANSWER = "Rain fell in Ulm. Snow fell in Bonn."
OWN = [[0, 17], [17, 36]]
NUMBERS = count()


@pytest.fixture
def delta(cast):
    project = create_project("delta", preset="much", records="mushroom", redundancy=1)
    import_records(project, [item("a", answer=ANSWER, claims=OWN), item("b", answer=ANSWER, claims=OWN)])
    return project


def marks(project):
    rows = Annotation.objects.filter(item__project=project).order_by("item", "annotator__key")
    return [[(span["start"], span["end"]) for span in each.submitted.spans] for each in rows]


def test_spans_that_are_no_claims_are_refused_with_their_line(delta, tmp_path):
    file = write_jsonl(
        tmp_path / "a.jsonl",
        [
            {"id": "a", "annotations": {"x": [[0, 17]]}},
            {"id": "b", "annotations": {"x": [[0, 17], [19, 23]]}},
        ],
    )
    reasons = refuses("import_annotations", "delta", file)
    assert "a.jsonl:2:annotations: x: Span 1 (19 to 23) is not exactly one claim of the answer." in reasons
    assert marks(delta) == []


def test_spans_are_projected_onto_claims_only_where_the_import_says_so(delta, tmp_path):
    file = write_jsonl(
        tmp_path / "a.jsonl",
        [{"id": "a", "annotations": {"x": [[19, 23]], "y": [[12, 20]], "z": [[16, 18]]}}],
    )
    succeeds("import_annotations", "delta", file, "--project-spans")
    # y covers a character of both; z only a full stop and a space.
    assert marks(delta) == [[(17, 36)], [(0, 17), (17, 36)], []]
    assert "Nothing new" in succeeds("import_annotations", "delta", file, "--project-spans")


def test_labels_of_other_claims_than_those_of_the_item_are_refused(tmp_path):
    succeeds("create_project", "p", "--preset", "much")
    succeeds("import_items", "p", write_jsonl(tmp_path / "items.jsonl", [RECORD]))
    other = RECORD | {"claims": [[0, 13], [13, 46]], "claim_labels": [0, 0]}
    reasons = refuses("import_annotations", "p", write_jsonl(tmp_path / "labels.jsonl", [other]))
    assert "“claims” are not those of the item weir-fr here." in reasons


def test_training_items_have_the_gold_of_their_claims(tmp_path):
    succeeds("create_project", "p", "--preset", "much")
    file = write_jsonl(tmp_path / "items.jsonl", [RECORD])
    assert "without gold" not in succeeds("import_items", "p", file, "--kind", "training")
    assert [(each["start"], each["end"]) for each in Item.objects.get().check_gold["spans"]] == [(0, 18)]


def test_gold_of_a_claim_is_the_majority_of_its_annotators(delta, tmp_path):
    votes = {"x": [[0, 17], [17, 36]], "y": [[17, 36]], "z": [[17, 36]], "w": [[0, 17]]}
    import_records(delta, [{"id": "a", "annotations": votes}], "annotations")
    [record] = gold(tmp_path, "delta")
    assert record["claim_labels"] == [0, 1]  # 2 of 4 is a tie, 3 of 4 a majority
    [record] = gold(tmp_path, "delta", "--ties", "in")
    assert record["claim_labels"] == [1, 1]
    [record] = gold(tmp_path, "delta", "--threshold", str(Fraction(3, 4)))
    assert record["claim_labels"] == [0, 0]


def gold(folder, slug, *options):
    out = folder / "gold.jsonl"
    succeeds("export_gold", slug, "--min-annotations", "1", "--out", out, *options)
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_claims_survive_import_annotation_and_export(cast, tmp_path, data):
    language = data.draw(st.sampled_from(["en", "fr", "ja"]))
    answer = data.draw(st.text(st.sampled_from("ab .,;\né🙂。 the"), min_size=1, max_size=60))
    claims = segmenter_of(language).segment(answer)
    incorrect = [data.draw(st.booleans()) for _ in claims]
    slug = f"p{next(NUMBERS)}"
    project = create_project(slug, preset="much", redundancy=1)
    record = {"id": "a", "lang": language, "question": "Q?", "model_output_text": answer}
    import_records(project, [record])
    spans = [claim for claim, marked in zip(claims, incorrect, strict=True) if marked]
    annotate(project, join(project, "ada"), stored(project, "a"), *spans)
    [exported] = gold(tmp_path, slug)
    assert exported == record | {
        "claims": [list(claim) for claim in claims],
        "claim_labels": [int(each) for each in incorrect],
        "segmenter": segmenter_of(language).name,
    }
    again = create_project(f"{slug}-2", preset="much", redundancy=1)
    file = write_jsonl(tmp_path / "again.jsonl", [exported])
    import_files(again, "items", [file])
    import_files(again, "annotations", [file])
    assert stored(again, "a").claims == stored(project, "a").claims
    assert marks(again) == [spans]
    assert gold(tmp_path, f"{slug}-2") == [exported]
