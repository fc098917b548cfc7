"""Keep the boards of a gold revision when another one replaces it."""

from datetime import datetime

from django.db.models import Max

from evaluation.models import GoldRevision, PastBoard, Task
from evaluation.queries.boards.board_entries import (
    board_entries,
    board_teams,
    by_priority,
    ranked_entries,
)
from evaluation.queries.boards.past_boards import stored_rows


def freeze_boards(task: Task, revision: GoldRevision, now: datetime) -> list[PastBoard]:
    """Store all boards of a revision that have rows, and return them.

    Call it in the transaction that attaches the next revision.
    """
    teams = board_teams(task)
    number = PastBoard.objects.filter(task=task).aggregate(last=Max("number"))["last"] or 0
    boards = []
    for phase in task.phases.all():
        for track in task.tracks.all():
            entries = board_entries(phase, track, revision, teams)
            ranked = ranked_entries(entries, phase.board_rule, by_priority(track, track.metrics[0]))
            if not entries:
                continue
            number += 1
            first = entries[0]
            content = {
                "metrics": track.metrics,
                "rule": phase.board_rule,
                "n": first.n,
                "signature": first.signature,
                "rows": stored_rows(ranked),
            }
            boards.append(
                PastBoard(
                    task=task,
                    phase=phase,
                    track=track,
                    revision=revision,
                    number=number,
                    rows=content,
                    closed_at=now,
                )
            )
    return PastBoard.objects.bulk_create(boards)
