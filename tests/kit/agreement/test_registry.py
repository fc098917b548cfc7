import json

from morelkit.agreement.item_labels import ItemLabelTally
from morelkit.agreement.registry import HEADLINE, ITEM_LABEL_MEASURES, SPAN_MEASURES
from morelkit.agreement.span_measures import SpanTally
from morelkit.release.agreement_table import Tally, agreement_csv, agreement_rows
from morelkit.release.layout import Part
from morelkit.scheme.schemes import PRESETS
from tests.kit.agreement.plain import marks
from tests.paths import ROOT

SPAN_NAMES = [measure.name for measure in SPAN_MEASURES]
LABEL_NAMES = [measure.name for measure in ITEM_LABEL_MEASURES]


def test_names_are_unique():
    assert len(set(SPAN_NAMES)) == len(SPAN_NAMES)
    assert len(set(LABEL_NAMES)) == len(LABEL_NAMES)


def test_agreement_comes_first():
    assert HEADLINE is SPAN_MEASURES[0]
    assert HEADLINE.name == "agreement"


def test_a_tally_has_every_measure_in_order():
    tally = SpanTally(seed=1)
    assert list(tally.values()) == SPAN_NAMES
    tally.add(marks([(9, [[(0, 3)], [(0, 6)]])]))
    assert list(tally.values()) == list(tally.measures().values) == SPAN_NAMES


def test_an_item_label_has_every_measure_in_order():
    (label,) = ItemLabelTally({"fluency": ["minor", "not-fluent"]}).measures()
    assert list(label.values) == LABEL_NAMES


def test_the_agreement_table_of_a_release_has_the_measures_of_its_layout():
    """Other names or another order would be another layout, and earlier releases could not be verified."""
    scheme = PRESETS["mu-shroom+labels"]
    rows = agreement_rows(scheme, {Part("en", "test"): Tally.empty(scheme)})
    header = agreement_csv(rows).splitlines()[0].split(",")
    assert header[7:12] == ["agreement", "alpha", "character_f1", "exact_f1", "overlap_f1"]
    assert header[12:16] == ["fluency.n", "fluency.counted", "fluency.alpha", "fluency.percentage"]


def test_the_front_end_has_the_registered_measures():
    generated = (ROOT / "frontend/src/api/measures.ts").read_text("utf-8")
    for measure in (*SPAN_MEASURES, *ITEM_LABEL_MEASURES):
        assert f"  {measure.name}: {json.dumps(measure.formula, ensure_ascii=False)},\n" in generated
