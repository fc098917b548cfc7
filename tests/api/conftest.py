from typing import Any

import pytest

from annotation.models import Item
from foundation import email
from tests.api.client import Api
from tests.people import Cast, hand_over


class _AtOnce:
    def submit(self, do: Any, *given: Any) -> None:
        do(*given)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters are sent before the answer, in its thread, whose connection stays."""
    monkeypatch.setattr(email, "close_old_connections", lambda: None)
    monkeypatch.setattr(email, "_postman", _AtOnce())


@pytest.fixture
def ada(cast: Cast) -> Api:
    return Api(cast.ada)


@pytest.fixture
def lena(cast: Cast) -> Api:
    return Api(cast.lena)


@pytest.fixture
def held(cast: Cast) -> Item:
    """The item that ada holds open."""
    return hand_over(cast.alpha, cast.ada, cast["q-1"])
