"""Tables of shared tasks."""

from evaluation.models.board import BoardStatistics, Bundle, PastBoard
from evaluation.models.fact_sheet import FactSheetVersion
from evaluation.models.gold import GoldPart, GoldRevision
from evaluation.models.message import Announcement, MessagesRead, TaskMessage
from evaluation.models.submission import AttemptSlot, QuotaSlot, Score, Submission, Upload
from evaluation.models.task import Organizer, Phase, PhaseChange, Task, Track
from evaluation.models.team import TaskInvitation, Team, TeamMember, TeamName

__all__ = [
    "Announcement",
    "AttemptSlot",
    "BoardStatistics",
    "Bundle",
    "FactSheetVersion",
    "GoldPart",
    "GoldRevision",
    "MessagesRead",
    "Organizer",
    "PastBoard",
    "Phase",
    "PhaseChange",
    "QuotaSlot",
    "Score",
    "Submission",
    "Task",
    "TaskInvitation",
    "TaskMessage",
    "Team",
    "TeamMember",
    "TeamName",
    "Track",
    "Upload",
]
