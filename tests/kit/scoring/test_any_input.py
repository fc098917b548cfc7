"""Whatever predictions hold: a check never fails, and what it finds valid has a score."""

import gzip
import json
import math

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from morelkit.scoring.gold import read_gold
from morelkit.scoring.predictions import check_predictions
from morelkit.scoring.score_files import ScoreOptions, score_files
from tests.case_counts import examples
from tests.records import item, write_jsonl

ANSWER = "Ada 😀 was\n"
offsets = st.integers(-1, len(ANSWER) + 4) | st.sampled_from([None, True, 1.0, "1", 10**30, [], float("nan")])
probabilities = st.sampled_from([0, 1, 0.5, 1 / 3, 1e-12, 1 + 1e-9, -0.0, True, "1", None, float("inf")])
soft = st.fixed_dictionaries(
    {}, optional={"start": offsets, "end": offsets, "prob": probabilities, "label": st.sampled_from(["a", 1])}
)
sound_soft = st.tuples(st.integers(0, 4), st.integers(5, len(ANSWER)), st.floats(0, 1)).map(
    lambda each: dict(zip(("start", "end", "prob"), each, strict=True))
)
sound_hard = st.tuples(st.integers(0, 4), st.integers(5, len(ANSWER))).map(list)
records = st.fixed_dictionaries(
    {"id": st.sampled_from(["1", 1, "2", "3", None, 1.5])},
    optional={
        "soft_labels": st.lists(sound_soft | soft, max_size=4) | st.sampled_from([None, {}, "x", [[0, 3]]]),
        "hard_labels": st.lists(sound_hard | st.lists(offsets, max_size=4), max_size=4)
        | st.sampled_from([None, 0, ["ab"]]),
        "x": st.just({"y": [1]}),
    },
)
sound = st.fixed_dictionaries(
    {},
    optional={
        "soft_labels": st.lists(sound_soft, max_size=4),
        "hard_labels": st.lists(sound_hard, max_size=4),
    },
)


@st.composite
def files(draw) -> bytes:
    lines = draw(st.lists(records, max_size=4))
    if draw(st.booleans()):
        lines = [{"id": id_, **(draw(sound) or {"hard_labels": []})} for id_ in ("1", "2", "3")]
    written = [json.dumps(each).encode() for each in lines]
    content = b"[" + b",".join(written) + b"]" if draw(st.booleans()) else b"\n".join(written)
    if draw(st.integers(0, 3)) == 0:
        place = draw(st.integers(0, len(content)))
        content = content[:place] + draw(st.binary(max_size=3)) + content[place + draw(st.integers(0, 3)) :]
    return content


@settings(
    max_examples=examples(1_000), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(files(), st.booleans())
def test_a_check_never_fails_and_valid_predictions_have_a_score(tmp_path, content, compressed):
    gold = write_jsonl(
        tmp_path / "gold.jsonl", [item(id_, answer=ANSWER, hard_labels=[[0, 3]]) for id_ in "123"]
    )
    path = tmp_path / f"it.jsonl{'.gz' if compressed else ''}"
    path.write_bytes(gzip.compress(content) if compressed else content)
    check = check_predictions(read_gold(gold), [path])
    assert check.valid == (not check.problems.listed)
    assert all(str(problem) and json.dumps(problem.as_json()) for problem in check.problems.listed)
    if check.valid:
        scores, _ = score_files(gold, [path], ScoreOptions(resamples=10))
        for estimate in scores.languages[0].scores.estimates.values():
            assert -1 <= estimate.low <= estimate.high <= 1
            assert math.isfinite(estimate.value)
