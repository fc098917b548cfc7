"""An empty virtual environment with wheels in it, and a home of its own for what its commands write."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UV = Path(sys.executable).with_name("uv")


def newest_python() -> str:
    """Return the newest released interpreter on the path."""
    command = [UV, "python", "list", "--only-installed", "--output-format", "json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    released = [
        each for each in found if each["implementation"] == "cpython" and each["variant"] == "default"
    ]
    parts = ("major", "minor", "patch")
    newest = max(released, key=lambda each: [each["version_parts"][part] for part in parts])
    return str(newest["path"])


class Environment:
    """Commands see nothing of the checkout, its environment or its settings; Node is not on their path."""

    def __init__(self, directory: Path, *wheels: Path, python: str = sys.executable) -> None:
        self.directory = directory
        self._venv, self.home = directory / "venv", directory / "home"
        self.home.mkdir(parents=True)
        outside = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
        for arguments in (
            ["venv", "--python", python, self._venv],
            ["pip", "install", "--python", self._venv / "bin" / "python", *wheels],
        ):
            subprocess.run([UV, *arguments, "--quiet"], cwd=directory, env=outside, check=True)
        self._environment = {
            "HOME": str(self.home),
            "PATH": str(self._venv / "bin"),
            "LANG": "C.UTF-8",
            "MOREL_WIKIPEDIA": "0",
        }

    def run(self, *command: object, status: int = 0) -> str:
        """Return what the command printed. Fails if it ends with another status."""
        done = subprocess.run(
            self._arguments(*command),
            cwd=self.home,
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert done.returncode == status, f"{command} ended with {done.returncode}: {done.stdout}"
        return done.stdout

    @contextmanager
    def server(self, *command: object) -> Iterator["Server"]:
        """Run a command that serves until it is stopped."""
        process = subprocess.Popen(
            self._arguments(*command),
            cwd=self.home,
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            yield Server(process)
        finally:
            process.terminate()
            process.communicate()

    def packages(self) -> set[Path]:
        """Return the files of the installed packages, except compiled ones."""
        found = self._venv.rglob("*")
        return {path for path in found if path.is_file() and path.suffix != ".pyc"}

    def _arguments(self, name: object, *arguments: object) -> list[str]:
        return [str(self._venv / "bin" / str(name)), *map(str, arguments)]


class Server:
    """`url`: its address. `passwords`: of the demo's people, as they were printed."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Stop it"):
                break
        printed = "".join(lines)
        address = re.search(r"http://\S+?(?=/)", printed)
        assert address, f"The server did not start: {printed}"
        self.url = address[0]
        logins = re.findall(r"^  (\w+) +(\w+) +(\S+)$", printed, re.MULTILINE)
        self.passwords = {username: password for _, username, password in logins}
