"""Paths of gold and of submissions in the data directory.

evaluation/gold/7/2/       revision 2 of the gold of task 7: gold/en.tst.jsonl, unlabelled/en.tst.jsonl; for a release
                           also its other files
evaluation/submissions/ab/ predictions by their sha256, which is the name of the file
evaluation/bundles/3.zip   bundle 3 of a task
"""

from pathlib import Path

from django.conf import settings

from evaluation.models import Bundle, GoldPart, GoldRevision, Task
from morelkit.release.layout import Part, lines_path


def root() -> Path:
    directory: Path = settings.DATA_DIR / "evaluation"
    return directory


def gold_directory(revision: GoldRevision) -> Path:
    return root() / "gold" / str(revision.task_id) / str(revision.number)


def build_directory(task: Task, number: int) -> Path:
    """Directory in which a revision is prepared before it is moved to its place."""
    return root() / "gold" / str(task.pk) / f".building-{number}"


def gold_file(revision: GoldRevision, part: GoldPart) -> Path:
    return gold_directory(revision) / lines_path("gold", Part(part.language, part.split))


def items_file(revision: GoldRevision, part: GoldPart) -> Path:
    """The file that participants download and submissions are checked against."""
    return gold_directory(revision) / lines_path("unlabelled", Part(part.language, part.split))


def submission_file(sha256: str) -> Path:
    return root() / "submissions" / sha256[:2] / sha256


def bundle_file(bundle: Bundle) -> Path:
    return root() / "bundles" / f"{bundle.pk}.zip"
