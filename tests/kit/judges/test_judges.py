"""`morelkit judges` on files, with figures computed by hand."""

import json

import pytest

from tests.records import item

CATEGORIES = ["correct"] * 6 + ["hallucination"] * 4


def answer(number, category, **more):
    return {
        "sample_id": f"a{number}",
        "structured_data": {"question": "When?", "ground_truths": ["1889"]},
        "model_output_text": "In 1889.",
        "eval_category": category,
        **more,
    }


@pytest.fixture
def people(write):
    """Ten answers: people say correct of six and hallucination of four; model x has made the first five."""
    models = ["x"] * 5 + ["y"] * 5
    return write(
        "people.jsonl",
        [
            answer(number, category, model_id=model)
            for number, (category, model) in enumerate(zip(CATEGORIES, models, strict=True))
        ],
    )


def judgements(categories):
    return [
        {"id": f"a{number}", "status": "abstained"}
        if category is None
        else {"id": f"a{number}", "labels": {"category": category}}
        for number, category in enumerate(categories)
    ]


@pytest.fixture
def judge(write):
    """Return a judge that is wrong twice and abstains twice."""
    said = ["correct"] * 4 + ["hallucination", None, "correct", "hallucination", "hallucination", None]
    return "one=" + write("one.jsonl", judgements(said))


@pytest.fixture
def labels(people):
    return ("judges", people, "--records", "openhaldet")


def test_labels_of_people_and_a_judge(run_json, labels, judge):
    found = run_json(*labels, "--judge", judge)["judges"]["one"]
    assert found["statuses"] == {
        "answered": 8,
        "empty": 0,
        "abstained": 2,
        "failed": 0,
        "not_run": 0,
        "unsettled": 0,
    }
    (category,) = found["questions"]["category"]["groups"]
    choices = found["questions"]["category"]["choices"]
    assert choices == ["correct", "hallucination", "abstention"]
    assert category["matrix"] == [[4, 1, 0], [1, 2, 0], [0, 0, 0]]
    assert category["abstained_by_label"] == [1, 1, 0]
    assert (category["n"], category["abstained"], category["accuracy"]) == (8, 2, 0.75)
    assert category["kappa"] == pytest.approx(14 / 30, abs=1e-12)  # (8 · 6 − 34) / (64 − 34)
    low, high = category["kappa_interval"]
    assert low < 14 / 30 < high
    assert category["labels"]["hallucination"] == {
        "people": 3,
        "judge": 3,
        "precision": pytest.approx(2 / 3),
        "recall": pytest.approx(2 / 3),
        "f1": pytest.approx(2 / 3),
    }
    assert category["labels"]["abstention"]["f1"] is None
    assert set(category["labels"]["abstention"]["undefined"]) == {"precision", "recall", "f1"}


def test_a_group_for_each_model(run_json, labels, judge):
    groups = run_json(*labels, "--judge", judge, "--by", "model")["judges"]["one"]["questions"]["category"][
        "groups"
    ]
    assert [(each.get("model"), each["n"], each["accuracy"]) for each in groups] == [
        (None, 8, 0.75),
        ("x", 5, 0.8),
        ("y", 3, pytest.approx(2 / 3, abs=1e-12)),
    ]


def test_two_judges_are_compared_where_both_answered(run_json, labels, judge, write):
    said = ["correct"] * 5 + ["correct", "hallucination", "hallucination", None, "correct"]
    other = write("two.jsonl", judgements(said))
    found = run_json(*labels, "--judge", judge, "--judge", f"two={other}")["judge_pairs"]
    (pair,) = found
    (category,) = pair["questions"]["category"]
    # Both answered a0–a4, a6 and a7: equal on a0–a3 and a7. p_o = 5/7; p_e = (5 · 5 + 2 · 2) / 49 = 29/49
    assert pair["judges"] == ["one", "two"]
    assert (category["n"], category["accuracy"]) == (7, pytest.approx(5 / 7, abs=1e-12))
    assert category["kappa"] == pytest.approx((35 - 29) / (49 - 29), abs=1e-12)


def test_items_without_a_judgement_were_not_run(run_json, labels, write):
    half = write("half.jsonl", judgements(CATEGORIES[:4]))
    found = run_json(*labels, "--judge", f"half={half}")["judges"]["half"]
    assert (found["statuses"]["answered"], found["statuses"]["not_run"]) == (4, 6)
    category = found["questions"]["category"]["groups"][0]
    assert (category["n"], category["abstained"], category["kappa"]) == (4, 0, None)


def marks(*ranges):
    return [{"start": start, "end": end} for start, end in ranges]


SPANS = {"ada": [[25, 30]], "bo": [[25, 30]], "cleo": [[25, 30], [34, 38]]}
"""Of “Ada Lovelace |was born |in Paris |in 1815.”: gold is “Paris”, the third claim."""


def test_spans_of_a_judge_beside_a_held_out_human(run_json, write):
    write(
        "it.jsonl", [item("q", annotations=SPANS), item("r", annotations={"ada": [], "bo": [], "cleo": []})]
    )
    write("judge.jsonl", [{"id": "q", "spans": marks((25, 30), (34, 38))}, {"id": "r", "spans": []}])
    found = run_json("judges", "it.jsonl", "--judge", "j=judge.jsonl")["judges"]["j"]
    (spans,) = found["spans"]
    assert spans["n"] == 2
    assert spans["iou"] == pytest.approx((5 / 9 + 1) / 2, abs=1e-12)
    # ada and bo: the others agree on “Paris”, IoU 1 twice; cleo: 5/9
    assert spans["held_out_human"]["n"] == 2
    assert spans["held_out_human"]["iou"] == pytest.approx(((1 + 1 + 5 / 9) / 3 + 1) / 2, abs=1e-12)
    (claims,) = found["questions"]["claims"]["groups"]
    # Claims of q: people 0 0 1 0, the judge 0 0 1 1; of r: all 0
    assert claims["matrix"] == [[6, 1], [0, 1]]
    assert claims["kappa"] == pytest.approx((8 * 7 - (7 * 6 + 1 * 2)) / (64 - 44), abs=1e-12)
    test = found["alternative_annotator_test"]["spans"]
    assert (test["winning_rate"], test["epsilon"], test["measure"]) == (None, 0.2, "iou")
    assert "fewer than 3 annotators share 30 items" in test["undefined"]


def test_a_quote_without_one_place_leaves_its_item_out(run_json, write):
    write("it.jsonl", [item("q", annotations=SPANS), item("r", annotations=SPANS)])
    header = {"source": {"name": "judge", "version": "2", "prompt": "Is it right?"}}
    spans = {"q": [{"quote": "Paris"}], "r": [{"quote": "in"}]}  # “in” is there twice
    write("judge.jsonl", [header, *({"id": id_, "spans": quotes} for id_, quotes in spans.items())])
    found = run_json("judges", "it.jsonl", "--judge", "j=judge.jsonl")["judges"]["j"]
    assert (found["statuses"]["answered"], found["statuses"]["unsettled"]) == (2, 1)
    assert (found["spans"][0]["n"], found["spans"][0]["iou"]) == (1, 1)
    assert found["questions"]["claims"]["groups"][0]["matrix"] == [[3, 0], [0, 1]]


def test_an_output_in_prose_is_no_answer(run_json, labels, write):
    records = [{"id": "a0", "output": "It is fine, I think."}, {"id": "a1", "output": "Correct."}]
    found = run_json(*labels, "--judge", "j=" + write("j.jsonl", records))["judges"]["j"]
    assert (found["statuses"]["answered"], found["statuses"]["failed"]) == (1, 1)
    assert found["questions"]["category"]["groups"][0]["n"] == 1


def test_the_alternative_annotator_test_on_spans(run_json, write):
    write("it.jsonl", [item(f"q{number}", annotations=SPANS) for number in range(30)])
    write("judge.jsonl", [{"id": f"q{number}", "spans": marks((25, 30))} for number in range(30)])
    report = run_json("judges", "it.jsonl", "--judge", "j=judge.jsonl", "--annotators", "crowd")
    test = report["judges"]["j"]["alternative_annotator_test"]["spans"]
    # The judge marks what ada and bo mark, so it never agrees less with the others than one of the three does.
    assert (test["epsilon"], test["winning_rate"], test["advantage"]) == (0.1, 1, 1)
    assert test["annotators"]["cleo"] == {
        "n": 30,
        "judge_wins": 1,
        "annotator_wins": 0,
        "p": 0,
        "rejected": True,
    }
    assert test["annotators"]["ada"]["annotator_wins"] == 1


def test_tables(run, labels, judge):
    out, _ = run(*labels, "--judge", judge, "--by", "model")
    assert "one    category  all    8  0.750000  0.466667" in out
    assert "policy:mushroom-2025|gold:majority|items:10|seed:0" in out
    markdown, _ = run(*labels, "--judge", judge, "--format", "markdown")
    assert "| one | category | 8 | 0.750000 | 0.466667 |" in markdown


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"id": "z", "score": 1}, "No item to annotate has the id “z”."),
        ({"id": "t", "score": 1}, "No item to annotate has the id “t”."),  # a training item
        ({"id": "q"}, "An answered item has labels, spans, a score or an output."),
        (
            {"id": "q", "status": "done"},
            "“status” must be one of answered, empty, abstained, failed, not_run.",
        ),
        ({"id": "q", "status": "failed", "spans": []}, "The item is failed: it has no “spans”."),
        ({"id": "q", "labels": {"truth": "no"}}, "The scheme has no item label “truth”: it has none."),
        ({"id": "q", "spans": marks((0, 40))}, "end 40 is past the end of the answer (39)."),
        (
            {"id": "q", "spans": [{"start": 25, "end": 30, "quote": "London"}]},
            "has another text than the quote",
        ),
        (
            {"id": "q", "score": 1, "answer_sha256": "0" * 64},
            "“answer_sha256” of “q” is that of another answer.",
        ),
        ({"source": {"name": "late"}}, "“source” is no field of a record"),
    ],
)
def test_bad_judgements_are_refused_with_line_and_field(run, write, record, message):
    write(
        "it.jsonl", [item("q", annotations=SPANS), item("t", kind="training"), item("r", annotations=SPANS)]
    )
    write("judge.jsonl", [{"id": "r", "score": 0.5}, record])
    _, error = run("judges", "it.jsonl", "--judge", "j=judge.jsonl", status=2)
    assert error.startswith("judge.jsonl:2: ")
    assert message in error


def test_an_item_is_judged_once_and_every_line_is_json(run, write):
    write("it.jsonl", [item("q", annotations=SPANS)])
    lines = [
        json.dumps({"id": "q", "score": 1}),
        json.dumps({"id": "q", "score": 1}),
        "The answer is correct.",
    ]
    write("judge.jsonl", "\n".join(lines).encode())
    _, error = run("judges", "it.jsonl", "--judge", "j=judge.jsonl", status=2)
    assert "judge.jsonl:2: “q” was judged in line 1 already." in error
    assert "judge.jsonl:3: " in error


def test_a_header_without_a_name_is_refused(run, write):
    write("it.jsonl", [item("q", annotations=SPANS)])
    write("judge.jsonl", [{"source": {"version": "2"}}, {"id": "q", "score": 1}])
    _, error = run("judges", "it.jsonl", "--judge", "j=judge.jsonl", status=2)
    assert error == "judge.jsonl:1: Name the model or judge.\n"


@pytest.mark.parametrize(
    ("judges", "message"),
    [(["nothing"], "is not of the form NAME=FILE"), (["j=judge.jsonl"] * 2, "Two judges have the name “j”.")],
)
def test_judges_have_names_of_their_own(run, write, judges, message):
    write("it.jsonl", [item("q", annotations=SPANS)])
    write("judge.jsonl", [{"id": "q", "score": 1}])
    _, error = run("judges", "it.jsonl", *(part for each in judges for part in ("--judge", each)), status=2)
    assert message in error


def test_claims_are_those_of_the_items_where_the_unit_is_claims(run_json, write):
    ranges = [[0, 4], [4, 8], [8, 12], [12, 16]]
    record = {"lang": "en", "question": "Which?", "model_output_text": "One two six ten.", "claims": ranges}
    people = {"ada": [[0, 4], [4, 8]], "bo": [[0, 4], [12, 16]], "cleo": [[4, 8]]}
    write(
        "much.jsonl",
        [
            record | {"id": "q", "annotations": people},
            record | {"id": "r", "annotations": {"ada": [[0, 4]], "bo": []}},
        ],
    )
    judge = [{"id": "q", "spans": marks((0, 4), (8, 12))}, {"id": "r", "spans": marks((0, 3))}]
    write("judge.jsonl", judge)
    arguments = ("judges", "much.jsonl", "--scheme", "much", "--policy", "raw", "--judge", "j=judge.jsonl")
    (claims,) = run_json(*arguments)["judges"]["j"]["questions"]["claims"]["groups"]
    # Of q people say 1 1 0 0 and the judge 1 0 1 0; of r 0 0 0 0, a tie is not gold, and 1 0 0 0.
    assert claims["matrix"] == [[4, 2], [1, 1]]
    assert (claims["n"], claims["accuracy"]) == (8, 5 / 8)
    # Labels of claims say the same as spans.
    labels = {"q": [1, 0, 1, 0], "r": [1, 0, 0, 0]}
    write("judge.jsonl", [{"id": id_, "claim_labels": each} for id_, each in labels.items()])
    assert run_json(*arguments)["judges"]["j"]["questions"]["claims"]["groups"] == [claims]
    incorrect = claims["labels"]["incorrect"]
    assert incorrect["precision"] == pytest.approx(1 / 3)
    assert (incorrect["recall"], incorrect["f1"]) == (1 / 2, pytest.approx(2 / 5))
    assert claims["kappa"] == pytest.approx((8 * 5 - (6 * 5 + 2 * 3)) / (64 - 36), abs=1e-12)
    assert claims["kappa_interval"]
