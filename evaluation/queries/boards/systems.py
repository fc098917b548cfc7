"""The page of a system: its scores, its slices, and its items with prediction and gold."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.contrib.auth.models import User

from evaluation.models import Score, Submission
from evaluation.queries.boards.board import (
    board_metrics,
    metric_scores,
    offered_slices,
    sliced_scores,
)
from evaluation.queries.boards.board_access import BoardReader, phase_reader
from evaluation.queries.boards.board_entries import (
    BoardTeam,
    board_entries,
    board_teams,
    by_priority,
    ranked_entries,
)
from evaluation.queries.boards.board_types import SliceScores, SystemAnswer, SystemData, SystemItem
from evaluation.queries.boards.gold_items import TrackGold, track_gold
from evaluation.queries.boards.item_content import ItemContent
from evaluation.queries.boards.results import item_scores
from evaluation.queries.tasks.access import task_access
from foundation.errors import ForbiddenError, NotFoundError
from morelkit.agreement.arrays import Floats
from morelkit.scoring.gold import GoldError


@dataclass(frozen=True, slots=True)
class SystemReader:
    """A reader of a scored submission. `team`: the one that counts for it, None for baselines and trials."""

    board: BoardReader
    submission: Submission
    team: BoardTeam | None
    own: bool
    score: Score


def system_reader(user: User | None, task: str, submission: int, now: datetime) -> SystemReader:
    """Return the reader of a system.

    Before a phase shows gold, other teams see what is on the board. Raises NotFoundError for submissions that are
    hidden from the reader as for those that do not exist, and ForbiddenError while the phase shows no scores.
    """
    here = task_access(user, task)
    found = (
        Submission.objects.select_related("upload__fact_sheet", "phase", "track")
        .filter(task=here.task, pk=submission, track__isnull=False)
        .first()
    )
    if found is None or found.track is None:
        raise _no_system()
    teams = board_teams(here.task)
    team = teams.get(found.team_id) if found.team_id is not None else None
    own_team = teams.get(here.team.pk) if here.team else None
    own = team is not None and own_team is not None and team.pk == own_team.pk
    try:
        reader = phase_reader(here, found.phase, now)
    except ForbiddenError:
        if own:
            raise
        raise _no_system() from None
    if not (own or here.organizes) and (reader.own_only or _is_hidden(found, team, reader.names_hidden)):
        raise _no_system()
    board = BoardReader(reader, found.track)
    if not (own or here.organizes or reader.gold_visible) and found.pk not in on_boards(board):
        raise _no_system()
    score = Score.objects.filter(submission=found, revision=reader.revision).first()
    if score is None:
        raise NotFoundError("The submission has no score under the present gold.", code="not_scored")
    return SystemReader(board, found, team, own, score)


def on_boards(of: BoardReader) -> set[int]:
    """Return the submissions that the board shows by any of its metrics."""
    entries = board_entries(of.phase, of.track, of.revision, board_teams(of.here.task))
    found = set()
    for metric in of.track.metrics:
        ranked = ranked_entries(entries, of.phase.board_rule, by_priority(of.track, metric))
        found |= {entry.submission for _, entry in ranked.teams}
        found |= {entry.submission for entry in ranked.others}
    return found


def system(of: SystemReader) -> SystemData:
    reader, submission, task = of.board, of.submission, of.board.here.task
    upload = submission.upload
    shows_items = reader.phase_reader.gold_visible
    return SystemData(
        submission=submission.pk,
        number=submission.number,
        kind=cast(Any, upload.kind),
        team_id=of.team.pk if of.team else None,
        team=of.team.name if of.team else upload.kind,
        own=of.own,
        system=upload.system,
        task=task.slug,
        phase=reader.phase.slug,
        track=reader.track.slug,
        received_at=upload.received_at,
        revision=reader.revision.number,
        signature=of.score.signature,
        n=of.score.n,
        metrics=board_metrics(task.format, reader.track),
        values=metric_scores(of.score.values),
        on_board=submission.pk in on_boards(reader),
        slices=_slices(of),
        answers=_answers(submission) if of.own or reader.here.organizes or shows_items else [],
        items_visible=shows_items,
    )


def system_items(
    of: SystemReader, order: str, after: tuple[float, str] | None, size: int
) -> list[SystemItem]:
    """Return up to `size` items after a sort key: (score, id) by the track's first metric, best or worst first.

    Raises ForbiddenError while single items are hidden.
    """
    require_items(of)
    gold, scores = scored_items(of)
    rows = ordered_items(of, gold, scores, order)
    if after is not None:
        sign = -1.0 if order == "best" else 1.0
        rows = [row for row in rows if (sign * row[0], row[1]) > (sign * after[0], after[1])]
    content = ItemContent(gold)
    predictions = content.predictions(of.submission)
    places = {id_: place for place, id_ in enumerate(gold.ids)}
    return [
        SystemItem(
            content.text(id_),
            content.gold(id_),
            content.labels(predictions.get(id_, {})),
            scores_at(scores, places[id_]),
        )
        for _, id_ in rows[:size]
    ]


def item_key(of: SystemReader, item: SystemItem) -> tuple[float, str]:
    """Return the sort key of an item."""
    values = item.scores
    return (values[first_metric(of, values)] if values else 0.0, item.item.id)


def require_items(of: SystemReader) -> None:
    if not of.board.phase_reader.gold_visible:
        raise ForbiddenError("This phase does not show single items now.", code="items_hidden")


def scored_items(of: SystemReader) -> tuple[TrackGold, dict[str, Floats]]:
    """Raises NotFoundError if the gold cannot be read."""
    try:
        gold = track_gold(of.board.revision, of.board.track, of.board.phase.split)
    except (GoldError, OSError) as error:
        raise NotFoundError("The gold of this track cannot be read.", code="no_gold") from error
    scores = {name: each for name, each in item_scores(of.score).items() if len(each) == len(gold.ids)}
    return gold, scores


def first_metric(of: SystemReader, scores: Mapping[str, Any]) -> str:
    """Return the first metric of the track that has scores of items."""
    metrics: list[str] = of.board.track.metrics
    return next(metric for metric in metrics if metric in scores)


def ordered_items(
    of: SystemReader, gold: TrackGold, scores: Mapping[str, Floats], order: str
) -> list[tuple[float, str]]:
    values = scores[first_metric(of, scores)].tolist() if scores else [0.0] * len(gold.ids)
    sign = -1.0 if order == "best" else 1.0
    rows = [(float(value), id_) for value, id_ in zip(values, gold.ids, strict=True)]
    return sorted(rows, key=lambda row: (sign * row[0], row[1]))


def scores_at(scores: Mapping[str, Floats], place: int) -> dict[str, float]:
    return {metric: float(each[place]) for metric, each in scores.items()}


def _is_hidden(submission: Submission, team: BoardTeam | None, names_hidden: bool) -> bool:
    """Return whether a submission shows to its team and organizers only."""
    if submission.withdrawn_at is not None or submission.disqualified_at is not None:
        return True
    return team is not None and (names_hidden or team.excluded)


def _slices(of: SystemReader) -> list[SliceScores]:
    if not of.board.phase_reader.gold_statistics_visible:
        return []
    try:
        gold = track_gold(of.board.revision, of.board.track, of.board.phase.split)
    except (GoldError, OSError):
        return []
    found = []
    for offer in offered_slices(of.board, gold):
        for name in offer.names:
            places = gold.slices[offer.field][name]
            scores = sliced_scores(of.board, gold, [of.submission.pk], places)[of.submission.pk]
            values = {metric: score for metric, (score, _) in scores.items()}
            found.append(SliceScores(offer.field, name, len(places), values))
    return found


def _answers(submission: Submission) -> list[SystemAnswer]:
    sheet = submission.upload.fact_sheet
    questions: list[dict[str, Any]] = sheet.questions if sheet else []
    answers: dict[str, Any] = submission.upload.answers
    return [
        SystemAnswer(each["key"], each.get("text", each["key"]), answers[each["key"]])
        for each in questions
        if each["key"] in answers
    ]


def _no_system() -> NotFoundError:
    return NotFoundError("There is no such system, or it is not shown.", code="no_system")
