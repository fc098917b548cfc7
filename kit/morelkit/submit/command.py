"""The subcommand `submit`: its arguments, what it checks before it sends anything, and what it prints.

Exit status: 0 if the predictions are valid, 1 if they are not or their scoring failed, 2 if the command was refused.
"""

import os
import re
import sys
import time
import uuid
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from morelkit.scoring.check_report import problems_text
from morelkit.scoring.problems import Problem, Problems
from morelkit.scoring.record_files import is_compressed, read_rows

if TYPE_CHECKING:
    from morelkit.submit.server import TaskServer

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"

SUFFIXES: Final = (".jsonl", ".json", ".gz", ".zip")
_TOKEN: Final = re.compile(r"morel_[A-Za-z0-9_-]{1,200}")
_PAUSES: Final = (1, 1, 2, 3, 5, 10)
"""Seconds between two questions whether a submission is scored; the last one repeats."""


class ReportedProblem(Problem):
    """A problem that the server has found, with its remedy."""

    def __init__(self, file: str, content: dict[str, Any]) -> None:
        texts = (str(content.get(name, "")) for name in ("id", "pointer", "code", "detail"))
        super().__init__(file, int(content.get("line", 0)), *texts)
        object.__setattr__(self, "_remedy", str(content.get("remedy", "")))

    @property
    def remedy(self) -> str:
        remedy: str = object.__getattribute__(self, "_remedy")
        return remedy


def add_submit_command(commands: Commands) -> None:
    submit = commands.add_parser(
        "submit", help="send predictions to a shared task (0 valid, 1 invalid, 2 refused)"
    )
    submit.add_argument("task", metavar="TASK_URL", help="address of the task's page")
    submit.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="one for each track: .jsonl, .json, .gz or .zip"
    )
    submit.add_argument("--system", default="", metavar="NAME", help="identifier of the system")
    submit.add_argument(
        "--phase", default="", metavar="SLUG", help="default: the one that the items belong to"
    )
    submit.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="file with an API token (default: the variable MOREL_TOKEN)",
    )
    submit.add_argument("--check", action="store_true", help="check on the server, and submit nothing")
    submit.add_argument("--wait", action="store_true", help="wait until the predictions are scored")
    submit.set_defaults(run=_submit)


def _submit(options: Namespace) -> int:
    if not options.check and not options.system.strip():
        raise ValueError("Name the system: --system NAME.")
    token = _token(options.token_file)
    unreadable = _unreadable(options.files)
    if unreadable.count:
        sys.stdout.write(problems_text(unreadable))
        return 1
    from morelkit.submit.server import (
        LostAnswerError,
        TaskServer,
    )  # It imports urllib, which no other command needs.

    server = TaskServer(options.task, token)
    fields = {"phase": options.phase} if options.phase else {}
    if options.check:
        report = server.upload("check/", fields, options.files)
        return _print_check(report["files"], options.files)
    sent = {**fields, "system": options.system.strip(), "upload_id": str(uuid.uuid4())}
    try:
        received = server.upload("submissions/", sent, options.files)
    except LostAnswerError as lost:
        raise ValueError(f"{lost} It may have arrived: look at the page of submissions first.") from lost
    status = _print_submissions(received, options.files)
    return max(status, _wait(server, received)) if options.wait else status


def _token(path: Path | None) -> str:
    """Return the token. Raises ValueError if there is none or it cannot be one."""
    token = path.read_text(encoding="utf-8") if path else os.environ.get("MOREL_TOKEN", "")
    token = token.strip()
    if not token:
        raise ValueError("Create a token on the page of your team. Give it by --token-file or MOREL_TOKEN.")
    if not _TOKEN.fullmatch(token):
        raise ValueError("This is no token: it begins with morel_ and has letters, digits, - and _ only.")
    return token


def _unreadable(files: list[Path]) -> Problems:
    """Return the problems that show without the items: what is not JSON. Archives are left to the server.

    Raises ValueError for a name that the server would refuse, OSError.
    """
    problems = Problems()
    for path in files:
        if path.suffix.lower() not in SUFFIXES:
            raise ValueError(f"{path}: the name of a file of predictions ends in {', '.join(SUFFIXES)}.")
        if path.suffix.lower() == ".zip" or (
            is_compressed(path) and not path.stem.endswith((".jsonl", ".json"))
        ):
            path.stat()
            continue
        empty = True
        for row in read_rows(path):
            empty = False
            if row.error:
                problems.add(Problem(str(path), row.line, "", "", row.error.code, str(row.error)))
        if empty:
            problems.add(Problem(str(path), 0, "", "", "no_records", "The file has no records."))
    return problems


def _print_check(checked: list[dict[str, Any]], files: list[Path]) -> int:
    problems = _problems([(each["file"], each) for each in checked], files)
    if problems.count:
        sys.stdout.write(problems_text(problems))
        return 1
    sys.stdout.write(_valid(checked))
    return 0


def _print_submissions(received: dict[str, Any], files: list[Path]) -> int:
    submissions = received["submissions"]
    problems = _problems([(each["file_name"], each) for each in submissions], files)
    sys.stdout.write(problems_text(problems) if problems.count else _valid(submissions))
    if received["late_for"]:
        sys.stdout.write(_line(f"Too late for {received['late_for']}: counted in {received['phase']}."))
    for each in submissions:
        sys.stdout.write(_line(f"Submission {each['number']}: {each['track']}, {each['state']}."))
    return 1 if problems.count else 0


def _wait(server: "TaskServer", received: dict[str, Any]) -> int:
    """Wait until the submissions are scored, and print their scores if the phase shows them."""
    status = 0
    for each in received["submissions"]:
        asked = 0
        shown = each
        while shown["state"] in {"waiting", "scoring"}:
            time.sleep(_PAUSES[min(asked, len(_PAUSES) - 1)])
            asked += 1
            shown = server.get(f"submissions/{each['id']}/")
        if shown["state"] != "scored":
            status = 1
        sys.stdout.write(_line(_outcome(shown)))
    return status


def _outcome(shown: dict[str, Any]) -> str:
    start = f"Submission {shown['number']}: {shown['state']}"
    if shown["state"] == "failed":
        return f"{start}: {shown['message']}"
    if shown["state"] != "scored":
        return f"{start}."
    if shown["scores"] is None:
        return f"{start}. The phase does not show its scores yet."
    values = (
        f"{name} {'n/a' if value is None else f'{value:.4f}'}" for name, value in shown["scores"].items()
    )
    return f"{start}: {', '.join(values)}."


def _problems(found: list[tuple[str, dict[str, Any]]], files: list[Path]) -> Problems:
    """Return the problems of all files, under the paths that were given."""
    paths = {path.name: str(path) for path in files}
    problems = Problems()
    for name, content in found:
        listed = [ReportedProblem(paths.get(name, name), each) for each in content["problems"]]
        for problem in listed:
            problems.add(problem)
        problems.count += content["problem_count"] - len(listed)
    return problems


def _valid(found: list[dict[str, Any]]) -> str:
    """Return what `morelkit check` prints of valid predictions."""
    records = sum(each["records"] for each in found)
    return _line(
        f"Valid: {records:,} predictions ({', '.join(sorted(str(each['track']) for each in found))})."
    )


def _line(text: str) -> str:
    """Return a line of the server's text, with control characters, which a terminal would obey, as escapes."""
    printable = (each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)
    return f"{''.join(printable)}\n"
