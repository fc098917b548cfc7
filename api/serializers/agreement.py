"""The dear figures. What is null is named under `undefined`, with the reason."""

from rest_framework import serializers as s

from annotation.domain.figures.spans import BINS
from annotation.domain.figures.undefined import Undefined
from annotation.models import Job
from api.fields import StrictBooleanField
from api.serializers.shape import Shape


class UndefinedSerializer(Shape):
    figure = s.CharField()
    code = s.ChoiceField(choices=[reason.value for reason in Undefined])
    detail = s.CharField()


class MeasuresSerializer(Shape):
    """`interval`: 2.5 and 97.5 percentiles. `distribution`: items by agreement, in equal steps from 0 to 1."""

    agreement = s.FloatField(allow_null=True)
    interval = s.ListField(child=s.FloatField(), min_length=2, max_length=2, allow_null=True)
    alpha = s.FloatField(allow_null=True)
    character_f1 = s.FloatField(allow_null=True)
    exact_f1 = s.FloatField(allow_null=True)
    overlap_f1 = s.FloatField(allow_null=True)
    distribution = s.ListField(child=s.IntegerField(), min_length=BINS, max_length=BINS)
    undefined = UndefinedSerializer(many=True)


class SpanLabelMeasuresSerializer(MeasuresSerializer):
    name = s.CharField()


class PointSerializer(Shape):
    """`error`: the standard error of sampling; 0 where every subset was worked out."""

    k = s.IntegerField()
    agreement = s.FloatField()
    error = s.FloatField()


class ItemLabelMeasuresSerializer(Shape):
    """`n`: annotations that set the label. `counted`: items with two of them or more."""

    name = s.CharField()
    n = s.IntegerField()
    counted = s.IntegerField()
    alpha = s.FloatField(allow_null=True)
    percentage = s.FloatField(allow_null=True)
    undefined = UndefinedSerializer(many=True)


class ContingencySerializer(Shape):
    """One count for each annotation that sets both item labels."""

    rows = s.CharField()
    columns = s.CharField()
    row_choices = s.ListField(child=s.CharField())
    column_choices = s.ListField(child=s.CharField())
    counts = s.ListField(child=s.ListField(child=s.IntegerField()))
    n = s.IntegerField()
    freedom = s.IntegerField(help_text="Degrees of freedom.")
    chi_square = s.FloatField(allow_null=True)
    cramers_v = s.FloatField(allow_null=True)
    undefined = UndefinedSerializer(many=True)


class DearFiguresSerializer(MeasuresSerializer):
    """`floor`: 1/n of the item with most annotations. `curve_sampled`: items whose points are estimated."""

    items = s.IntegerField()
    counted = s.IntegerField()
    annotators_min = s.IntegerField()
    annotators_max = s.IntegerField()
    ns = s.ListField(child=s.IntegerField(), help_text="Those n of counted items that occur.")
    policy = s.CharField()
    floor = s.FloatField(allow_null=True)
    resamples = s.IntegerField()
    curve = PointSerializer(many=True)
    curve_sampled = s.IntegerField()
    span_labels = SpanLabelMeasuresSerializer(many=True)
    item_labels = ItemLabelMeasuresSerializer(many=True)
    tables = ContingencySerializer(many=True)


class LanguageDearFiguresSerializer(Shape):
    """`figures`: null until they were worked out."""

    language = s.CharField()
    spelling = s.CharField()
    figures = DearFiguresSerializer(allow_null=True)


class ComputationSerializer(Shape):
    state = s.ChoiceField(choices=Job.State.choices)
    done = s.IntegerField(help_text="Items.")
    total = s.IntegerField()
    message = s.CharField(allow_blank=True)


class AgreementSerializer(Shape):
    """`as_of`: when they were worked out, null: never. `stale`: something has changed since, `saves_since` counts
    the annotations that were submitted. `due`: looking is reason enough to have them worked out anew.
    """

    policy = s.CharField(help_text="In force; figures name their own.")
    version = s.IntegerField(
        help_text="Of the project, as in its summary: what is behind it has not been seen."
    )
    as_of = s.DateTimeField(allow_null=True)
    stale = s.BooleanField()
    saves_since = s.IntegerField()
    due = s.BooleanField()
    run = ComputationSerializer(allow_null=True)
    overall = DearFiguresSerializer(allow_null=True)
    languages = LanguageDearFiguresSerializer(many=True)


class ComputeSerializer(Shape):
    """`asked`: somebody wants them now. Else they are worked out only where they are due."""

    asked = StrictBooleanField()
