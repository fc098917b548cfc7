"""Commands whose output nobody reads to the end, such as an export into `head`, exit quietly."""

import os
import subprocess
import sys

import pytest

from morelkit.formats.jsonl_files import CLOSED_OUTPUT
from tests.paths import ROOT
from tests.records import item, write_jsonl


def run_unread(*arguments: str) -> tuple[int, str]:
    """Run a program with a closed standard output and return its exit status and standard error."""
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            stdout=write,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=60,
            check=False,
        )
    finally:
        os.close(write)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("count", [1, 5_000], ids=["buffered", "larger than the buffer"])
def test_gold_of_files(tmp_path, count):
    annotations = {"ada": [[0, 3]], "bo": [[0, 3]]}
    records = [item(f"q-{number}", annotations=annotations) for number in range(count)]
    path = write_jsonl(tmp_path / "annotated.jsonl", records)
    program = "import sys; from morelkit.cli import main; sys.exit(main())"
    assert run_unread("-c", program, "gold", str(path), "--out", "-") == (CLOSED_OUTPUT, "")


def test_a_management_command():
    assert run_unread("manage.py", "help") == (CLOSED_OUTPUT, "")


def test_an_export_of_a_project(tmp_path):
    program = (
        "import sys, itertools\n"
        "from annotation.management.jsonl_writer import write_records\n"
        "from morelkit.formats.jsonl_files import quiet_if_unread\n"
        "with quiet_if_unread():\n"
        "    write_records(({'id': n} for n in itertools.count()), '-')\n"
    )
    assert run_unread("-c", program) == (CLOSED_OUTPUT, "")


@pytest.mark.parametrize(
    ("output", "reason"), [(">&-", "Standard output is closed."), (">/dev/full", "No space left on device.")]
)
def test_output_that_cannot_be_written(tmp_path, output, reason):
    annotations = {"ada": [[0, 3]], "bo": [[0, 3]]}
    path = write_jsonl(tmp_path / "it.jsonl", [item("q-1", annotations=annotations)])
    program = "import sys; from morelkit.cli import main; sys.exit(main())"
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {output}', "sh", sys.executable, "-c", program, "gold", str(path)],
        stderr=subprocess.PIPE,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr.decode().splitlines()[-1]) == (2, reason)
