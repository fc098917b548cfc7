"""The questionnaire about annotators."""

from rest_framework import serializers as s

from annotation.queries.people.questionnaire import CHOICES, DISCLOSABLE, LEVELS, QUESTIONS, SpokenLanguage
from annotation.services.people.questionnaire import MAX_CONSENT, MAX_LANGUAGES, MAX_NOTE
from api.common.base_schema import Shape
from api.common.response_schema import describes
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField


class SetQuestionnaireSerializer(Shape):
    """`version`: the one that was edited, 0 for none."""

    open = StrictBooleanField()
    consent = StrictTextField(max_length=MAX_CONSENT)
    questions = s.ListField(child=s.ChoiceField(choices=QUESTIONS), max_length=len(QUESTIONS))
    version = StrictIntegerField(min_value=0)


@describes(SpokenLanguage)
class SpokenLanguageSerializer(Shape):
    language = StrictTextField(max_length=100, help_text="A tag of BCP 47, or an English name.")
    level = s.ChoiceField(choices=LEVELS)


class AnswersSerializer(Shape):
    languages = s.ListField(
        child=SpokenLanguageSerializer(), required=False, default=list, max_length=MAX_LANGUAGES
    )
    education = s.ChoiceField(choices=CHOICES["education"], required=False, default="", allow_blank=True)
    field = s.ChoiceField(choices=CHOICES["field"], required=False, default="", allow_blank=True)
    experience = s.ChoiceField(choices=CHOICES["experience"], required=False, default="", allow_blank=True)
    age = s.ChoiceField(choices=CHOICES["age"], required=False, default="", allow_blank=True)
    note = StrictTextField(required=False, default="", allow_blank=True, max_length=MAX_NOTE)
    undisclosed = s.ListField(
        child=s.ChoiceField(choices=DISCLOSABLE),
        required=False,
        default=list,
        max_length=len(QUESTIONS),
    )


class AnswerQuestionnaireSerializer(Shape):
    """`agreed`: the person consents to the text of this version."""

    version = StrictIntegerField(min_value=1)
    agreed = StrictBooleanField()
    answers = AnswersSerializer()
