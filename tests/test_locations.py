"""Paths in a checkout and in an installed package, which stores no data among the packages."""

import subprocess
import sys
from pathlib import Path

from api.config import locations
from tests.paths import ROOT

SHOW = "from api.config import locations as l; print(l.PAGES, l.FIXTURES, l.DEFAULT_DATA_DIR, sep='\\n')"


def test_a_checkout_uses_its_own_folders():
    assert not locations.INSTALLED
    assert locations.PAGES == ROOT / "frontend" / "dist"
    assert locations.FIXTURES == ROOT / "fixtures"
    assert locations.DEFAULT_DATA_DIR == ROOT / "var"


def test_an_installed_package_has_pages_and_fixtures_inside_and_data_with_the_user(tmp_path):
    packages, home = tmp_path / "site-packages", tmp_path / "home"
    config = packages / "api" / "config"
    config.mkdir(parents=True)
    for name in ("__init__.py", "locations.py"):
        (config / name).write_text((ROOT / "api" / "config" / name).read_text())
    (packages / "api" / "__init__.py").touch()
    packaged = packages / "api" / "packaged"
    packaged.mkdir()
    shown = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=packages,
        env={"HOME": str(home), "XDG_DATA_HOME": str(home / "data")},
        capture_output=True,
        text=True,
        check=True,
    )
    pages, fixtures, data = map(Path, shown.stdout.splitlines())
    assert (pages, fixtures) == (packaged / "pages", packaged / "fixtures")
    assert data.is_relative_to(home)
