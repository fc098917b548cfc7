"""Add the built pages and the fixtures to the packages, at the paths that `api.config.locations` reads."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGES = "frontend/dist"
FIXTURES = ("demo", "guidelines")


class PackagedFiles(BuildHookInterface):
    """Adds files to wheels and source distributions. An editable install uses those of the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not (Path(self.root) / PAGES / "index.html").is_file():
            self.app.abort(f"There are no pages in {PAGES}: run `make install` first, which builds them.")
        wheel = self.target_name == "wheel"
        build_data["force_include"] |= {PAGES: "api/packaged/pages" if wheel else PAGES} | {
            f"fixtures/{name}": f"api/packaged/fixtures/{name}" if wheel else f"fixtures/{name}"
            for name in FIXTURES
        }
