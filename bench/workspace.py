"""Measure marking, submitting and memory in the workspace in Chromium: `python -m bench.workspace`.

Mark to paint is from the time stamp of the mouse-up event, which includes time in the event queue, to the end of the
frame that shows the mark: the first task after the animation frame's style, layout and paint.
"""

import gzip
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

from bench.client import Client
from bench.saves import percentile
from bench.site import PASSWORD, WORDS, Site, temporary_site
from tests.e2e.conftest import FLAGS, chromium
from tests.e2e.workspace import drag

SIZES = ((1_000, 20), (10_000, 200), (100_000, 2_000))
WARM_UPS, DRAGS = 3, 12
EARLY, SESSION = 10, 500  # items after which memory is measured
SPACING, LENGTH = 50, 12  # one mark of twelve characters in fifty

PAINTERS = {
    "highlights": "",
    "<mark> runs": "delete CSS.highlights",
}
WATCH = """
() => {
  window.painted = [];
  const { port1, port2 } = new MessageChannel();
  let released = 0;
  port1.onmessage = () => window.painted.push(performance.now() - released);
  document.addEventListener("mouseup", (event) => {
    released = event.timeStamp;
    requestAnimationFrame(() => port2.postMessage(0));
  }, true);
}
"""
WATCH_SUBMITS = """
() => {
  window.shown = [];
  const { port1, port2 } = new MessageChannel();
  const text = () => document.querySelector("[data-testid=answer]")?.textContent;
  let pressed = 0;
  port1.onmessage = () => window.shown.push(performance.now() - pressed);
  document.addEventListener("keydown", (event) => {
    if (event.code !== "Enter" || !event.ctrlKey) return;
    pressed = event.timeStamp;
    const before = text();
    const look = () => (text() && text() !== before ? port2.postMessage(0) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  }, true);
}
"""


def answer(characters: int) -> str:
    rng = random.Random(characters)
    words: list[str] = []
    size = 0
    while size < characters:
        words.append(rng.choice(WORDS) + ("\n" if len(words) % 90 == 89 else " "))
        size += len(words[-1])
    return "".join(words)[:characters]


def import_texts(site: Site) -> None:
    site.project("texts", 0, people=len(PAINTERS))
    path = site.directory / "texts.jsonl"
    records = [
        {"id": f"{size}", "lang": "EN", "model_input": "Who lit it?", "model_output_text": answer(size)}
        for size, _ in SIZES
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    site.manage("import_items", "texts", str(path))


def mark_items(port: int, person: str) -> dict[int, int]:
    """Submit every text with marks throughout, and return the item id of each size."""
    client = Client(port)
    client.log_in(person, PASSWORD)
    item_ids = {}
    for _ in SIZES:
        item = client.call("POST", "projects/texts/next/", {})[0]["item"]
        size = len(item["answer"])
        spans = [
            {"id": f"s{n}", "start": n * SPACING, "end": n * SPACING + LENGTH, "label": "hallucination"}
            for n in range(dict(SIZES)[size])
        ]
        client.save("texts", item, 0, submit=True, spans=spans)
        item_ids[size] = item["id"]
    return item_ids


@contextmanager
def logged_in(browser: Browser, port: int, person: str, script: str = "") -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/login")
    page.locator("[name=username]").fill(person)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/login" not in url)
    page.wait_for_load_state("networkidle")
    yield page
    context.close()


def mark_to_paint(page: Page, port: int, item: int, size: int, spans: int) -> list[float]:
    page.goto(f"http://127.0.0.1:{port}/p/texts/annotate/{item}")
    expect(page.get_by_test_id("answer")).to_be_visible()
    page.evaluate(WATCH)
    first = (size // SPACING - WARM_UPS - DRAGS) // 2
    for drawn in range(WARM_UPS + DRAGS):
        start = (first + drawn) * SPACING + 2 * LENGTH
        drag(page, start, start + LENGTH)
        page.wait_for_function("count => window.painted.length === count", arg=drawn + 1)
    expect(page.get_by_test_id("mark-count")).to_contain_text(f"{spans + WARM_UPS + DRAGS:,}")
    return list(page.evaluate("window.painted"))[WARM_UPS:]


def measure_marks(browser: Browser, port: int) -> None:
    for number, (name, script) in enumerate(PAINTERS.items()):
        items = mark_items(port, f"p{number}")
        with logged_in(browser, port, f"p{number}", script) as page:
            for size, spans in SIZES:
                taken = mark_to_paint(page, port, items[size], size, spans)
                print(
                    f"  {name:<11} {size:>7,} characters, {spans:>5,} spans: mark to paint "
                    f"median {median(taken):5.1f} ms, p95 {percentile(taken, 0.95):5.1f} ms ({DRAGS} drags)"
                )


def measure_javascript(browser: Browser, port: int) -> None:
    """Print the size of the scripts loaded until the answer is shown, and of those loaded by a hover over it."""
    with logged_in(browser, port, "annotator") as page:
        scripts: set[str] = set()
        page.on("request", lambda each: scripts.add(each.url) if each.resource_type == "script" else None)
        page.goto(f"http://127.0.0.1:{port}/p/session/annotate")
        expect(page.get_by_test_id("answer")).to_be_visible()
        first = gzipped(page, scripts)
        page.get_by_test_id("answer").hover()
        expect(page.get_by_test_id("span-list")).to_be_attached()
        more = gzipped(page, scripts) - first
    print(f"  JavaScript of the workspace: {first:.1f} kB gzip, and {more:.1f} kB of tools once one marks")


def gzipped(page: Page, urls: set[str]) -> float:
    return sum(len(gzip.compress(page.request.get(url).body(), 9)) for url in urls) / 1000


def measure_session(browser: Browser, port: int) -> None:
    """Mark and submit five hundred items, and print memory and the time to the next item."""
    with logged_in(browser, port, "annotator") as page:
        devtools = page.context.new_cdp_session(page)
        page.goto(f"http://127.0.0.1:{port}/p/session/annotate")
        expect(page.get_by_test_id("answer")).to_be_visible()
        page.evaluate(WATCH_SUBMITS)
        for done in range(1, SESSION + 1):
            box = page.get_by_test_id("answer").bounding_box()
            assert box is not None
            page.mouse.dblclick(box["x"] + 20, box["y"] + 12)
            expect(page.get_by_test_id("next")).to_be_enabled()
            page.keyboard.press("Control+Enter")
            page.wait_for_function("count => window.shown.length === count", arg=done)
            if done in (EARLY, SESSION):
                print(f"  after {done:>3} items: {memory(devtools)}")
        shown = list(page.evaluate("window.shown"))
    print(
        f"  submit to next item: median {median(shown):.1f} ms, p95 {percentile(shown, 0.95):.1f} ms "
        f"({SESSION} submits)"
    )


def memory(devtools: CDPSession) -> str:
    for _ in range(2):
        devtools.send("HeapProfiler.collectGarbage")
    heap = devtools.send("Runtime.getHeapUsage")["usedSize"] / 2**20
    counters = devtools.send("Memory.getDOMCounters")
    return f"heap {heap:.2f} MB, {counters['nodes']:,} nodes, {counters['jsEventListeners']:,} listeners"


def run(site: Site) -> None:
    import_texts(site)
    site.project("session", SESSION + EARLY, people=0)
    site.manage("add_member", "session", "annotator", "--role", "annotator", "--password", PASSWORD)
    with site.served() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(whole=True), args=FLAGS)
        measure_marks(browser, port)
        measure_javascript(browser, port)
        measure_session(browser, port)
        browser.close()


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
