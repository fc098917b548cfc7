"""One journey per page: a person opens it without errors, and axe finds nothing.

`make test` runs these. The accessibility tests open the same scenes in more themes, languages and widths.
"""

import re

import pytest
from playwright.sync_api import BrowserContext

from tests.e2e import inspection
from tests.e2e.conftest import watched_page
from tests.e2e.scenes import SCENES, Scene, Stage, View
from tests.paths import ROOT

pytestmark = [pytest.mark.e2e, pytest.mark.page]

# The first scene of a page shows it without any dialog, error or filter.
FIRST = {scene.page: scene for scene in reversed(SCENES) if scene.page}


@pytest.fixture(params=FIRST.values(), ids=lambda scene: scene.page)
def scene(request: pytest.FixtureRequest) -> Scene:
    chosen: Scene = request.param
    return chosen


@pytest.fixture
def context(stage: Stage, scene: Scene) -> BrowserContext:
    return stage.context(scene.person)


def test_a_person_opens_the_page(stage: Stage, scene: Scene, context: BrowserContext) -> None:
    with context, watched_page(context, stage.site) as page:
        scene.play(View(stage, page))
        assert re.fullmatch(r"\S.* · Morel", page.title())
        assert inspection.findings(page) == []


def test_every_page_has_a_journey() -> None:
    table = (ROOT / "frontend" / "src" / "app" / "pageTable.ts").read_text(encoding="utf-8")
    assert set(re.findall(r'^ +(?:\{ )?name: "(\w+)",', table, re.MULTILINE)) == FIRST.keys()
