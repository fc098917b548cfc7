"""Profile a request in this process, without the network: `python -m bench.profile [draft | submit | next | session]`.

It prints the milliseconds of a request by part of the code, then the functions that take longest. The profiler slows
small functions down: compare the parts with each other; `bench.saves` has the real times.
"""

import cProfile
import hashlib
import io
import json
import os
import pstats
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from bench.site import PASSWORD, ROOT, Site, temporary_site

WARM_UP, REQUESTS, LONGEST = 30, 300, 25
SLUG = "profiled"


class Browser:
    """Calls the WSGI application as the server does, with the cookies of a login."""

    def __init__(self) -> None:
        from django.core.wsgi import get_wsgi_application
        from django.test import Client

        self.application: Any = get_wsgi_application()
        client = Client()
        client.get("/api/v1/session/")
        client.post(
            "/api/v1/session/",
            {"username": "p0", "password": PASSWORD},
            "application/json",
            headers={"X-CSRFToken": client.cookies["csrftoken"].value},
        )
        self.cookies = {name: each.value for name, each in client.cookies.items()}
        self.profiler: cProfile.Profile | None = None

    def call(self, method: str, path: str, body: object = None) -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": f"/api/v1/{path}",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "HTTP_X_CSRFTOKEN": self.cookies["csrftoken"],
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(data)),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(data),
            "wsgi.errors": sys.stderr,
        }
        states: list[str] = []
        if self.profiler:
            self.profiler.enable()
        response = self.application(environ, lambda state, _headers: states.append(state))
        text = b"".join(response)
        response.close()
        if self.profiler:
            self.profiler.disable()
        if not states[0].startswith("2"):
            raise RuntimeError(f"{method} {path}: {states[0]} {text[:500]!r}")
        return json.loads(text)


def _save(browser: Browser, item: dict[str, Any], revision: int, *, submit: bool) -> None:
    content = {
        "spans": [{"id": "a", "start": 0, "end": 3, "label": "hallucination"}],
        "labels": {},
        "nothing_to_mark": False,
        "unsure": False,
        "comment": "",
        "links": [],
        "evidence": [],
        "active_seconds": revision,
    }
    browser.call(
        "PUT",
        f"projects/{SLUG}/items/{item['id']}/annotation/",
        {
            "save_id": str(uuid.uuid4()),
            "base_revision": revision,
            "answer_sha256": hashlib.sha256(item["answer"].encode()).hexdigest(),
            "submit": submit,
            "content": content,
        },
    )


def _next(browser: Browser) -> dict[str, Any]:
    item: dict[str, Any] = browser.call("POST", f"projects/{SLUG}/next/", {})["item"]
    return item


def steps(browser: Browser, kind: str) -> Callable[[int], None]:
    """A function that makes the nth request of a kind; what it needs before is not profiled."""
    if kind == "session":
        return lambda _: browser.call("GET", "session/")
    held = _next(browser)
    if kind == "draft":
        return lambda number: _save(browser, held, number, submit=False)

    def work(_: int) -> None:
        profiler = browser.profiler
        browser.profiler = profiler if kind == "next" else None
        item = _next(browser)
        browser.profiler = profiler if kind == "submit" else None
        _save(browser, item, 0, submit=True)
        browser.profiler = profiler

    return work


def part_of(filename: str, function: str) -> str:
    path = filename.replace(os.sep, "/")
    if filename == "~":
        if "sqlite" in function.lower() or "psycopg" in function:
            return "Database: " + ("commit" if "commit" in function else "statements")
        return "Python"
    for folder in ("annotation", "foundation", "api", "kit/morelkit"):
        if path.startswith(f"{ROOT}/{folder}/"):
            return f"Morel: {folder}"
    if "/django/db/" in path:
        return "Django: database"
    if "/django/" in path:
        return "Django: requests"
    return "REST framework" if "/rest_framework/" in path else "Python"


def run(site: Site, kind: str) -> None:
    site.project(SLUG, 2_000, people=1)
    os.environ["MOREL_DATA_DIR"] = str(site.directory)
    os.environ["MOREL_ALLOWED_HOSTS"] = "127.0.0.1,testserver"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "api.config.settings")
    browser = Browser()
    step = steps(browser, kind)
    for number in range(WARM_UP):
        step(number)
    began = time.perf_counter()
    for number in range(WARM_UP, WARM_UP + REQUESTS):
        step(number)
    plain = time.perf_counter() - began
    browser.profiler = cProfile.Profile()
    for number in range(WARM_UP + REQUESTS, WARM_UP + 2 * REQUESTS):
        step(number)
    stats: Any = pstats.Stats(browser.profiler)
    parts: Counter[str] = Counter()
    for (filename, _line, function), (_calls, _all, own, _total, _callers) in stats.stats.items():
        parts[part_of(filename, function)] += own
    total = sum(parts.values())
    with_next = "" if kind in ("draft", "session") else ", with the other of next item and submit"
    print(f"{kind}: {plain / REQUESTS * 1000:.2f} ms a request without the profiler{with_next}")
    for part, seconds in parts.most_common():
        print(f"  {seconds / REQUESTS * 1000:6.2f} ms  {seconds / total:4.0%}  {part}")
    stats.sort_stats("tottime").print_stats(LONGEST)


def main() -> None:
    kind = sys.argv[1] if len(sys.argv) > 1 else "draft"
    with temporary_site() as site:
        run(site, kind)


if __name__ == "__main__":
    main()
