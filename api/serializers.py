"""The shapes of the API. Requests are validated by them; answers are described by them and built by queries."""

from typing import Any

from rest_framework import serializers as s

from annotation.domain.links import MAX_LENGTH as MAX_ADDRESS
from annotation.domain.preferences import LINE_HEIGHT, MAX_STROKE, SNAPS, TEXT_SIZE, THEMES
from annotation.domain.records import FIELDS
from annotation.models import Assignment, Import, Job, Membership, Page, Project, Reference
from api.fields import StrictBooleanField, StrictIntegerField, StrictTextField, StrictUUIDField

FIELD_NAMES = [field.name for field in FIELDS]
LINK_KINDS = ["wikipedia", "other"]
STATUSES = ["new", "draft", "submitted", "edited"]
MAX_KEY = 2**63 - 1


# The framework's base class, for values of any type. A docstring would be taken for that of every shape.
class Shape(s.Serializer[Any]):
    pass


class PreferencesSerializer(Shape):
    """Empty locale: the browser's. Sizes: 1 is as designed. Keys: of commands, "" for none. Empty time zone: UTC."""

    locale = s.CharField(allow_blank=True)
    theme = s.ChoiceField(choices=THEMES)
    text_size = s.FloatField(min_value=TEXT_SIZE[0], max_value=TEXT_SIZE[1])
    line_height = s.FloatField(min_value=LINE_HEIGHT[0], max_value=LINE_HEIGHT[1])
    snap = s.DictField(child=s.ChoiceField(choices=SNAPS))
    keys = s.DictField(child=s.CharField(allow_blank=True, max_length=MAX_STROKE))
    time_zone = s.CharField(allow_blank=True)


class UserSerializer(Shape):
    username = s.CharField()
    display_name = s.CharField()
    is_superuser = s.BooleanField()
    preferences = PreferencesSerializer()


class SessionSerializer(Shape):
    user = UserSerializer(allow_null=True)


class LoginSerializer(Shape):
    username = s.CharField(max_length=150)
    password = s.CharField(max_length=1_000, trim_whitespace=False)


class MyProgressSerializer(Shape):
    """Of the person's own work. `todo`: held and not begun. `items`: work items in their languages.

    `today`: submitted since midnight, where the person is.
    """

    todo = s.IntegerField()
    submitted = s.IntegerField()
    drafts = s.IntegerField()
    skipped = s.IntegerField()
    items = s.IntegerField()
    today = s.IntegerField()


class ProjectProgressSerializer(Shape):
    items = s.IntegerField()
    complete = s.IntegerField()
    annotations = s.IntegerField()


class CurrentDraftSerializer(Shape):
    item = s.IntegerField()
    question = s.CharField()
    spans = s.IntegerField()


class ProjectCardSerializer(Shape):
    slug = s.CharField()
    name = s.CharField()
    description = s.CharField()
    role = s.ChoiceField(choices=Membership.Role.choices)
    languages = s.ListField(child=s.CharField())
    mine = MyProgressSerializer()
    project = ProjectProgressSerializer()
    agreement = s.FloatField(allow_null=True)
    counted = s.IntegerField()
    policy = s.CharField()
    current = CurrentDraftSerializer(allow_null=True)


class ChoiceSerializer(Shape):
    name = s.CharField()
    text = s.CharField()
    key = s.CharField(allow_blank=True)


class ItemLabelSerializer(Shape):
    name = s.CharField()
    text = s.CharField()
    required = s.BooleanField()  # type: ignore[assignment]  # a field of the shape, not of the class
    choices = ChoiceSerializer(many=True)


class SpanLabelSerializer(Shape):
    name = s.CharField()
    text = s.CharField()
    color = s.IntegerField()
    key = s.CharField(allow_blank=True)


class SchemeSerializer(Shape):
    version = s.IntegerField()
    uses_spans = s.BooleanField()
    span_labels = SpanLabelSerializer(many=True)
    item_labels = ItemLabelSerializer(many=True)
    evidence = s.ChoiceField(choices=["off", "optional", "required"])


class ProjectLanguageSerializer(Shape):
    language = s.CharField()
    spelling = s.CharField()
    redundancy = s.IntegerField()
    closed = s.BooleanField()


class ProjectSerializer(Shape):
    slug = s.CharField()
    name = s.CharField()
    description = s.CharField()
    role = s.ChoiceField(choices=Membership.Role.choices)
    assignment = s.ChoiceField(choices=Project.AssignmentPolicy.choices)
    redundancy = s.IntegerField()
    policy = s.CharField()
    other_sources = s.BooleanField(help_text="Links may lead elsewhere than to Wikipedia.")
    languages = ProjectLanguageSerializer(many=True)
    my_languages = s.ListField(child=s.CharField())
    scheme = SchemeSerializer()
    mine = MyProgressSerializer()


class SpanSerializer(Shape):
    """Half-open, in code points of the answer."""

    id = s.CharField()
    start = s.IntegerField()
    end = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]  # a field of the shape, not of the class


class LinkSerializer(Shape):
    """Only `url` is read; the rest is always there in answers, under the title the page has.

    `reference`: the snapshot, once it is stored; `state` and `problem` as there.
    """

    url = s.CharField()
    language = s.CharField(allow_blank=True)
    title = s.CharField(allow_blank=True)
    kind = s.ChoiceField(choices=LINK_KINDS, required=False)
    revision = s.CharField(allow_blank=True, required=False, help_text="Where the link names an old one.")
    reference = s.IntegerField(allow_null=True, required=False)
    state = s.ChoiceField(choices=Page.State.choices, required=False)
    problem_code = s.CharField(allow_blank=True, required=False)
    problem = s.CharField(allow_blank=True, required=False)


class EvidenceSerializer(Shape):
    """For a span, by its id: a passage of a snapshot, or that the reference is silent.

    `start` and `end` are code points of the snapshot's extract, `exact` is what stands there, `prefix` and `suffix` the
    32 characters around it. Where it is silent they are 0 and empty, and `snapshot` may be null.
    """

    span = s.CharField()
    kind = s.ChoiceField(choices=["passage", "silent"])
    snapshot = s.IntegerField(allow_null=True)
    start = s.IntegerField()
    end = s.IntegerField()
    exact = s.CharField(allow_blank=True)
    prefix = s.CharField(allow_blank=True)
    suffix = s.CharField(allow_blank=True)


class ContentSerializer(Shape):
    spans = SpanSerializer(many=True)
    labels = s.DictField(child=s.CharField())
    nothing_to_mark = s.BooleanField()
    unsure = s.BooleanField()
    comment = s.CharField(allow_blank=True)
    links = LinkSerializer(many=True)
    evidence = EvidenceSerializer(
        many=True, required=False, help_text="Always there in answers; not sent, none."
    )
    active_seconds = s.IntegerField()


class AnnotationStateSerializer(Shape):
    """`revision`: number of the head, 0 before the first save. `edited`: a draft over a submitted revision."""

    revision = s.IntegerField()
    submitted_revision = s.IntegerField(allow_null=True)
    status = s.ChoiceField(choices=STATUSES)
    surplus = s.BooleanField()
    saved_at = s.DateTimeField(allow_null=True)
    content = ContentSerializer()


class PageNameSerializer(Shape):
    language = s.CharField()
    title = s.CharField()
    url = s.CharField()


class AuthorSerializer(Shape):
    first = s.CharField(allow_blank=True)
    last = s.CharField(allow_blank=True)


class ReferenceSerializer(Shape):
    """A snapshot, which never changes. Where none is stored, `id` is null and `state` says how that stands:

    `none`: nobody has asked for it; `waiting`: it is being fetched; `failed`: see `problem`, trying again may help;
    `missing`: there is no such page. `extract` is plain text with `== headings ==`. `languages`: the page elsewhere.
    """

    id = s.IntegerField(allow_null=True)
    kind = s.ChoiceField(choices=Reference.Kind.choices)
    state = s.ChoiceField(choices=Page.State.choices)
    problem_code = s.CharField(allow_blank=True)
    problem = s.CharField(allow_blank=True)
    language = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    title = s.CharField(allow_blank=True)
    url = s.CharField(allow_blank=True)
    revision_id = s.CharField(allow_blank=True)
    revision_url = s.CharField(allow_blank=True, help_text="Of that very revision.")
    revised_at = s.DateTimeField(allow_null=True)
    fetched_at = s.DateTimeField(allow_null=True)
    extract = s.CharField(allow_blank=True)
    languages = PageNameSerializer(many=True)
    authors = AuthorSerializer(many=True)
    abstract = s.CharField(allow_blank=True, help_text="Of a publication: its extract.")
    doi = s.CharField(allow_blank=True)


class _ItemHeadSerializer(Shape):
    id = s.IntegerField()
    external_id = s.CharField()
    language = s.CharField()
    spelling = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    question = s.CharField()


class WorkItemSerializer(_ItemHeadSerializer):
    answer = s.CharField()
    answer_sha256 = s.CharField()
    reference = ReferenceSerializer(allow_null=True)
    reference_url = s.CharField()
    scheme_version = s.IntegerField(help_text="Of the scheme in force.")
    annotation = AnnotationStateSerializer()
    assigned = s.ChoiceField(choices=Assignment.State.choices)
    unread = s.IntegerField(help_text="Messages of one's thread that one has not seen.")
    previous = s.IntegerField(allow_null=True, help_text="Among one's own items, as they were given.")
    next = s.IntegerField(allow_null=True)


class NextRequestSerializer(Shape):
    beside = StrictIntegerField(required=False, min_value=0, max_value=MAX_KEY)


class NextSerializer(Shape):
    item = WorkItemSerializer(allow_null=True)
    reason = s.ChoiceField(choices=["", "done", "no_items", "closed"])
    mine = MyProgressSerializer()


class SaveSerializer(Shape):
    """`content` is checked against the answer and the scheme by the service, which names every problem in it."""

    save_id = StrictUUIDField()
    base_revision = StrictIntegerField(min_value=0)
    answer_sha256 = s.CharField(max_length=64)
    submit = StrictBooleanField()
    content = ContentSerializer()


class SaveRequestSerializer(SaveSerializer):
    content = s.DictField()  # type: ignore[assignment]  # read as it is, by the service


class SavedSerializer(Shape):
    annotation = AnnotationStateSerializer()


class SkipSerializer(Shape):
    reason = StrictTextField(allow_blank=True)


class MyAnnotationSerializer(Shape):
    item = s.IntegerField()
    external_id = s.CharField()
    language = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    question = s.CharField()
    status = s.ChoiceField(choices=[*STATUSES, "skipped"])
    saved_at = s.DateTimeField(allow_null=True)
    spans = s.IntegerField()
    nothing_to_mark = s.BooleanField()
    unsure = s.BooleanField()


class RevisionSerializer(Shape):
    number = s.IntegerField()
    saved_at = s.DateTimeField()
    submit = s.BooleanField()
    content = ContentSerializer()


class TodaySerializer(Shape):
    """`unread`: threads with something unread; for leads, threads that wait for an answer."""

    submitted = s.IntegerField()
    active_seconds = s.IntegerField()
    unread = s.IntegerField()


class MessageSerializer(Shape):
    """`author`: "" where the account is gone."""

    id = s.UUIDField()
    from_lead = s.BooleanField()
    author = s.CharField(allow_blank=True)
    mine = s.BooleanField()
    text = s.CharField()
    sent_at = s.DateTimeField()


class SendMessageSerializer(Shape):
    """`annotator`: for leads, whose thread; without it one's own."""

    message_id = StrictUUIDField()
    text = StrictTextField(allow_blank=True)
    annotator = StrictTextField(required=False, default="", allow_blank=True, max_length=200)


class ThreadSerializer(Shape):
    """`waiting`: the last word is the annotator's. `unread`: by oneself; leads read as one."""

    item = s.IntegerField()
    external_id = s.CharField()
    language = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    question = s.CharField()
    annotator = s.CharField()
    name = s.CharField()
    last = MessageSerializer()
    count = s.IntegerField()
    waiting = s.BooleanField()
    unread = s.IntegerField()


class GuidelinesSerializer(Shape):
    language = s.CharField()
    version = s.IntegerField()
    html = s.CharField(help_text="Safe: rendered from Markdown and sanitized here.")


class FiguresSerializer(Shape):
    """`counted`: items with n ≥ 2, over which `agreement` is the mean. The extremes are over all items."""

    items = s.IntegerField()
    complete = s.IntegerField()
    annotations = s.IntegerField()
    counted = s.IntegerField()
    agreement = s.FloatField(allow_null=True)
    annotators_min = s.IntegerField()
    annotators_max = s.IntegerField()
    over_full = s.IntegerField()


class LanguageFiguresSerializer(FiguresSerializer):
    language = s.CharField()
    spelling = s.CharField()
    redundancy = s.IntegerField()
    closed = s.BooleanField()


class SummarySerializer(Shape):
    policy = s.CharField()
    version = s.IntegerField()
    surplus = s.IntegerField()
    overall = FiguresSerializer()
    languages = LanguageFiguresSerializer(many=True)


class RunSerializer(Shape):
    """A maximal run of code points marked by the same number of annotators."""

    start = s.IntegerField()
    end = s.IntegerField()
    count = s.IntegerField()


class ItemRowSerializer(_ItemHeadSerializer):
    answer_length = s.IntegerField(help_text="Code points.")
    n = s.IntegerField()
    redundancy = s.IntegerField()
    agreement = s.FloatField(allow_null=True)
    status = s.ChoiceField(choices=["open", "complete", "over-full"])
    drafts = s.IntegerField()
    unsure = s.IntegerField()
    comments = s.IntegerField()
    ties = s.IntegerField(help_text="Characters marked by exactly half.")
    gold_characters = s.IntegerField()
    runs = RunSerializer(many=True)


class GoldSpanSerializer(Shape):
    start = s.IntegerField()
    end = s.IntegerField()


class ItemLabelGoldSerializer(Shape):
    value = s.CharField(allow_null=True)
    share = s.FloatField()
    n = s.IntegerField()
    tie = s.BooleanField()


class ItemAnnotationSerializer(ContentSerializer):
    annotator = s.CharField()
    name = s.CharField()
    status = s.ChoiceField(choices=["counted", "draft", "surplus", "excluded"])
    normalized = GoldSpanSerializer(many=True)
    submitted_at = s.DateTimeField(allow_null=True)
    reason = s.CharField(allow_blank=True)


class ItemViewSerializer(_ItemHeadSerializer):
    answer = s.CharField()
    model_id = s.CharField()
    split = s.CharField()
    reference = ReferenceSerializer(allow_null=True)
    reference_url = s.CharField()
    policy = s.CharField()
    n = s.IntegerField()
    redundancy = s.IntegerField()
    agreement = s.FloatField(allow_null=True)
    status = s.ChoiceField(choices=["open", "complete", "over-full"])
    runs = RunSerializer(many=True)
    gold = GoldSpanSerializer(many=True)
    item_labels = s.DictField(child=ItemLabelGoldSerializer())
    annotations = ItemAnnotationSerializer(many=True)
    previous = s.IntegerField(allow_null=True)
    next = s.IntegerField(allow_null=True)
    position = s.IntegerField(allow_null=True)
    total = s.IntegerField()


class CloseLanguageSerializer(Shape):
    closed = StrictBooleanField()


class ImportFieldSerializer(Shape):
    name = s.ChoiceField(choices=FIELD_NAMES)
    required = s.BooleanField()  # type: ignore[assignment]  # a field of the shape, not of the class


class ImportProblemSerializer(Shape):
    file = s.CharField()
    line = s.IntegerField()
    field = s.CharField()
    code = s.CharField()
    detail = s.CharField()


class ImportWarningSerializer(Shape):
    code = s.ChoiceField(choices=["blank_answer", "unreadable", "with_annotations"])
    count = s.IntegerField()
    detail = s.CharField()


class ImportSerializer(Shape):
    id = s.IntegerField()
    kind = s.ChoiceField(choices=Import.Kind.choices)
    state = s.ChoiceField(choices=Import.State.choices)
    filename = s.CharField()
    format = s.ChoiceField(choices=["jsonl", "csv", "tsv"])
    encoding = s.CharField()
    delimiter = s.CharField(allow_blank=True)
    columns = s.ListField(child=s.CharField())
    mapping = s.DictField(child=s.CharField())
    fields = s.ListField(child=ImportFieldSerializer())  # type: ignore[assignment]  # a field of the shape
    preview = s.ListField(child=s.DictField(child=s.CharField()))
    done = s.IntegerField()
    total = s.IntegerField()
    added = s.IntegerField()
    unchanged = s.IntegerField()
    differing = s.IntegerField()
    problems = ImportProblemSerializer(many=True)
    problem_count = s.IntegerField()
    warnings = ImportWarningSerializer(many=True)
    message = s.CharField(allow_blank=True)
    created_at = s.DateTimeField()
    created_by = s.CharField(allow_blank=True)
    undoable = s.BooleanField()


class UploadSerializer(Shape):
    file = s.FileField()
    kind = s.ChoiceField(choices=Import.Kind.choices)


class StartImportSerializer(Shape):
    mapping = s.DictField(child=s.CharField(), required=False, default=dict)


class RetrySerializer(Shape):
    """`url`: of a page that one consults; without it, the page that the item refers to."""

    url = s.CharField(required=False, max_length=MAX_ADDRESS)


class StartFetchSerializer(Shape):
    """`refresh`: every page once more, also those that are stored or were missing."""

    refresh = StrictBooleanField()


class FetchProblemSerializer(Shape):
    """A page that could not be had at the last try, and the first of the items that refer to it."""

    code = s.CharField()
    detail = s.CharField()
    language = s.CharField()
    title = s.CharField()
    url = s.CharField()
    stored = s.BooleanField(help_text="An earlier snapshot is there.")
    items = s.ListField(child=s.CharField())
    item_count = s.IntegerField()


class FetchRunSerializer(Shape):
    id = s.IntegerField()
    state = s.ChoiceField(choices=Job.State.choices)
    refresh = s.BooleanField()
    done = s.IntegerField()
    total = s.IntegerField()
    failed = s.IntegerField()
    message = s.CharField(allow_blank=True)


class JobSerializer(FetchRunSerializer):
    problems = FetchProblemSerializer(many=True)


class ReferencesSerializer(Shape):
    """`items` refer to a page, `served` of them have a snapshot, and `snapshots` they are."""

    enabled = s.BooleanField()
    items = s.IntegerField()
    served = s.IntegerField()
    snapshots = s.IntegerField()
    problems = FetchProblemSerializer(many=True)
    run = FetchRunSerializer(allow_null=True)


class FieldErrorSerializer(Shape):
    pointer = s.CharField()
    code = s.CharField()
    detail = s.CharField()


class ProblemSerializer(Shape):
    """RFC 9457. `current` comes with a 409."""

    type = s.CharField()
    title = s.CharField()
    status = s.IntegerField()
    detail = s.CharField()
    errors = FieldErrorSerializer(many=True)  # type: ignore[assignment]  # a field of the shape
    current = AnnotationStateSerializer(required=False)
