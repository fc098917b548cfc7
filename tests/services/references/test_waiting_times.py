"""Waiting times, measured with a fake clock: as long as the server asks, within the limits of the settings."""

from contextlib import ExitStack

import pytest

from annotation.references.deadline import Clock, Deadline
from annotation.references.provider import FetchError
from annotation.references.wikipedia.client import Wikipedia
from annotation.references.wikipedia.rate_limit import RateLimit


class Time:
    """A fake clock that only sleeping advances."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds

    @property
    def clock(self) -> Clock:
        return Clock(self.now, self.sleep)


class Stopped(BaseException):
    """Raised by the heartbeat to stop the wait."""


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def client(mediawiki, settings, time):
    """Return a factory of clients with the fake clock and one common rate limit."""
    settings.WIKIPEDIA_MAX_WAIT = 30
    rate_limit = RateLimit()
    with ExitStack() as stack:
        yield lambda **more: stack.enter_context(Wikipedia(clock=time.clock, rate_limit=rate_limit, **more))


@pytest.fixture
def wikipedia(client) -> Wikipedia:
    return client()


@pytest.mark.parametrize(
    ("retry_after", "waits"),
    [
        ("7", [5, 2, 5, 2]),
        ("86400", [5] * 12),
        ("9" * 400, [1, 2]),
        ("soon", [1, 2]),
        ("", [1, 2]),
        ("0", []),
    ],
)
def test_retry_after_is_respected_within_limits(mediawiki, wikipedia, time, retry_after, waits):
    mediawiki.fails("429", times=2, retry_after=retry_after)
    assert wikipedia.page("de", "Leuchtturm Hallgrund", seconds=600).title
    assert time.slept == waits


@pytest.mark.parametrize("kind", ["503", "maxlag"])
def test_retry_after_is_respected_for_other_errors(mediawiki, wikipedia, time, kind):
    mediawiki.fails(kind, times=1, retry_after="3")
    assert wikipedia.page("de", "Leuchtturm Hallgrund", seconds=600).title
    assert time.slept == [3]


def test_the_deadline_of_a_page_is_never_exceeded(mediawiki, wikipedia, time):
    mediawiki.fails("429", retry_after="25")
    with pytest.raises(FetchError):
        wikipedia.page("de", "Leuchtturm Hallgrund", seconds=40)
    assert time.seconds == 25, "A second pause would have ended after the 40 seconds."


def test_a_heartbeat_runs_while_waiting_and_can_stop_the_wait(mediawiki, client, time):
    beats = iter([None, None, Stopped()])

    def beat() -> None:
        if stop := next(beats):
            raise stop

    mediawiki.fails("429", retry_after="30")
    with pytest.raises(Stopped):
        client(heartbeat=beat).page("de", "A", seconds=600)
    assert time.seconds == 10


def test_there_is_a_pause_between_any_two_requests(client, settings, time):
    settings.WIKIPEDIA_PAUSE_MS = 250
    for wikipedia in (client(), client()):
        wikipedia.page("de", "Leuchtturm Hallgrund", seconds=5)
        wikipedia.titles("de", "L", seconds=5)
    assert time.slept == [0.25, 0.25, 0.25]


def test_a_requested_pause_applies_to_all_clients(mediawiki, client):
    mediawiki.fails("429", retry_after="20", times=1)
    with pytest.raises(FetchError):
        client().page("de", "Leuchtturm Hallgrund", seconds=10)
    with pytest.raises(FetchError) as caught:
        client().titles("de", "L", seconds=3)
    assert caught.value.code == "busy"
    assert len(mediawiki.requests) == 1


def test_a_deadline_never_has_negative_time(time):
    deadline = Deadline(2, time.clock)
    time.sleep(5)
    assert deadline.remaining() == 0
