"""Where pages, fixtures and data are: beside the packages in a checkout, inside `api` when installed from a wheel."""

from pathlib import Path
from typing import Final

from platformdirs import user_data_path

_API: Final = Path(__file__).resolve().parents[1]
_CHECKOUT: Final = _API.parent
_PACKAGED: Final = _API / "packaged"
"""Only a wheel has it: `hatch_build.py` puts it there."""

INSTALLED: Final = _PACKAGED.is_dir()
PAGES: Final = _PACKAGED / "pages" if INSTALLED else _CHECKOUT / "frontend" / "dist"
FIXTURES: Final = _PACKAGED / "fixtures" if INSTALLED else _CHECKOUT / "fixtures"
DEFAULT_DATA_DIR: Final = user_data_path("morel", appauthor=False) if INSTALLED else _CHECKOUT / "var"
