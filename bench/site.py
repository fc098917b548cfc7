"""A temporary site: an empty data directory, commands, and the server as separate processes."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PASSWORD = "measured-by-make-bench"
WORDS = ("the", "old", "harbour", "light", "was", "lit", "by", "a", "keeper", "of", "every", "reef")


class Site:
    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.server = 0
        self._environment = {
            **os.environ,
            "MOREL_DATA_DIR": str(directory),
            "MOREL_LOGIN_RATE": "1000/min",
        }
        self.manage("migrate", "-v0")

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def manage(self, *arguments: str) -> None:
        process = self.start(*arguments)
        process.communicate()
        if process.returncode:
            raise RuntimeError(f"manage.py {' '.join(arguments)} ended with {process.returncode}")

    def show(self, *arguments: str) -> None:
        """Run the command and print its output."""
        print(self.start(*arguments).communicate()[0], end="")

    @contextmanager
    def served(self, *options: str) -> Iterator[int]:
        """Run the server and yield its port. `server` is the id of its process."""
        process = self.start("serve", "--port", "0", *options)
        self.server = process.pid
        try:
            address = process.stdout.readline() if process.stdout else ""
            found = re.search(r":(\d+)/", address)
            if found is None:
                raise RuntimeError(f"The server did not start: {address}")
            yield int(found[1])
        finally:
            process.terminate()
            process.communicate()

    def project(self, slug: str, items: int, people: int = 8) -> None:
        self.manage("create_project", slug, "--no-guidelines", "--preset", "mu-shroom", "--languages", "EN")
        for person in range(people):
            self.manage("add_member", slug, f"p{person}", "--role", "lead", "--password", PASSWORD)
        if items:
            self.manage("import_items", slug, str(self.items(slug, items)))

    def items(self, name: str, count: int) -> Path:
        """Write a file of `count` items with answers of 60 words. Equal names give equal files."""
        path = self.directory / f"{name}.jsonl"
        rng = random.Random(name)
        with path.open("w") as file:
            for number in range(count):
                record = {
                    "id": f"{name}-{number}",
                    "lang": "EN",
                    "model_input": f"Who lit lamp number {number}?",
                    "model_output_text": " ".join(rng.choices(WORDS, k=60)),
                    "model_id": "invented-lab/larch-7b-chat",
                    "model_output_logits": [round(rng.uniform(20, 130), 6) for _ in range(20)],
                }
                file.write(json.dumps(record) + "\n")
        return path

    def annotations(self, name: str, count: int) -> Path:
        """Write a file with three annotations for each of the `count` items of that name."""
        path = self.directory / f"{name}-annotations.jsonl"
        with path.open("w") as file:
            for number in range(count):
                marks = {f"annotator_{k}": [[number % 20 + k, number % 20 + 15]] for k in range(3)}
                file.write(json.dumps({"id": f"{name}-{number}", "lang": "EN", "annotations": marks}) + "\n")
        return path


@contextmanager
def temporary_site() -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="morel-bench-") as directory:
        yield Site(Path(directory))


def fsync_milliseconds(directory: Path, times: int = 200) -> float:
    """Return the median of one fsync after a write of 4 kB, the lower bound of a durable save."""
    path = directory / "fsync"
    taken = []
    with path.open("wb") as file:
        for _ in range(times):
            file.write(os.urandom(4096))
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - began)
    path.unlink()
    return sorted(taken)[times // 2] * 1000
