"""What the hand and the eye wait for in the workspace: `python -m bench.workspace`, in a real Chromium, on a real site.

Mark to paint is from the mouse-up (its own time stamp, so that time in the queue counts) to the end of the frame that
shows the mark: the first task after the animation frame's style, layout and paint.
"""

import gzip
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Browser, Page, Response, expect, sync_playwright

from bench.client import Client
from bench.saving import percentile
from bench.site import PASSWORD, WORDS, Site, temporary_site
from tests.e2e.conftest import FLAGS, chromium
from tests.e2e.workspace import drag

SIZES = ((1_000, 20), (10_000, 200), (100_000, 2_000))
WARM_UPS, DRAGS = 3, 12
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


def answer(characters: int) -> str:
    chance = random.Random(characters)
    words: list[str] = []
    size = 0
    while size < characters:
        words.append(chance.choice(WORDS) + ("\n" if len(words) % 90 == 89 else " "))
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
    """The person has every text, marked all over. The item of each size."""
    client = Client(port)
    client.log_in(person, PASSWORD)
    held = {}
    for _ in SIZES:
        item = client.call("POST", "projects/texts/next/", {})[0]["item"]
        size = len(item["answer"])
        spans = [
            {"id": f"s{n}", "start": n * SPACING, "end": n * SPACING + LENGTH, "label": "hallucination"}
            for n in range(dict(SIZES)[size])
        ]
        client.save("texts", item, 0, submit=True, spans=spans)
        held[size] = item["id"]
    return held


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


def measure_marks(browser: Browser, port: int) -> dict[int, int]:
    for number, (name, script) in enumerate(PAINTERS.items()):
        items = mark_items(port, f"p{number}")
        with logged_in(browser, port, f"p{number}", script) as page:
            for size, spans in SIZES:
                taken = mark_to_paint(page, port, items[size], size, spans)
                print(
                    f"  {name:<11} {size:>7,} characters, {spans:>5,} spans: mark to paint "
                    f"median {median(taken):5.1f} ms, p95 {percentile(taken, 0.95):5.1f} ms ({DRAGS} drags)"
                )
    return items


def javascript(browser: Browser, port: int, item: int) -> None:
    """All that a browser with an empty cache loads from the workspace's address to the answer."""
    with logged_in(browser, port, f"p{len(PAINTERS) - 1}") as page:
        scripts: list[Response] = []
        page.on(
            "response", lambda each: scripts.append(each) if each.request.resource_type == "script" else None
        )
        page.goto(f"http://127.0.0.1:{port}/p/texts/annotate/{item}")
        expect(page.get_by_test_id("answer")).to_be_visible()
        sizes = {each.url: len(gzip.compress(each.body(), 9)) for each in scripts}
    print(f"  JavaScript of the workspace: {sum(sizes.values()) / 1000:.1f} kB gzip in {len(sizes)} files")


def run(site: Site) -> None:
    import_texts(site)
    with site.served() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        items = measure_marks(browser, port)
        javascript(browser, port, items[1_000])
        browser.close()


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
