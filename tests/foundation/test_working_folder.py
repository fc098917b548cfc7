"""Temporary folders: killed processes leave them, and none that is in use is removed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import override_settings

from foundation.errors import InvalidError
from foundation.jobs import run_hourly
from foundation.working_folder import remove_abandoned_folders, working_folder
from tests.paths import ROOT

HOLD = """
import sys
from pathlib import Path
import django
django.setup()
from foundation.working_folder import working_folder
with working_folder(Path(sys.argv[1])) as folder:
    (folder / "content").write_text("x")
    print(folder, flush=True)
    sys.stdin.read()
"""


def test_a_folder_in_use_stays_and_that_of_a_killed_process_goes(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "api.config.settings", "MOREL_DATA_DIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        folder = Path(process.stdout.readline().strip())
        remove_abandoned_folders(tmp_path)
        assert (folder / "content").read_text() == "x"
        process.kill()
    assert folder.exists()
    with working_folder(tmp_path) as mine:
        assert not folder.exists()
        with working_folder(tmp_path):
            assert mine.exists()
    assert list(tmp_path.glob(".morel-*")) == []


def test_the_worker_removes_abandoned_folders_of_the_data_directory(db, tmp_path):
    (tmp_path / "uploads").mkdir()
    (tmp_path / ".morel-killed.working").mkdir()
    with override_settings(DATA_DIR=tmp_path, FILE_UPLOAD_TEMP_DIR=tmp_path / "uploads"):
        run_hourly("work")
    assert not (tmp_path / ".morel-killed.working").exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(InvalidError, match="none: No such file"), working_folder(tmp_path / "none"):
        pass
