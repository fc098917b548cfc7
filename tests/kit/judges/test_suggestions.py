"""Work with suggestions beside blind work: every figure by hand.

In “Ada Lovelace was born in Paris in 1815.” the judge marks “Paris”, [25, 30).
"""

import numpy as np
import pytest

from morelkit.agreement.bootstrap_interval import bootstrap_interval
from morelkit.annotated import AnnotatedItem
from morelkit.formats.claim_fields import Claims
from morelkit.formats.item_records import ItemRecord
from morelkit.judges.comparison import Comparison
from morelkit.judges.judgements import Judgement
from morelkit.judges.suggestions import Condition, Offered, Work, suggestions_report
from morelkit.scheme.schemes import PRESETS
from tests.records import ANSWER

BLIND, SHOWN, FIRST, REVEALED = Condition
PARIS, IN_PARIS, YEAR, IN = [25, 30], [22, 30], [34, 38], [31, 33]


def item(id_, language="EN", claims=None):
    return AnnotatedItem(
        ItemRecord(external_id=id_, language=language, question="", answer=ANSWER, claims=claims)
    )


def report(works, by="", judges=("judge",), items=()):
    found = list({work.item.id: work.item for work in works}.values()) or list(items)
    spans = Judgement(spans=(tuple(PARIS),))
    judgements = {judge: {each.id: spans for each in found} for judge in judges}
    comparison = Comparison(found, PRESETS["mu-shroom"], "mushroom-2025", judgements)
    return suggestions_report(comparison, works, by, seed=1)


def work(id_, annotator, condition, *spans, seconds=0, offered=None, judge="judge", language="EN"):
    return Work(judge, item(id_, language), annotator, condition, list(spans), seconds, offered)


def everything(works):
    [of_judge] = report(works)
    [group] = of_judge["groups"]
    return group


BLIND_WORK = [
    work("q-2", "ada", BLIND, IN_PARIS, seconds=30),
    work("q-2", "bo", BLIND, PARIS, seconds=50),
]
SHOWN_WORK = [
    work("q-1", "ada", SHOWN, PARIS, seconds=20, offered=Offered(3, accepted=2, dismissed=0, moved=1)),
    work("q-1", "bo", SHOWN, offered=Offered(3, dismissed=2)),
]


def test_acceptance_counts_suggestions():
    found = everything([*BLIND_WORK, *SHOWN_WORK])["acceptance"]
    assert found == {
        "shown": {
            "annotations": 2,
            "suggestions": 6,
            "accepted": 2,
            "dismissed": 2,
            "neither": 2,
            "moved": 1,
        }
    }


def test_time_is_the_median_of_annotations_whose_time_is_known():
    conditions = everything([*BLIND_WORK, work("q-3", "bo", BLIND, seconds=37), *SHOWN_WORK])["conditions"]
    assert [conditions["blind"][name] for name in ("annotations", "items", "timed", "seconds")] == [
        3,
        2,
        3,
        37,
    ]
    assert [conditions["shown"][name] for name in ("annotations", "items", "timed", "seconds")] == [
        2,
        1,
        1,
        20,
    ]


def test_closeness_is_the_mean_iou_of_the_annotations_of_an_item():
    conditions = everything([*BLIND_WORK, work("q-3", "bo", BLIND), *SHOWN_WORK])["conditions"]
    # Blind: q-2 has 5/8 and 1, q-3 has 0. Shown: q-1 has 1 and 0.
    assert conditions["blind"]["iou"] == {"n": 2, "value": pytest.approx(13 / 32), "interval": None}
    assert conditions["shown"]["iou"] == {"n": 1, "value": 0.5, "interval": None}


def test_agreement_is_that_of_pairs_of_the_same_condition():
    works = [*BLIND_WORK, work("q-2", "cy", BLIND), *SHOWN_WORK, work("q-1", "di", BLIND, PARIS)]
    conditions = everything(works)["conditions"]
    # Pairs: (5 + 8) / (2 · 8), and twice one half against an empty annotation.
    assert conditions["blind"]["agreement"]["value"] == pytest.approx((13 / 16 + 1 / 2 + 1 / 2) / 3)
    assert conditions["blind"]["agreement"]["n"] == 1  # di alone saw q-1 blind
    assert conditions["shown"]["agreement"] == {"n": 1, "value": 0.5, "interval": None}


def test_answers_after_a_reveal_were_kept_or_changed_toward_the_judge_or_away():
    pairs = {
        "ada": ([PARIS], [PARIS]),
        "bo": ([YEAR], [PARIS, YEAR]),  # 0, then 5/9
        "cy": ([PARIS], []),  # 1, then 0
        "di": ([YEAR], [IN]),  # 0 both times
        "ed": ([YEAR, PARIS], [PARIS, YEAR]),
    }
    works = []
    for name, (before, after) in pairs.items():
        works.append(work("q-1", name, FIRST, *before, seconds=60))
        works.append(work("q-1", name, REVEALED, *after, seconds=5, offered=Offered(1)))
    found = everything(works)
    assert found["revealed"] == {"n": 5, "kept": 2, "toward": 1, "away": 1, "neither": 1}
    # 1, 0, 1, 0, 5/9 before; 1, 5/9, 0, 0, 5/9 after
    assert found["conditions"]["first"]["iou"]["value"] == pytest.approx((2 + 5 / 9) / 5)
    assert found["conditions"]["revealed"]["iou"]["value"] == pytest.approx((1 + 10 / 9) / 5)
    assert [found["conditions"][name]["seconds"] for name in ("first", "revealed")] == [60, 5]


def test_kappa_is_that_of_claims_with_the_judge():
    claims = Claims(((0, 21), (22, 30), (31, 39)), "en-1")
    works = [
        Work("judge", item("q-1", claims=claims), "ada", SHOWN, [[22, 30]], 0),
        Work("judge", item("q-1", claims=claims), "bo", SHOWN, [[0, 21], [22, 30]], 0),
        Work("judge", item("q-2", claims=claims), "ada", SHOWN, [], 0),
    ]
    found = everything(works)["conditions"]["shown"]["kappa"]
    # Nine claims; the judge says incorrect thrice, people thrice, both twice: p_o = 7/9, p_e = (6 · 6 + 3 · 3) / 81
    assert found == {"n": 2, "value": pytest.approx((63 - 45) / (81 - 45)), "interval": None}


def test_intervals_start_at_thirty_items():
    few = [work(f"q-{n}", "ada", SHOWN, *([PARIS] * (n % 2))) for n in range(29)]
    assert everything(few)["conditions"]["shown"]["iou"]["interval"] is None
    [of_judge] = report([*few, work("q-29", "ada", SHOWN, PARIS)])
    values = np.array([float(n % 2) for n in range(30)])
    interval = of_judge["groups"][0]["conditions"]["shown"]["iou"]["interval"]
    assert interval == list(bootstrap_interval(values, 1))


def test_groups_and_all_judges():
    works = [
        *SHOWN_WORK,
        work("q-5", "ada", SHOWN, PARIS, judge="other", language="FR", offered=Offered(1, accepted=1)),
        *(work("q-2", "ada", BLIND, PARIS, seconds=9, judge=judge) for judge in ("judge", "other")),
    ]
    first, second, everyone = report(works, "language", ("judge", "other"))
    assert [each["judge"] for each in (first, second, everyone)] == ["judge", "other", None]
    assert [group.get("language") for group in first["groups"]] == [None, "en", "fr"]
    assert first["groups"][2] == {"language": "fr", "acceptance": {}, "conditions": {}, "revealed": None}
    assert second["groups"][2]["acceptance"]["shown"]["accepted"] == 1
    assert everyone["groups"][0]["acceptance"]["shown"]["suggestions"] == 7
    # The blind annotation is compared with both judges, but it is one annotation.
    assert everyone["groups"][0]["conditions"]["blind"]["annotations"] == 1


def test_without_exposed_work_there_are_no_figures():
    assert report(BLIND_WORK) == []
