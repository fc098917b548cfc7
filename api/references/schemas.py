"""References, and the fetching of them."""

from rest_framework import serializers as s

from annotation.models import Page, Reference
from annotation.references.provider import MAX_ADDRESS_LENGTH
from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField
from foundation.models import Job


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


class RetrySerializer(Shape):
    """`url`: of a page that one consults; without it, the page that the item refers to."""

    url = s.CharField(required=False, max_length=MAX_ADDRESS_LENGTH)


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
