"""The build hook adds pages and fixtures to the packages, and refuses to build without pages."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from api.config import locations
from hatch_build import PackagedFiles


class RefusedError(Exception):
    pass


def refuse(message: str) -> None:
    raise RefusedError(message)


def included(root: Path, target: str, version: str = "standard") -> dict[str, str]:
    """Return the paths that the hook adds: target by source."""
    hook = SimpleNamespace(root=str(root), target_name=target, app=SimpleNamespace(abort=refuse))
    build_data: dict[str, dict[str, str]] = {"force_include": {}}
    PackagedFiles.initialize(hook, version, build_data)
    return build_data["force_include"]


@pytest.fixture
def checkout(tmp_path):
    pages = tmp_path / "frontend" / "dist"
    pages.mkdir(parents=True)
    (pages / "index.html").touch()
    return tmp_path


def test_a_wheel_has_pages_and_fixtures_at_the_paths_of_locations(checkout):
    api = Path(locations.__file__).parents[1]
    packaged = locations._PACKAGED.relative_to(api.parent).as_posix()
    assert included(checkout, "wheel") == {
        "frontend/dist": f"{packaged}/pages",
        "fixtures/demo": f"{packaged}/fixtures/demo",
        "fixtures/guidelines": f"{packaged}/fixtures/guidelines",
    }


def test_a_source_distribution_keeps_pages_and_fixtures_in_place(checkout):
    found = included(checkout, "sdist")
    assert found.keys() == included(checkout, "wheel").keys()
    assert all(source == target for source, target in found.items())


@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_a_build_without_pages_is_refused_with_a_hint(tmp_path, target):
    with pytest.raises(RefusedError, match="run `make install` first"):
        included(tmp_path, target)


def test_an_editable_install_uses_the_checkout(tmp_path):
    assert included(tmp_path, "wheel", "editable") == {}
