"""Run `morelkit` in an empty folder, on files written there."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from morelkit.cli import main
from tests.records import write_jsonl


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capfd):
    """Run the command, check its exit status and return standard output and standard error."""

    def run(*arguments: object, status: int = 0) -> tuple[str, str]:
        assert main([str(each) for each in arguments]) == status
        return tuple(capfd.readouterr())

    return run


@pytest.fixture
def run_json(run):
    """Run the command with --json and return the JSON on standard output, which must hold nothing else."""

    def run_json(*arguments: object, status: int = 0) -> Any:
        return json.loads(run(*arguments, "--json", status=status)[0])

    return run_json


@pytest.fixture
def write(folder):
    """Write records to a JSONL file, or bytes to any file, and return its name."""

    def write(name: str, content: Iterable[Mapping[str, Any]] | bytes) -> str:
        if isinstance(content, bytes):
            (folder / name).write_bytes(content)
        else:
            write_jsonl(folder / name, content)
        return name

    return write
