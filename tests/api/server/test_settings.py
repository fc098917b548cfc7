"""Settings with a malformed value stop the command with a message that names them."""

import os
import subprocess
import sys

import pytest

from tests.paths import ROOT


@pytest.mark.any_database
@pytest.mark.parametrize("command", [["check"], ["serve", "--port", "0"]])
@pytest.mark.parametrize(
    ("name", "value", "named"),
    [
        ("MOREL_METRICS_FROM", "127.0.0.1, prometheus.example.org", "prometheus.example.org"),
        ("MOREL_METRICS_FROM", "10.0.0.0/33", "10.0.0.0/33"),
        ("MOREL_TRUSTED_PROXIES", "10.0.0.0.1", "10.0.0.0.1"),
        ("MOREL_DISK_RESERVE", "5 GB", "5 GB"),
        ("MOREL_DISK_RESERVE", "-1", "at least 0"),
        ("MOREL_REQUEST_THREADS", "0", "at least 1"),
        ("MOREL_LOGIN_RATE", "twenty", "20/min"),
        ("MOREL_LINK_RATE", "0/min", "20/min"),
        ("MOREL_SMTP_URL", "mail.example.org:25", "smtp://"),
    ],
)
def test_a_malformed_setting_stops_the_start(tmp_path, command, name, value, named):
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=os.environ | {"MOREL_DATA_DIR": str(tmp_path), name: value},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert name in done.stderr
    assert named in done.stderr
    assert len(done.stderr.splitlines()) == 1
