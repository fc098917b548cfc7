from typing import Any

import pytest

from annotation.models import Item
from foundation import email
from tests.api.client import Api
from tests.people import Cast, hand_over


class _SynchronousExecutor:
    def submit(self, function: Any, *arguments: Any) -> None:
        function(*arguments)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """E-mail is sent before the response, in the same thread, whose database connection stays open."""
    monkeypatch.setattr(email, "close_old_connections", lambda: None)
    monkeypatch.setattr(email, "_executor", _SynchronousExecutor())


@pytest.fixture
def ada(cast: Cast) -> Api:
    return Api(cast.ada)


@pytest.fixture
def lena(cast: Cast) -> Api:
    return Api(cast.lena)


@pytest.fixture
def held(cast: Cast) -> Item:
    """An item that is reserved for ada."""
    return hand_over(cast.alpha, cast.ada, cast["q-1"])
