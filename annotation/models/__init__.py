"""Tables, database constraints and shared querysets. Writes are in `services`, reads in `queries`."""

from annotation.models.adjudication import Adjudication, RuleApplication
from annotation.models.annotation import Annotation, AnnotationRevision, Assignment
from annotation.models.completion import CompletedLanguage
from annotation.models.creation import Candidate, Question, Verdict
from annotation.models.crowd_study import CrowdStudy, CrowdWorker
from annotation.models.erasure import Erasure
from annotation.models.exclusion import ExcludedAnnotation, Exclusion, ItemOfExclusion
from annotation.models.exposure import Exposure, ExposurePolicy
from annotation.models.import_ import Import
from annotation.models.invitation import Invitation
from annotation.models.item import ImportedLabels, Item
from annotation.models.item_change import ChangedItem, ItemChange
from annotation.models.item_image import ItemImage, ItemImageUse
from annotation.models.learning import Training, Trial
from annotation.models.message import Message, Thread
from annotation.models.project import (
    Acceptance,
    Annotator,
    Guidelines,
    GuidelinesImage,
    GuidelinesImageUse,
    Membership,
    NamesShownPeriod,
    Project,
    ProjectLanguage,
)
from annotation.models.questionnaire import Questionnaire, QuestionnaireAnswer
from annotation.models.reference import Consultation, Page, Reference
from annotation.models.release import Release
from annotation.models.reopening import Reopening
from annotation.models.review import Review
from annotation.models.saved_view import SavedView
from annotation.models.selection import Selection, SelectionSource
from annotation.models.source import Source, SourceQuote, SourceRecord
from annotation.models.statistics import (
    AnnotatorStatistics,
    Breakdowns,
    ComputedStatistics,
    ItemStatistic,
    Rollup,
)
from annotation.models.tag import ItemTag, Tag

__all__ = [
    "Acceptance",
    "Adjudication",
    "Annotation",
    "AnnotationRevision",
    "Annotator",
    "AnnotatorStatistics",
    "Assignment",
    "Breakdowns",
    "Candidate",
    "ChangedItem",
    "CompletedLanguage",
    "ComputedStatistics",
    "Consultation",
    "CrowdStudy",
    "CrowdWorker",
    "Erasure",
    "ExcludedAnnotation",
    "Exclusion",
    "Exposure",
    "ExposurePolicy",
    "Guidelines",
    "GuidelinesImage",
    "GuidelinesImageUse",
    "Import",
    "ImportedLabels",
    "Invitation",
    "Item",
    "ItemChange",
    "ItemImage",
    "ItemImageUse",
    "ItemOfExclusion",
    "ItemStatistic",
    "ItemTag",
    "Membership",
    "Message",
    "NamesShownPeriod",
    "Page",
    "Project",
    "ProjectLanguage",
    "Question",
    "Questionnaire",
    "QuestionnaireAnswer",
    "Reference",
    "Release",
    "Reopening",
    "Review",
    "Rollup",
    "RuleApplication",
    "SavedView",
    "Selection",
    "SelectionSource",
    "Source",
    "SourceQuote",
    "SourceRecord",
    "Tag",
    "Thread",
    "Training",
    "Trial",
    "Verdict",
]
