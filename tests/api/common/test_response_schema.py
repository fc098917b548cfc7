"""OpenAPI components are derived from dataclasses and TypedDicts."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypedDict

import pytest
from django.db.models import TextChoices
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.views import APIView

from api.common.openapi import listing
from api.common.renderers import JSONRenderer
from api.common.response_schema import describes


class Weather(TextChoices):
    DRY = "dry", "Dry"
    WET = "wet", "Wet"


class Stored(TypedDict):
    share: float


@dataclass(frozen=True)
class Mark:
    start: int


@describes(Mark)
class MarkSerializer(serializers.Serializer[Any]):
    start = serializers.IntegerField(min_value=0)


@dataclass(frozen=True)
class Base:
    at: datetime | None


@dataclass(frozen=True)
class ForecastData(Base):
    """Tomorrow's."""

    weather: Weather
    wind: Literal["calm", "storm"] | None
    degrees: Annotated[list[float], {"minItems": 2}, "Celsius."]
    by_hour: dict[str, int]
    stored: Stored | None
    nested: Annotated[list[list[bool]], "A grid."]
    marks: tuple[Mark, ...]
    anything: dict[str, Any]


def components(responses: Any) -> dict[str, Any]:
    class View(APIView):
        @extend_schema(operation_id="forecast", responses=responses)
        def get(self, request: Any) -> None: ...

    return SchemaGenerator(patterns=[path("forecast/", View.as_view())]).get_schema(public=True)[
        "components"
    ]["schemas"]


def test_fields_become_properties_and_all_are_required():
    forecast = components(ForecastData)["Forecast"]
    assert forecast["description"] == "Tomorrow's."
    assert forecast["required"] == sorted(forecast["properties"])
    assert forecast["properties"] == {
        "at": {"type": "string", "format": "date-time", "nullable": True},
        "weather": {"$ref": "#/components/schemas/WeatherEnum"},
        "wind": {
            "nullable": True,
            "oneOf": [{"$ref": "#/components/schemas/WindEnum"}, {"$ref": "#/components/schemas/NullEnum"}],
        },
        "degrees": {
            "type": "array",
            "items": {"type": "number", "format": "double"},
            "minItems": 2,
            "description": "Celsius.",
        },
        "by_hour": {"type": "object", "additionalProperties": {"type": "integer"}},
        "stored": {"allOf": [{"$ref": "#/components/schemas/Stored"}], "nullable": True},
        "nested": {
            "type": "array",
            "items": {"type": "array", "items": {"type": "boolean"}},
            "description": "A grid.",
        },
        "marks": {"type": "array", "items": {"$ref": "#/components/schemas/Mark"}},
        "anything": {"type": "object", "additionalProperties": {}},
    }


def test_choices_keep_the_order_of_their_class():
    found = components(ForecastData)
    assert found["WeatherEnum"] == {"type": "string", "enum": ["dry", "wet"]}
    assert found["WindEnum"] == {"type": "string", "enum": ["calm", "storm"]}


def test_a_class_without_a_docstring_has_no_description():
    assert "description" not in components(Mark)["Mark"]


def test_a_type_of_requests_and_responses_has_the_component_of_its_serializer():
    assert components(ForecastData)["Mark"]["properties"] == {"start": {"type": "integer", "minimum": 0}}


def test_a_list_component_is_named_after_its_rows():
    found = components(listing(of=ForecastData))["ForecastList"]
    assert found["properties"] == {
        "results": {"type": "array", "items": {"$ref": "#/components/schemas/Forecast"}},
        "next": {"type": "string", "nullable": True},
    }


def test_a_type_without_a_json_form_is_refused():
    @dataclass(frozen=True)
    class Wrong:
        names: set[str]

    with pytest.raises(TypeError, match="set"):
        components(Wrong)


def test_the_renderer_writes_fields_in_their_order():
    forecast = ForecastData(
        at=datetime(2026, 1, 2, 3, 4, 5, 6000, UTC),
        weather=Weather.DRY,
        wind=None,
        degrees=[1.0, 2.5],
        by_hour={"1": 2},
        stored={"share": 0.5},
        nested=[[True]],
        marks=(Mark(3),),
        anything={"key": [1]},
    )
    assert JSONRenderer().render(forecast) == (
        b'{"at":"2026-01-02T03:04:05.006000+00:00","weather":"dry","wind":null,"degrees":[1.0,2.5],'
        b'"by_hour":{"1":2},"stored":{"share":0.5},"nested":[[true]],"marks":[{"start":3}],"anything":{"key":[1]}}'
    )
