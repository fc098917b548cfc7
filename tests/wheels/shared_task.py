"""A shared task on installed wheels: created by command, submitted to by the library, its bundle verified by it."""

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.wheels.environment import Environment, Server
from tests.wheels.journey import logged_in

SLUG = "lantern"
_SECONDS = 60


def create_task(site: Environment) -> None:
    """Create a task from a directory with gold of two items, by command."""
    gold = site.home / "gold"
    gold.mkdir()
    records = [
        {
            "id": f"q-{number}",
            "lang": "EN",
            "model_output_text": "Lit by Edwin Fernsby in 1884.",
            "soft_labels": [{"start": 7, "prob": 1.0, "end": 20}],
            "hard_labels": [[7, 20]],
        }
        for number in (1, 2)
    ]
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    (gold / "en.dev.jsonl").write_text(lines, "utf-8")
    print(
        site.run("morel-server", "create_task", SLUG, "--gold", gold, "--organizer", "lena").splitlines()[-1]
    )


def take_part(browser: Browser, server: Server, library: Environment) -> None:
    """Open a phase, submit with a token from an environment that has only the library, and verify the bundle."""
    lena, ada = (_Api(logged_in(browser, server, name), server) for name in ("lena", "ada"))
    task = lena.get("")
    assert task["gold_revision"]["number"] == 1
    phase = {"slug": "dev", "name": "Development", "kind": "development", "split": "dev"}
    lena.send("POST", "phases/", {**phase, "starts_at": {"at": "2026-01-01T00:00", "zone": "UTC"}})
    lena.send("PATCH", "", {"version": lena.get("")["version"], "published": True})
    team = ada.send("POST", "teams/", {"name": "Saltmarsh", "terms_version": task["terms_version"]})
    scope = {"name": "check", "scope": f"team:{team['id']}"}
    token = library.home / "token"
    token.write_text(ada.send("POST", f"{server.url}/api/v1/tokens/", scope)["token"], "utf-8")
    predictions = library.home / "en.jsonl"
    predictions.write_text('{"id": "q-1", "hard_labels": [[7, 20]]}\n{"id": "q-2", "hard_labels": []}\n')
    address = f"{server.url}/tasks/{SLUG}"
    options = ["--system", "first", "--token-file", token, "--wait"]
    print(library.run("morelkit", "submit", address, predictions, *options), end="")
    predictions.write_text('{"id": "q-1", "hard_labels": [[7, 99]]}\n')
    library.run("morelkit", "submit", address, predictions, *options, status=1)
    print(library.run("morelkit", "verify", _bundle(lena, library.home)), end="")


def _bundle(lena: "_Api", folder: Path) -> Path:
    """Build and unpack the bundle of the phase. Return its directory."""
    lena.send("POST", "bundles/", {"phase": "dev", "names": "anonymised"})
    end = time.monotonic() + _SECONDS
    while (bundle := lena.get("bundles/")["results"][0])["state"] != "done":
        assert bundle["state"] != "failed", bundle
        assert time.monotonic() < end
        time.sleep(0.2)
    content = lena.page.request.get(lena.address(f"bundles/{bundle['id']}/download/")).body()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder / "bundle")
    (directory,) = (folder / "bundle").iterdir()
    return directory


class _Api:
    """Requests of somebody who is logged in, below the address of the task."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self._root = f"{server.url}/api/v1/tasks/{SLUG}/"

    def address(self, path: str) -> str:
        return path if path.startswith("http") else f"{self._root}{path}"

    def get(self, path: str) -> Any:
        return self._content(self.page.request.get(self.address(path)))

    def send(self, method: str, path: str, body: dict[str, Any]) -> Any:
        cookies = {each.get("name"): each.get("value", "") for each in self.page.context.cookies()}
        headers = {"X-CSRFToken": cookies["csrftoken"]}
        address = self.address(path)
        return self._content(self.page.request.fetch(address, method=method, data=body, headers=headers))

    def _content(self, response: Any) -> Any:
        assert response.ok, f"{response.url}: {response.status} {response.text()[:500]}"
        return response.json()
