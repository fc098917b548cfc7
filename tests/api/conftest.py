import pytest

from annotation.models import Item
from tests.api.client import Api
from tests.people import Cast, hand_over


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
