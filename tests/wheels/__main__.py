"""Check the wheels in a directory: python -m tests.wheels DIRECTORY

Installs them into empty environments, serves the demo, annotates in a browser, restarts, takes part in a shared task,
verifies its bundle and a release.
"""

import hashlib
import json
import sys
import tempfile
from pathlib import Path

from tests.wheels.environment import Environment, newest_python
from tests.wheels.journey import PROJECT, annotate, browser, expect_annotation
from tests.wheels.shared_task import create_task, take_part


def main(directory: Path) -> None:
    kit, server = (_wheel(directory, name) for name in ("morelkit", "morel_server"))
    with tempfile.TemporaryDirectory() as temporary:
        site = Environment(Path(temporary) / "site", kit, server)
        library = Environment(Path(temporary) / "library", kit)
        packages = site.packages()
        check_site(site, library)
        release = site.home / "release"
        site.run("morel-server", "build_release", PROJECT, "1.0", "--out", release)
        assert site.packages() == packages, f"Files were written: {sorted(site.packages() ^ packages)}"
        print("A restart keeps what was annotated; nothing was written into the packages.")
        newest = Environment(Path(temporary) / "newest", kit, python=newest_python())
        for environment in (library, newest):
            print(environment.run("python", "--version"), end="")
            check_scoring(environment, release)
        check_library(library, release)
        print("The release was verified by the library alone.")


def check_site(site: Environment, library: Environment) -> None:
    with browser() as chromium:
        with site.server("morel-server", "run", "--demo", "--port", 0) as server:
            item, marked = annotate(chromium, server)
            print(f"Annotated item {item}.")
        create_task(site)
        with site.server("morel-server", "run", "--port", 0) as server:
            expect_annotation(chromium, server, item, marked)
            take_part(chromium, server, library)
    assert (site.home / ".local" / "share" / "morel" / "morel.sqlite3").is_file()


def check_library(library: Environment, release: Path) -> None:
    library.run("python", "-c", "import morelkit, importlib.util as u; assert not u.find_spec('django')")
    print(library.run("morelkit", "verify", release), end="")
    files = [*sorted((release / "gold").iterdir()), *sorted((release / "raw").iterdir())]
    rows = json.loads(library.run("morelkit", "agreement", *files, "--json"))
    published = json.loads((release / "agreement.json").read_bytes())
    wanted = {row["lang"]: row["agreement"] for row in published if row["lang"] and not row["split"]}
    found = {row["lang"].lower(): row["agreement"] for row in rows}
    assert {language: round(value, 10) for language, value in found.items()} == wanted
    edited = files[0].read_text("utf-8").replace('"prob":1.0', '"prob":0.5', 1)
    files[0].write_text(edited, "utf-8")
    library.run("morelkit", "verify", release, status=1)


def check_scoring(library: Environment, release: Path) -> None:
    """Check and score a baseline, with an interval and the signature of the release."""
    predictions = library.home / "mark-all.jsonl"
    predictions.write_text(library.run("morelkit", "baseline", "mark-all", release), "utf-8")
    print(library.run("morelkit", "check", release, predictions), end="")
    scores = json.loads(library.run("morelkit", "score", release, predictions, "--json"))
    digest = hashlib.sha256((release / "manifest.json").read_bytes()).hexdigest()[:12]
    assert f"|gold:{digest}|policy:as-given|" in scores["signature"]
    print(library.run("morelkit", "score", release, predictions), end="")


def _wheel(directory: Path, name: str) -> Path:
    (wheel,) = directory.glob(f"{name}-*.whl")
    return wheel.resolve()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
