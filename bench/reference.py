"""Measure opening and searching a reference of 300 kB in Chromium: `python -m bench.reference`.

Durations are from the time stamp of the key event, which includes time in the event queue, to the end of the frame that
shows the result. During the longest task the page is blocked; more than 50 ms is noticeable.
"""

import json
import random
from statistics import median

from playwright.sync_api import Page, expect, sync_playwright

from bench.client import Client
from bench.saves import percentile
from bench.site import PASSWORD, WORDS, Site, temporary_site
from bench.workspace import logged_in
from tests.e2e.conftest import FLAGS, chromium

SIZE = 300_000
OPENINGS = 10
QUERIES = ("lighthouse", "hallgrund", "the old harbour")
KEYS = {"Next item": "Alt+ArrowDown", "Previous item": "Alt+ArrowUp"}
LONG, SHORT = "A page of 300 kB", "A short page"

# `expected()` is called at the key press and returns a function that is true once the result is shown.
WATCH = """
() => {
  window.shown = [];
  window.tasks = [];
  const { port1, port2 } = new MessageChannel();
  let pressed = 0;
  port1.onmessage = () => window.shown.push(performance.now() - pressed);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(duration);
  }).observe({ entryTypes: ["longtask"] });
  document.addEventListener("keydown", (event) => {
    pressed = event.timeStamp;
    const seen = window.expected();
    const look = () => (seen() ? port2.postMessage(0) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  }, true);
}
"""
PAGE_IS_OPEN = """
() => {
  const open = () => document.querySelector("aside h2")?.textContent;
  const before = open();
  window.expected = () => () => open() && open() !== before;
}
"""
NEXT_FRAME = "() => { window.expected = () => () => true; }"


def page_text() -> str:
    rng = random.Random(SIZE)
    lines: list[str] = []
    size = 0
    while size < SIZE:
        if len(lines) % 8 == 0:
            lines.append(f"== Part {len(lines) // 8 + 1} ==")
        names = ("Hallgrund", "lighthouse", "1891") if rng.random() < 0.2 else ()
        words = [*rng.choices(WORDS, k=rng.randint(40, 120)), *names]
        rng.shuffle(words)
        lines.append(" ".join(words).capitalize() + ".")
        size += len(lines[-1]) + 1
    return "\n".join(lines)[:SIZE]


def import_pages(site: Site) -> None:
    site.project("pages", 0, people=1)
    path = site.directory / "pages.jsonl"
    answer = "The lighthouse of Hallgrund was lit by a keeper of the old reef in 1893."
    records = [
        {
            "id": title,
            "lang": "EN",
            "model_input": "Who lit it?",
            "model_output_text": answer,
            "reference_title": title,
            "reference_text": text,
        }
        for title, text in ((SHORT, "A reef."), (LONG, page_text()))
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    site.manage("import_items", "pages", str(path))


def assign_both_items(port: int) -> tuple[int, str, str]:
    """Assign both items; return the id of the one with the short page, and the buttons to the other and back."""
    client = Client(port)
    client.log_in("p0", PASSWORD)
    first = client.call("POST", "projects/pages/next/", {})[0]["item"]
    second = client.call("POST", "projects/pages/next/", {"beside": first["id"]})[0]["item"]
    buttons = ("Next item", "Previous item")
    if first["reference"]["title"] == SHORT:
        return int(first["id"]), *buttons
    return int(second["id"]), *buttons[::-1]


def press(page: Page, keys: str) -> None:
    """Press the keys and wait until the result is shown."""
    before = page.evaluate("window.shown.length")
    page.keyboard.press(keys)
    page.wait_for_function("before => window.shown.length > before", arg=before)


def go(page: Page, button: str, title: str) -> float:
    """Go to the next or previous item by key, and return the milliseconds until its page is shown."""
    expect(page.get_by_role("button", name=button)).to_be_enabled()
    page.evaluate(PAGE_IS_OPEN)
    press(page, KEYS[button])
    expect(page.locator("aside h2")).to_have_text(title)
    return float(page.evaluate("window.shown.at(-1)"))


def print_times(name: str, page: Page, times: list[float]) -> None:
    longest = max(page.evaluate("window.tasks"), default=0)
    print(
        f"  {name:<34} median {median(times):5.1f} ms, p95 {percentile(times, 0.95):5.1f} ms, "
        f"longest task {f'{longest:.0f} ms' if longest else 'under 50 ms'} ({len(times)})"
    )
    page.evaluate("() => { window.shown = []; window.tasks = []; }")


def measure(page: Page, port: int, short: int, there: str, back: str) -> None:
    page.goto(f"http://127.0.0.1:{port}/p/pages/annotate/{short}")
    expect(page.locator("aside h2")).to_have_text(SHORT)
    page.evaluate(WATCH)
    opened = []
    for _ in range(OPENINGS):
        opened.append(go(page, there, LONG))
        go(page, back, SHORT)
    print_times("open the page", page, opened)

    go(page, there, LONG)
    find = page.get_by_test_id("find")
    page.evaluate(NEXT_FRAME)
    press(page, "/")
    expect(find).to_be_focused()
    page.evaluate("() => { window.shown = []; window.tasks = []; }")
    for query in QUERIES:
        for letter in query:
            press(page, letter)
        expect(page.get_by_test_id("find-count")).to_contain_text("of")
        print_times(f"search, letter by letter: {query}", page, page.evaluate("window.shown"))
        for _ in range(20):
            press(page, "Enter")
        print_times("next hit", page, page.evaluate("window.shown"))
        find.fill("")
        page.evaluate("() => { window.shown = []; window.tasks = []; }")


def run(site: Site) -> None:
    import_pages(site)
    with site.served() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(whole=True), args=FLAGS)
        both = assign_both_items(port)
        with logged_in(browser, port, "p0") as page:
            measure(page, port, *both)
        browser.close()


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
