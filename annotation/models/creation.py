"""The creation step: questions with candidate answers, of which one is accepted and becomes an item."""

from django.db import models
from django.db.models import Exists, OuterRef, Q

from annotation.models.import_ import Import
from annotation.models.item import Item
from annotation.models.project import Annotator, Project
from annotation.models.reference import Page, Reference


class QuestionQuerySet(models.QuerySet["Question"]):
    def visible(self, project: Project) -> "QuestionQuerySet":
        """Questions of the project with a candidate whose import is published."""
        return self.filter(
            Exists(Candidate.objects.visible().filter(question=OuterRef("pk"))), project=project
        )

    def with_candidates_left(self) -> "QuestionQuerySet":
        """Open questions with an undecided candidate."""
        left = Candidate.objects.visible().filter(question=OuterRef("pk"), state=Candidate.State.UNDECIDED)
        return self.filter(Exists(left), state=Question.State.OPEN)


class Question(models.Model):
    """A question that waits for an item, and the reference that all its candidates share."""

    class State(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        UNUSABLE = "unusable"

    project = models.ForeignKey(Project, models.CASCADE)
    language = models.CharField(max_length=64, help_text="BCP 47, lower case; und: none.")
    text = models.TextField()
    text_sha256 = models.CharField(max_length=64)
    reference = models.ForeignKey(Reference, models.PROTECT, null=True, blank=True)
    reference_url = models.TextField(blank=True)
    page = models.ForeignKey(Page, models.PROTECT, null=True, help_text="That the address names.")
    state = models.CharField(max_length=16, choices=State.choices, default=State.OPEN)
    held_by = models.ForeignKey(Annotator, models.SET_NULL, null=True, blank=True)
    held_until = models.DateTimeField(null=True, blank=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "language", "text_sha256"], name="question_unique_in_language"
            ),
        ]
        indexes = [models.Index(fields=["project", "state", "id"], name="questions_by_state")]

    def __str__(self) -> str:
        return self.text[:80]


class CandidateQuerySet(models.QuerySet["Candidate"]):
    def visible(self) -> "CandidateQuerySet":
        """Candidates whose import is published."""
        return self.filter(imported_by__published_at__isnull=False)


class Candidate(models.Model):
    """An answer to a question, with everything that its item will have."""

    class State(models.TextChoices):
        UNDECIDED = "undecided"
        REJECTED = "rejected"
        ACCEPTED = "accepted"

    project = models.ForeignKey(Project, models.CASCADE)
    question = models.ForeignKey(Question, models.CASCADE)
    imported_by = models.ForeignKey(Import, models.PROTECT)
    external_id = models.CharField(max_length=500)
    model_id = models.TextField(blank=True)
    record = models.TextField(help_text="JSON object: the item that it becomes (`ItemRecord`).")
    record_sha256 = models.CharField(max_length=64, help_text="Of all imported fields.")
    content_sha256 = models.CharField(max_length=64, help_text="Of all imported fields but the id.")
    rank = models.BigIntegerField(help_text="Seeded; the lowest undecided one is shown.")
    state = models.CharField(max_length=16, choices=State.choices, default=State.UNDECIDED)
    item = models.OneToOneField(Item, models.SET_NULL, null=True, blank=True)

    objects = CandidateQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "external_id"], name="candidate_id_unique_in_project"),
            models.UniqueConstraint(
                fields=["question", "content_sha256"], name="candidate_unique_in_question"
            ),
            models.UniqueConstraint(
                fields=["question"], condition=Q(state="accepted"), name="one_accepted_candidate"
            ),
        ]
        indexes = [models.Index(fields=["question", "state", "rank"], name="candidates_in_drawn_order")]

    def __str__(self) -> str:
        return self.external_id


class Verdict(models.Model):
    """What a person decided about a candidate or a question. Rows stay; an undone one does not apply any more."""

    class Kind(models.TextChoices):
        ACCEPT = "accept"
        REJECT = "reject"
        UNUSABLE = "unusable"

    question = models.ForeignKey(Question, models.CASCADE)
    candidate = models.ForeignKey(Candidate, models.CASCADE, help_text="That was shown.")
    annotator = models.ForeignKey(Annotator, models.CASCADE)
    verdict_id = models.UUIDField(help_text="Made by the client: the same verdict arrives once.")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        Annotator, models.SET_NULL, null=True, blank=True, related_name="undone_verdicts"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotator", "verdict_id"], name="verdict_arrives_once"),
        ]
        indexes = [
            models.Index(
                fields=["annotator", "id"], condition=Q(undone_at__isnull=True), name="own_verdicts_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.candidate_id} by {self.annotator_id}"
