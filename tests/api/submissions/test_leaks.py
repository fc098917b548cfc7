"""Nothing that follows from gold reaches participants and visitors while a phase is blind.

Every response that they can get is searched for gold labels, and for scores of their submissions as a whole and by
item. An audit hook of the interpreter shows that none of their requests opens a gold file.
"""

import functools
import gzip
import itertools
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from evaluation.models import Score
from evaluation.queries.stored_files import root
from foundation.jobs import run_waiting
from tests.api.client import operations
from tests.api.submissions.files import Submitter, jsonl, of, zipped
from tests.tasks import ANSWERS, gold_records, predictions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache"), pytest.mark.any_database]

_UNLABELLED = ("manifest.json", "unlabelled")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00:00)?")
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")

_opened: list[str] | None = None


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _opened is not None and event == "open":
        _opened.append(str(arguments[0]))


sys.addaudithook(_hook)  # It cannot be removed, so it does nothing outside of `opened_gold`.


@contextmanager
def opened_gold() -> Iterator[list[str]]:
    """Collect the files of gold directories that are opened, except those that participants may read."""
    global _opened
    forget_cached_files()
    _opened, found = [], []
    try:
        yield found
    finally:
        opened, _opened = _opened, None
        gold = str(root() / "gold")
        for path in opened:
            inner = path.removeprefix(gold).split("/")[3:] if path.startswith(gold) else []
            if inner and inner[0] not in _UNLABELLED:
                found.append("/".join(inner))


def forget_cached_files() -> None:
    """Clear all caches of shared tasks: a file that is in memory would not be opened."""
    modules = [module for name, module in sys.modules.items() if name.startswith("evaluation.")]
    for value in (value for module in modules for value in vars(module).values()):
        if type(value) is functools._lru_cache_wrapper:
            value.cache_clear()


@pytest.fixture
def blind(tasks):
    """The phase test is open and blind. Saltmarsh and Ninefold have scored, waiting and invalid submissions in it."""
    tasks.move("test", "open")
    for user, end in ((tasks.sam, 5), (tasks.nick, 6)):
        Submitter(user).submit(
            {"en.jsonl": partly_right("en", end), "ar.jsonl": partly_right("ar", end)}, phase="test"
        )
    Submitter(tasks.olga).submit({"en.jsonl": partly_right("en", 4)}, phase="test", kind="trial")
    while run_waiting("scoring"):
        pass
    Submitter(tasks.sam).submit({"en.jsonl": jsonl(predictions("en", "tst")[:3])}, phase="test")
    assert set(Score.objects.values_list("submission__state", flat=True)) == {"scored"}
    return tasks


def partly_right(language, end):
    """Return predictions that mark [0, end) everywhere, so that each item has a score of its own."""
    labels = {"hard_labels": [[0, end]], "soft_labels": [{"start": 0, "end": end, "prob": 0.9}]}
    return jsonl([{"id": gold["id"], **labels} for gold in gold_records(language, "tst")])


def secret_numbers():
    """Return every score of a submission or an item, and every soft label of gold; not 0 and 1."""
    found = {2 / 3, 1 / 3}
    for score in Score.objects.all():
        for each in score.values.values():
            found |= {each[name] for name in ("value", "low", "high") if each[name] is not None}
        found |= set(np.frombuffer(score.item_scores, "<f8").tolist())
        found |= {float(key) for key in score.keys.values() if key}
    return sorted(number for number in found if abs(number) > 1e-9 and abs(number - 1) > 1e-9)


def leaks(text, secrets):
    """Return what of gold a response has: numbers to three digits, also as percentages, and gold spans."""
    without_times = _TIME.sub("", text)
    numbers = [float(number) for number in _NUMBER.findall(without_times)]
    found = [
        number
        for number, secret in itertools.product(numbers, secrets)
        if abs(number - secret) < 5e-4 or abs(number - 100 * secret) < 5e-2
    ]
    spans = re.findall(r"\[\s*5\s*,\s*(?:6|7|8|9|10|11)\s*\]", without_times)
    starts = re.findall(r'"start"\s*:\s*(?:5|12)\b', without_times)
    return [*found, *spans, *starts]


def test_the_search_finds_what_it_looks_for(blind):
    secrets = secret_numbers()
    assert len(secrets) > 20
    assert leaks(json.dumps({"IoU": secrets[3]}), secrets)
    assert leaks(f"{secrets[3] * 100:.1f} %", secrets)
    for record in gold_records("en", "tst"):
        assert leaks(json.dumps(record["hard_labels"]), secrets)
        assert leaks(json.dumps(record["soft_labels"]), secrets)
    assert not leaks("2026-11-23T20:45:33.33Z", secrets)
    shown = json.dumps(Submitter(blind.olga).rows(phase="test"))
    assert leaks(shown, secrets)


def paths(tasks, template, own):
    """Return the addresses of a route: of the blind phase, own, other and foreign submissions, and every file."""
    submissions = [own["id"], *Score.objects.values_list("submission", flat=True), 10**9]
    uploads = sorted(set(Score.objects.values_list("submission__upload", flat=True)))
    of_board = "/boards/" in template or "/analysis/" in template
    parts = {
        "task": ["lantern"],
        "phase": ["test"] if of_board else [tasks.phase("test").pk],
        "track": ["en", "ar"] if of_board else [tasks.en.pk],
        "language": ["en", "ar", "xx"],
        "submission": submissions,
        "upload": uploads,
        "item": ["tst-en-1", "nothing"],
        "number": [1],
        "name": [
            f"{what}.{kind}"
            for what in (
                "board",
                "wins",
                "ranks",
                "days",
                "agreement",
                "effects",
                "comparison",
                "items",
                "table6",
                "table7",
                "nothing",
            )
            for kind in ("csv", "json", "tex", "svg")
        ],
    }
    names = re.findall(r"\{(\w+)\}", template)
    for values in itertools.product(*(parts.get(name, [1]) for name in names)):
        path = template.format(**dict(zip(names, values, strict=True)))
        yield path
        for query in queries(path, submissions):
            yield f"{path}?{query}"


def queries(path, submissions):
    if "/compare/" in path:
        yield from (f"a={a}&b={b}" for a, b in itertools.product(submissions[:3], submissions[:3]))
    elif "/boards/" in path and "/files/" not in path:
        yield from ("by=model&slice=model-1", "metric=IoU", "rule=last", "by=agreement", "metric=nothing")
    elif path.endswith("/items/"):
        yield from ("order=worst", "order=best")
    elif path.endswith("/submissions/"):
        yield from ("phase=test", "phase=nothing", "team=1")
    elif path.endswith("/quota/"):
        yield "phase=test"


def readers(tasks):
    return {"sam": tasks.sam, "nick": tasks.nick, "nina": tasks.nina, "nobody": None}


def test_no_read_of_a_blind_phase_shows_or_opens_gold(blind):
    secrets = secret_numbers()
    templates = [path for method, path, _ in operations() if method == "get" and path.startswith("/tasks/")]
    assert len(templates) > 25
    own = Submitter(blind.sam).rows(phase="test")[-1]
    found, asked = [], 0
    for name, user in readers(blind).items():
        reader = Submitter(user)
        for template in templates:
            for path in paths(blind, template, own):
                with opened_gold() as opened:
                    response = reader.api.send("get", path)
                    text = b"".join(response).decode(errors="replace")
                asked += 1
                if opened or leaks(text, secrets):
                    found.append((name, path, opened, leaks(text, secrets)[:3]))
    assert found == []
    assert asked > 500


def broken_files():
    """Return uploads that are refused or invalid, each for another reason, with a marked item that gold decides."""
    good = predictions("en", "tst")
    past = [{**each, "hard_labels": [[0, 10_000]]} for each in good]
    outside = [{**each, "soft_labels": [{"start": 0, "end": 3, "prob": 7}]} for each in good]
    yield {"en.jsonl": jsonl(past)}
    yield {"en.jsonl": jsonl(outside)}
    yield {"en.jsonl": jsonl(good[:2])}
    yield {"en.jsonl": jsonl([*good, good[0]])}
    yield {"en.jsonl": jsonl([{"id": each["id"]} for each in good])}
    yield {"en.jsonl": b"{"}
    yield {"en.jsonl": of("en", "dev")}
    yield {"a.jsonl": of("en", "tst"), "b.jsonl": of("en", "tst", shift=1)}
    yield {"a.zip": zipped({"../en.jsonl": of("en", "tst")})}
    yield {"a.jsonl.gz": gzip.compress(of("en", "tst"))[:-4]}
    yield {"all.zip": zipped({"en.jsonl": of("en", "tst"), "ar.jsonl": of("ar", "tst")})}
    yield {"en.jsonl": partly_right("en", 7)}
    yield {"nothing.jsonl": b""}


def test_no_check_and_no_submission_shows_or_opens_gold(blind):
    """Not in a development phase with public gold either: what is checked is never compared with gold."""
    secrets = secret_numbers()
    sam = Submitter(blind.sam)
    for phase, files in itertools.product(("test", "dev", "post", "nothing", ""), broken_files()):
        for path, fields in (("check", {}), ("submissions", {"system": "larch"})):
            with opened_gold() as opened:
                response = sam.send(path, files, phase=phase, **fields)
            assert opened == []
            assert leaks(response.content.decode(), secrets) == [], (phase, path)


def test_no_change_of_a_submission_shows_or_opens_gold(blind):
    secrets = secret_numbers()
    for user in (blind.sam, blind.nick, blind.nina):
        for submission in Submitter(blind.olga).rows(phase="test"):
            for action in ("choose", "withdraw", "disqualify", "rescore"):
                with opened_gold() as opened:
                    path = f"/tasks/lantern/submissions/{submission['id']}/{action}/"
                    response = Submitter(user).api.send("post", path, {})
                assert opened == []
                assert leaks(response.content.decode(), secrets) == [], path


def test_the_job_opens_gold_so_that_the_hook_is_known_to_work(blind):
    Submitter(blind.sam).submit({"en.jsonl": partly_right("en", 8)}, phase="test")
    with opened_gold() as opened:
        run_waiting("scoring")
    assert set(opened) == {"gold/en.tst.jsonl"}


def test_scores_of_a_blind_phase_open_at_its_end_only(blind):
    sam = Submitter(blind.sam)
    hidden = [row for row in sam.rows(phase="test") if row["state"] == "scored"]
    assert [(row["scores"], row["on_board"]) for row in hidden] == [(None, None)] * 2
    blind.move("test", "ended")
    shown = [row for row in sam.rows(phase="test") if row["state"] == "scored"]
    assert all(row["scores"] and row["on_board"] for row in shown)


def test_a_rule_that_does_not_follow_from_scores_shows_what_is_on_the_board(blind):
    test = blind.phase("test")
    test.board_rule = "last"
    test.save()
    assert [row["on_board"] for row in Submitter(blind.sam).rows(phase="test")] == [False, True, True]


def test_answers_of_the_cast_have_no_accidental_secrets(blind):
    assert not leaks(json.dumps(ANSWERS, ensure_ascii=False), secret_numbers())
