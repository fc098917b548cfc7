"""Helpers for the description of the API."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

from api.serializers import Shape


def listing(of: type[Shape]) -> serializers.Serializer[Any]:
    """`{results, next}`: one page of a list, and the cursor of the following page or null."""
    name = of.__name__.removesuffix("Serializer")
    return inline_serializer(
        f"{name}List",
        {"results": of(many=True), "next": serializers.CharField(allow_null=True)},
    )
