"""Folders that tests read."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REFERENCE_DATA = Path(os.environ.get("MOREL_REFERENCE_DATA") or ROOT.parent / "shared" / "data")
REFERENCE_DATA_REQUIRED = os.environ.get("MOREL_REQUIRE_REFERENCE_DATA") == "1"
