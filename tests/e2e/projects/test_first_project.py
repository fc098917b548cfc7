"""From the set-up link of a fresh site to an annotated item, without the command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.databases import MigratedDatabase
from tests.e2e.site import PASSWORD, Site
from tests.e2e.workspace import drag, ranges, submit

pytestmark = pytest.mark.e2e

ANSWER = "The bell was cast by Corin Vale in 1702."
TOWNS = ("Aldmouth", "Brackwater", "Carrow", "Dunmere", "Eastholm")
# No name of a column tells what it holds, and no column has the language.
TABLE = "code,asked,said,source\n" + "".join(
    f"bell-{n}x,Who cast the bell of {town}?,{ANSWER.replace('bell', f'bell of {town}', 1) if n else ANSWER},"
    f"https://en.wikipedia.org/wiki/{town}\n"
    for n, town in enumerate(TOWNS)
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[Site]:
    """A site without any account."""
    site = Site(tmp_path_factory.mktemp("fresh"), migrated=migrated)
    site.start()
    yield site
    site.close()


@pytest.fixture
def expected_errors() -> tuple[str, ...]:
    return ("404", "422")


def sign_up(page: Page, username: str) -> None:
    page.locator("[name=name]").fill("Edda Moss")
    page.locator("[name=username]").fill(username)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")


def test_the_set_up_link_leads_to_a_project_and_an_annotated_item(
    page: Page, other_page: Page, site: Site, tmp_path: Path
) -> None:
    link = site.setup_link()
    page.goto(site.url)
    expect(page.get_by_test_id("awaits-setup")).to_be_visible()
    other_page.goto(link)
    expect(other_page.locator("[name=username]")).to_be_visible()
    page.goto(link)
    sign_up(page, "founder")
    expect(page.get_by_role("heading", name="No project yet")).to_be_visible()

    # Somebody else who had opened the link creates no account.
    sign_up(other_page, "late")
    expect(other_page.get_by_role("alert")).to_contain_text("has been set up already")
    assert site.rows("SELECT username, is_superuser FROM auth_user") in (
        [("founder", 1)],
        [("founder", True)],
    )

    page.get_by_role("link", name="New project").click()
    page.locator("[name=project-name]").fill("Bell towers")
    page.get_by_test_id("step-next").click()
    page.locator("[name=languages]").fill("EN, 1!")
    page.get_by_test_id("step-next").click()
    page.locator("[name=start][value=mu-shroom]").check()
    page.get_by_test_id("step-back").click()
    expect(page.locator("[name=languages]")).to_have_value("EN, 1!")

    # What was typed is there after a reload.
    page.reload()
    expect(page.locator("[name=project-name]")).to_have_value("Bell towers")
    for _ in range(2):
        page.get_by_test_id("step-next").click()
    expect(page.locator("[name=start][value=mu-shroom]")).to_be_checked()
    page.get_by_test_id("step-next").click()
    table = tmp_path / "bells.csv"
    table.write_text(TABLE, "utf-8")
    page.get_by_test_id("first-file").set_input_files(table)
    page.get_by_test_id("make").click()

    # A refusal opens the step of its field; nothing is lost, the file included.
    expect(page.locator("[name=languages][aria-invalid]")).to_be_focused()
    page.locator("[name=languages]").fill("")
    page.get_by_test_id("step-file").click()
    expect(page.get_by_test_id("first-file-name")).to_have_text("bells.csv")
    page.get_by_test_id("make").click()

    for field, column in (
        ("id", "code"),
        ("question", "asked"),
        ("answer", "said"),
        ("reference_url", "source"),
    ):
        expect(page.get_by_test_id(f"import-map-{field}")).to_have_value(column)
        expect(page.get_by_test_id(f"import-guess-{field}")).to_be_visible()
    expect(page.get_by_test_id("import-start")).to_be_disabled()
    page.get_by_test_id("import-language").fill("en")
    page.get_by_test_id("import-start").click()
    expect(page.get_by_test_id("import-result")).to_contain_text("Added 5 items")
    page.get_by_test_id("import-items").click()
    rows = page.locator("a[data-testid^=item-]")
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Aldmouth")

    page.goto(f"{site.url}/p/bell-towers/annotate")
    page.get_by_test_id("accept").click()
    expect(page.get_by_test_id("answer")).to_be_visible()
    begin = (page.get_by_test_id("answer").text_content() or "").index("1702")
    drag(page, begin, begin + 4)
    assert ranges(submit(page)) == [(begin, begin + 4)]


def test_the_link_is_void_and_the_log_in_page_says_nothing_of_it(other_page: Page, site: Site) -> None:
    other_page.goto(f"{site.url}/set-up/any")
    expect(other_page.get_by_role("alert")).to_be_visible()
    other_page.get_by_role("link", name="To the login").click()
    expect(other_page.locator("[name=username]")).to_be_visible()
    expect(other_page.get_by_test_id("awaits-setup")).to_have_count(0)
