"""Measure the first page of the workspace in Chromium: `python -m bench.first_page`.

The browser has a session and an empty cache. Times are from the start of the navigation to the end of the frame that
shows the answer, and of the one in which it can be marked. The page that it is compared with has the same text and
styles and no scripts, and comes from the same server.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, StorageState, sync_playwright

from bench.site import ROOT, Site, temporary_site
from bench.workspace import answer, logged_in
from tests.e2e.conftest import FLAGS, chromium

LOADS = 9
WORKSPACE = "/p/cold/annotate"

WATCH = """
for (const [name, place] of [
  ["readable", "#first-item .answer, [data-testid=answer]"],
  ["markable", "[data-testid=answer]"],
]) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (window[name] = performance.now());
  const look = () => {
    const answer = document.querySelector(place);
    if (answer?.textContent.trim() && answer.clientHeight) port2.postMessage(0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""
REQUESTS = """
() => ["document", ...new Set(performance.getEntriesByType("resource")
  .filter((each) => each.startTime < window.readable)
  .map((each) => each.name.replace(location.origin, "")))]
"""
WITHOUT_SCRIPTS = """
() => {
  const page = document.documentElement.cloneNode(true);
  for (const each of page.querySelectorAll("script, link[rel=modulepreload]")) each.remove();
  return "<!doctype html>" + page.outerHTML;
}
"""


def import_items(site: Site) -> None:
    site.project("cold", 0, people=1)
    path = site.directory / "cold.jsonl"
    records = [
        {
            "id": f"{number}",
            "lang": "EN",
            "model_input": f"Who lit lamp {number}?",
            "model_output_text": answer(600 + number),
            "reference_title": "The lamp",
            "reference_text": answer(6_000),
        }
        for number in range(3)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    site.manage("import_items", "cold", str(path))


@contextmanager
def page_without_scripts(browser: Browser, site: Site) -> Iterator[str]:
    """Add the rendered workspace to the static files, and yield its address. A server reads their list at its start."""
    path = Path(ROOT, "frontend", "dist", f"without-scripts-{site.directory.name}.html")
    with site.served() as port, logged_in(browser, port, "p0") as page:
        page.goto(f"http://127.0.0.1:{port}{WORKSPACE}")
        page.wait_for_load_state("networkidle")
        path.write_text(page.evaluate(WITHOUT_SCRIPTS))
    try:
        yield f"/static/app/{path.name}"
    finally:
        path.unlink()


def load(browser: Browser, address: str, session: StorageState) -> tuple[float, float, list[str]]:
    """Open the address with an empty cache.

    Return the milliseconds until the answer is readable, those until it is markable, and the requests before the first.
    """
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", storage_state=session
    )
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => window.readable > 0 && window.markable > 0")
    readable, markable = page.evaluate("[window.readable, window.markable]")
    measured = float(readable), float(markable), list(page.evaluate(REQUESTS))
    page.wait_for_load_state("networkidle")
    context.close()
    return measured


def run(site: Site) -> None:
    import_items(site)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(whole=True), args=FLAGS)
        with page_without_scripts(browser, site) as still, site.served() as port:
            with logged_in(browser, port, "p0") as page:
                session = page.context.storage_state()
            times: dict[str, list[float]] = defaultdict(list)
            asked: list[str] = []
            for _ in range(LOADS):
                for name, path in (("workspace, readable", WORKSPACE), ("no scripts, readable", still)):
                    taken, markable, requests = load(browser, f"http://127.0.0.1:{port}{path}", session)
                    times[name].append(taken)
                    if path == WORKSPACE:
                        times["workspace, markable"].append(markable)
                        asked = requests
        browser.close()
    print(f"  requests until the answer is readable: {len(asked)}")
    for each in asked:
        print(f"    {each}")
    for name, each_time in times.items():
        lowest, highest = min(each_time), max(each_time)
        print(f"  {name:<20} {median(each_time):.0f} ms ({lowest:.0f}–{highest:.0f}, {LOADS} loads)")
    print(f"  ratio {median(times['workspace, readable']) / median(times['no scripts, readable']):.2f}")


if __name__ == "__main__":
    with temporary_site() as site:
        run(site)
