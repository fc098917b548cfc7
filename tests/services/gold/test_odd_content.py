"""Exports count in batches of arrays. Here gold and agreement of odd content are computed item by item beside them."""

import json
import random

import pytest
from django.utils import timezone

from annotation.models import Adjudication, Annotation, Annotator, Item, Project
from annotation.queries.annotate import counted_items
from annotation.queries.gold.gold_export import GoldExport, annotation_records
from annotation.queries.statistics.live_agreement import by_item
from annotation.services.projects.project_settings import create_project
from morelkit.agreement.character_counts import count_item
from morelkit.gold.policy import GoldPolicy
from morelkit.release.item_labels import curated_fields, vote_labels
from morelkit.scheme import schemes
from morelkit.scheme.schemes import PRESETS, Scheme, SpanLabel
from morelkit.text.normalization import POLICIES
from morelkit.text.spans import Span
from tests.records import import_annotations, import_records, item

pytestmark = pytest.mark.django_db

LABELS = ("a", "b")
SCHEME = Scheme(
    tuple(SpanLabel(name, name) for name in (*LABELS, "never")), PRESETS["shroom-cap"].item_labels
)
WORDS = ("lamp", "𝔘nit", "漢字", "سفينة", "x😀y", "1815")
SEPARATORS = (" ", ". ", ", ", "\u00a0", "。", " — ", "\x1f")
ITEMS = 120


def answer(rng: random.Random) -> str:
    return "".join(rng.choice(WORDS) + rng.choice(SEPARATORS) for _ in range(rng.choice([1, 3, 12])))


def spans(rng: random.Random, length: int) -> list[list]:
    """Empty, overlapping and touching spans, spans past the end, in any order."""
    found = []
    for _ in range(rng.choice([0, 1, 2, 4])):
        start = rng.randrange(length + 2)
        end = start + rng.choice([0, 1, 2, 5, 20])
        found += [[start, end, rng.choice(LABELS)], [end, end + rng.choice([0, 1, 3]), rng.choice(LABELS)]]
    return found


@pytest.fixture
def odd(db) -> Project:
    rng = random.Random(3)
    project = create_project("odd", preset="mu-shroom", redundancy=2)
    project.scheme, project.adjudication = schemes.to_json(SCHEME), True
    project.save()
    texts = {f"o-{k}": answer(rng) for k in range(ITEMS)}
    kept = ({}, {"gold": 1, "nested": [1e22, {"z": None}]}, {"soft_labels": [], "reference_text": "Text"})
    rows = [
        item(each, answer=text, lang=rng.choice(["EN", "ar"]), **rng.choice(kept))
        for each, text in texts.items()
    ]
    import_records(project, rows)
    import_annotations(
        project,
        {
            each: {f"k{k}": spans(rng, len(text)) for k in range(rng.choice([0, 1, 2, 2, 3, 4]))}
            for each, text in texts.items()
        },
    )
    for row in Annotation.objects.filter(annotator__project=project).select_related("submitted"):
        chosen = {label.name: rng.choice(label.choices).name for label in SCHEME.item_labels}
        row.submitted.labels = chosen if rng.random() < 0.8 else {}
        row.submitted.save()
        if rng.random() < 0.1:
            row.excluded_at = timezone.now()
        row.surplus = rng.random() < 0.1
        row.save()
    curator = Annotator.objects.filter(project=project).first()
    for each in Item.objects.filter(project=project).order_by("pk")[::7]:
        Adjudication.objects.create(
            item=each,
            number=1,
            curator=curator,
            at=timezone.now(),
            spans=[{"start": 0, "end": 1, "label": "b", "id": "d"}],
            labels={"fluency": "minor"},
            source="nothing",
        )
    return project


def counted(each: Item) -> list[Annotation]:
    return list(Annotation.objects.counted().filter(item=each).select_related("submitted", "annotator"))


def expected_labels(each: Item, policy: GoldPolicy) -> dict | None:
    """The labels of an item, counted alone, or None if it has too few annotations."""
    revisions = [row.submitted for row in counted(each)]
    if len(revisions) < (policy.min_annotations or 2):
        return None
    count = count_item(policy.normalization, each.answer, [revision.read_spans() for revision in revisions])
    chosen = [revision.labels for revision in revisions]
    labels = vote_labels(SCHEME, policy, count, chosen)
    if decision := Adjudication.objects.filter(item=each).first():
        decided = [Span(**span) for span in decision.spans]
        labels = curated_fields(SCHEME, policy, labels, chosen, (decided, decision.labels))
    return labels


@pytest.mark.parametrize("ties", ["in", "out"])
@pytest.mark.parametrize("normalization", POLICIES)
def test_gold_in_batches_is_that_of_each_item(odd, normalization, ties, monkeypatch):
    policy = GoldPolicy(normalization=normalization, ties=ties, min_annotations=1)
    export = GoldExport(odd, policy=policy)
    found = {record["id"]: record for record in export}
    items = Item.objects.filter(project=odd).order_by("ordinal")
    expected = {each.external_id: expected_labels(each, policy) for each in items}
    left = [each for each, labels in expected.items() if labels is None]
    assert list(found) == [each for each in expected if each not in left]
    assert export.left_out == len(left)
    for each, record in found.items():
        labels = expected[each] or {}
        assert json.dumps({name: record[name] for name in labels}) == json.dumps(labels)
        assert record["gold"]["source"] in ("majority", "curated")
    whole = list(export)
    monkeypatch.setattr(counted_items.counted_items, "__defaults__", (7,))
    assert list(export) == whole


@pytest.mark.parametrize("normalization", POLICIES)
def test_agreement_in_batches_is_that_of_each_item(odd, normalization):
    items = Item.objects.filter(project=odd).order_by("ordinal")
    counts = [
        count_item(normalization, each.answer, [row.submitted.read_spans() for row in counted(each)])
        for each in items
    ]
    found = by_item(odd, normalization)
    assert [(row["n"], row["agreement"]) for row in found] == [(each.n, each.agreement) for each in counts]


def test_raw_annotations_are_those_stored_in_order_of_creation(odd):
    records = {record["id"]: record for record in annotation_records(odd)}
    for each in Item.objects.filter(project=odd):
        rows = counted(each)
        raw = {
            row.annotator.key: [[span.start, span.end, span.label] for span in row.submitted.read_spans()]
            for row in rows
        }
        labels = {row.annotator.key: row.submitted.labels for row in rows if row.submitted.labels}
        if raw:
            record = records.pop(each.external_id)
            assert json.dumps(record["annotations"]) == json.dumps(raw)
            assert record["annotation_labels"] == labels
    assert not records


def test_annotations_of_an_item_that_appears_between_two_reads_are_left_out(odd):
    visible = counted_items.work_items(odd)
    first, *_ = visible.values_list("pk", flat=True)
    read = counted_items.counted_annotations([first], content="spans", query=visible.values("pk"))
    assert read == counted_items.counted_annotations([first], content="spans")
