"""Read, accept, preview and write guidelines."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.projects.access import Access, known_language
from annotation.queries.projects.guidelines import (
    GuidelinesData,
    GuidelinesText,
    guidelines_text,
    newest_guidelines,
    shown_guidelines,
)
from annotation.queries.projects.guidelines_images import image_hashes
from annotation.queries.projects.guidelines_markdown import render
from annotation.services.projects.guidelines import accept_guidelines, set_guidelines
from api.common.membership import lead, member
from api.common.openapi import listing
from api.projects.guidelines_schemas import (
    AcceptSerializer,
    PublishGuidelinesSerializer,
    WriteGuidelinesSerializer,
)
from morelkit.text.languages import fold_tag


@dataclass(frozen=True)
class Preview:
    html: Annotated[str, "Safe: rendered from Markdown and sanitized here."]


class GuidelinesView(APIView):
    @extend_schema(operation_id="guidelines_list", responses=listing(GuidelinesData))
    def get(self, request: Request, slug: str) -> Response:
        """The latest version in every language."""
        here = member(request, slug)
        return Response({"results": shown_guidelines(here, _renderer(here)), "next": None})


class AcceptView(APIView):
    conflicts = True

    @extend_schema(operation_id="guidelines_accept", request=AcceptSerializer, responses={204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Accept these versions. A 409 means that a later version exists and must be read first."""
        here = member(request, slug)
        fields = AcceptSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        read = {each["language"]: each["version"] for each in fields.validated_data["read"]}
        accept_guidelines(here.project, here.annotator, read, timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class PreviewView(APIView):
    for_leads = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="guidelines_preview", request=WriteGuidelinesSerializer, responses=Preview)
    def post(self, request: Request, slug: str) -> Response:
        """For leads: render a text as annotators would see it. Nothing is stored."""
        here = lead(request, slug)
        fields = WriteGuidelinesSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        return Response(Preview(_renderer(here)(fields.validated_data["text"])))


class GuidelinesTextView(APIView):
    for_leads = conflicts = True
    pools = {"PUT": "long"}

    @extend_schema(operation_id="guidelines_text", responses=GuidelinesText)
    def get(self, request: Request, slug: str, language: str) -> Response:
        """For leads: the Markdown of the latest version."""
        here = lead(request, slug)
        return Response(guidelines_text(here.project, _language(here, language)))

    @extend_schema(
        operation_id="guidelines_write",
        request=PublishGuidelinesSerializer,
        responses=GuidelinesText,
    )
    def put(self, request: Request, slug: str, language: str) -> Response:
        """For leads: create a version, unless the text is unchanged."""
        here = lead(request, slug)
        fields = PublishGuidelinesSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        tag = _language(here, language)
        set_guidelines(here.project, tag, **fields.validated_data)
        return Response(guidelines_text(here.project, tag))


def _language(here: Access, tag: str) -> str:
    """Return a language of the project, or one with guidelines, which other languages may fall back on."""
    language = fold_tag(tag)
    return language if language in newest_guidelines(here.project) else known_language(here, tag)


def _renderer(here: Access) -> Callable[[str], str]:
    """Return the function that renders guidelines of the project. Its images are read if a text shows one."""
    hashes = cache(lambda: image_hashes(here.project))

    def address_of(name: str) -> str | None:
        sha256 = hashes().get(name)
        return f"/api/v1/projects/{here.project.slug}/images/{sha256}/" if sha256 else None

    return lambda text: render(text, address_of)
