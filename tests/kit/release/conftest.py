"""Fixtures of release tests: a written release, with or without a curator's decision."""

from pathlib import Path

import pytest

from tests.dataset_loading import datasets
from tests.releases import decided_entries, write_release

__all__ = ["datasets"]  # a fixture


@pytest.fixture
def release(tmp_path: Path) -> Path:
    write_release(tmp_path / "v1")
    return tmp_path / "v1"


@pytest.fixture
def decided(tmp_path: Path) -> Path:
    """Return a release with a curator's decision on en-3."""
    write_release(tmp_path / "decided", decided_entries(), options={"decisions": True})
    return tmp_path / "decided"
