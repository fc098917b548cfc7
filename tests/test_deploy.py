"""The files in deploy/ fit the settings and the commands."""

import configparser
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.urls import resolve

from tests.paths import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))


def _bytes(size: str) -> int:
    return int(size[:-1]) * {"m": 1 << 20, "g": 1 << 30}[size[-1]]


def test_nginx_lets_pass_what_morel_accepts_and_not_much_more():
    text = (DEPLOY / "nginx.conf").read_text()
    everywhere, imports, submissions = map(_bytes, re.findall(r"client_max_body_size (\w+);", text))
    assert settings.MAX_BODY_BYTES <= everywhere <= 2 * settings.MAX_BODY_BYTES
    assert settings.MAX_UPLOAD_BYTES <= imports <= 2 * settings.MAX_UPLOAD_BYTES
    assert settings.MAX_SUBMISSION_BYTES <= submissions <= 2 * settings.MAX_SUBMISSION_BYTES
    assert text.count("{") == text.count("}")


def test_the_locations_of_nginx_are_those_of_morel():
    text = (DEPLOY / "nginx.conf").read_text()
    imports, submissions, live = re.findall(r"location ~ (\S+) \{", text)
    for path in ("/api/v1/tasks/lantern/submissions/", "/api/v1/tasks/lantern/check/"):
        assert re.match(submissions, path)
        assert resolve(path)
    path = "/api/v1/projects/alpha/imports/"
    assert re.match(imports, path)
    assert resolve(path)
    assert re.match(live, "/api/v1/projects/alpha/live/")


def test_no_log_of_nginx_has_the_code_of_a_link():
    text = (DEPLOY / "nginx.conf").read_text()
    servers = re.findall(r"^server \{.*?^\}", text, re.DOTALL | re.MULTILINE)
    assert len(servers) == 2
    for server in servers:
        assert re.findall(r"access_log \S+ (\w+);", server) == ["morel"]
        assert re.findall(r"error_log +\S+ (\w+);", server) == ["crit"]
    (log_format,) = re.findall(r"log_format morel (.*?);", text, re.DOTALL)
    assert not re.search(r"\$(request|request_uri|uri|args|http_referer)\b", log_format)
    (secret,) = re.findall(r'"~(\^.+?)" "\$\{morel_link\}\.\.\.";', text)
    pattern = re.compile(secret.replace("?<", "?P<"))
    for path in (
        "/shared/c0de",
        "/api/v1/shared/c0de/download/",
        "/join/c0de",
        "/enter/c0de",
        "/reset/MQ/c0de",
    ):
        found = pattern.match(path)
        assert found
        assert path.startswith(found["morel_link"])
        assert "c0de" not in found["morel_link"]
    assert not pattern.match("/api/v1/projects/shared/items/")


def test_units_run_commands_that_exist():
    commands = set(get_commands())
    for unit in UNITS:
        for name in re.findall(r"morel-server (\w+)", unit.read_text()):
            assert name in commands | {"pip"}, unit


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_reads_the_unit(unit: Path, tmp_path: Path):
    parser = configparser.RawConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(re.sub(r"\\\n\s*", "", unit.read_text()))
    assert {"Unit"} < set(parser.sections())
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not installed.")
    text = re.sub(r"/opt/morel/bin/morel-server", "/bin/true", unit.read_text())
    (tmp_path / unit.name).write_text(text)
    for other in UNITS:
        if other != unit:
            (tmp_path / other.name).write_text(
                re.sub(r"/opt/morel/bin/morel-server", "/bin/true", other.read_text())
            )
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / unit.name], capture_output=True, text=True
    )
    problems = [line for line in done.stderr.splitlines() if str(tmp_path) in line or unit.name in line]
    assert problems == []


# Writes what it was called with, and ends with the status of a file that is named like the command.
SERVER = """#!/bin/sh
echo "$@" >> "{directory}/calls"
[ "$1" = backup ] && touch "$2"
exit "$(cat "{directory}/$1")"
"""


@pytest.mark.parametrize(
    ("backup", "check", "status", "kept"),
    [
        (0, 0, 0, {"new"}),
        (1, 1, 1, {"new.incomplete", "old"}),  # the site lacks a file
        (0, 1, 1, {"new.incomplete", "old"}),
        (0, 2, 2, {"new", "old", "old.incomplete"}),  # the archive is damaged
        (2, 0, 2, {"new", "old", "old.incomplete"}),
    ],
)
def test_a_lost_file_neither_stops_the_nightly_backup_nor_deletes_complete_archives(
    tmp_path: Path, backup: int, check: int, status: int, kept: set[str]
):
    """Runs the command of the service as systemd does, with a stand-in for morel-server."""
    server, archives = tmp_path / "morel-server", tmp_path / "archives"
    server.write_text(SERVER.format(directory=tmp_path))
    server.chmod(0o700)
    (tmp_path / "backup").write_text(str(backup))
    (tmp_path / "restore").write_text(str(check))
    archives.mkdir()
    for name in ("morel-old.tar.gz", "morel-old.incomplete.tar.gz"):
        (archives / name).touch()
        os.utime(archives / name, (0, 0))
    unit = re.sub(r"\\\n\s*", "", (DEPLOY / "morel-backup.service").read_text())
    (command,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    command = command.replace("/opt/morel/bin/morel-server", str(server)).replace("%%", "%")
    command = command.replace("/var/backups/morel", str(archives))
    assert subprocess.run(shlex.split(command), check=False).returncode == status
    found = {re.sub(r"\d{4}-\d\d-\d\dT\d{6}", "new", path.name) for path in archives.iterdir()}
    assert found == {f"morel-{name}.tar.gz" for name in kept}
    calls = (tmp_path / "calls").read_text().splitlines()
    assert [line.split()[0] for line in calls] == ["backup", "restore"][: 1 if backup > 1 else 2]
