"""manage.py commands for a site. Each runs in a fork of one process that has loaded Django, to save start-up time.

Forks share no state, and end like a separate process.
"""

import json
import os
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.paths import ROOT


class Commands:
    """The process with Django loaded. It starts with the first command and ends with `close` or with this process."""

    def __init__(self, environment: dict[str, str], directory: Path) -> None:
        self._environment = environment
        self._directory = directory
        self._process: subprocess.Popen[str] | None = None

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Run a command. Return its exit status and what it wrote to standard output and standard error."""
        process = self._process = self._process or self._start()
        out, err = self._directory / "command.out", self._directory / "command.err"
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps({"arguments": arguments, "out": str(out), "err": str(err)}) + "\n")
        process.stdin.flush()
        status = process.stdout.readline()
        assert status, "The process that runs the commands has ended."
        return int(status), out.read_text("utf-8"), err.read_text("utf-8")

    def close(self) -> None:
        if self._process:
            self._process.communicate()
            self._process = None

    def _start(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.commands"],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def serve() -> None:
    """Read commands from standard input, fork for each, and write its exit status to standard output."""
    import django
    from django.conf import settings
    from django.core.management import get_commands, load_command_class

    django.setup()
    import_module(settings.ROOT_URLCONF)  # The system checks of every command read it.
    for name, app in get_commands().items():
        if app == "annotation":
            load_command_class(app, name)
    for line in iter(sys.stdin.readline, ""):
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            sys.exit(run(request))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def run(request: dict[str, Any]) -> int:
    from django.core.management import execute_from_command_line

    for path, number in (("/dev/null", 0), (request["out"], 1), (request["err"], 2)):
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, number)
        os.close(file)
    try:
        execute_from_command_line(["manage.py", *request["arguments"]])
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    serve()
