"""Files that only the server's user may read."""

import stat
from pathlib import Path

import pytest

from foundation.private_files import make_private, open_private


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_private_file_is_for_its_owner_and_replaces_nothing_unless_told(tmp_path):
    path = tmp_path / "key"
    with open_private(path, "w") as file:
        file.write("é")
    assert (mode(path), path.read_bytes()) == (0o600, "é".encode())
    with pytest.raises(FileExistsError):
        open_private(path)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        open_private(tmp_path / "link")
    with open_private(path, replace=True) as file:
        file.write(b"x")
    assert path.read_bytes() == b"x"


def test_a_file_that_cannot_be_changed_does_not_keep_others_open(tmp_path, monkeypatch, caplog):
    """One file disappears while the folder is read, another one belongs to another user."""
    for name in ("a-gone", "b-foreign", "c-open"):
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(0o644)
    change, look = Path.chmod, Path.lstat

    def lstat(path: Path) -> object:
        if path.name == "a-gone":
            path.unlink(missing_ok=True)
        return look(path)

    def chmod(path: Path, mode: int) -> None:
        if path.name == "b-foreign":
            raise PermissionError(1, "Operation not permitted", str(path))
        change(path, mode)

    monkeypatch.setattr(Path, "lstat", lstat)
    monkeypatch.setattr(Path, "chmod", chmod)
    make_private(tmp_path)
    monkeypatch.undo()
    assert mode(tmp_path / "c-open") == 0o600
    assert "b-foreign: Operation not permitted" in caplog.text
