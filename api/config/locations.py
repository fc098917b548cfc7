"""Paths of built pages, fixtures and data: beside the packages in a checkout, inside `api` in a wheel."""

from pathlib import Path
from typing import Final

from platformdirs import user_data_path

_API: Final = Path(__file__).resolve().parents[1]
_CHECKOUT: Final = _API.parent
_PACKAGED: Final = _API / "packaged"
"""Exists in a wheel only, where `hatch_build.py` puts it."""

INSTALLED: Final = _PACKAGED.is_dir()
PAGES: Final = _PACKAGED / "pages" if INSTALLED else _CHECKOUT / "frontend" / "dist"
FIXTURES: Final = _PACKAGED / "fixtures" if INSTALLED else _CHECKOUT / "fixtures"
DEFAULT_DATA_DIR: Final = user_data_path("morel", appauthor=False) if INSTALLED else _CHECKOUT / "var"
