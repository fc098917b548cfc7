"""Where hidden checks stand among the items of an annotator: one in every block of `check_every` assigned items."""

from annotation.models import Annotator, Project
from annotation.models.item import seeded_rank


def check_position(project: Project, annotator: Annotator, block: int) -> int:
    """The position of the check in a block, which the project's seed chooses."""
    return seeded_rank(project.seed, f"{annotator.key}:{block}") % project.check_every


def checks_among(project: Project, annotator: Annotator, items: int) -> int:
    """How many checks an annotator gets until they have this many work items."""
    work_in_block = project.check_every - 1
    if work_in_block < 1:
        return 0
    blocks, rest = divmod(items, work_in_block)
    return blocks + (check_position(project, annotator, blocks) < rest)
