"""For leads: download gold, and compare it under two policies."""

from collections.abc import Iterator
from typing import Final

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.gold.gold_export import GoldExport
from annotation.queries.gold.gold_policies import parse_policy
from annotation.queries.gold.policy_comparison import (
    ChangeCounts,
    ChangedItem,
    ChangeTally,
    GoldComparison,
    csv_lines,
)
from annotation.queries.projects.access import Access, scheme_of
from annotation.queries.statistics.dawid_skene import (
    DawidSkene,
    DawidSkeneData,
    stored_aggregates,
    stored_estimates,
)
from api.common import cursors, query_parameters
from api.common.errors import MEDIA_TYPE
from api.common.membership import lead, record_export
from api.common.openapi import listing
from api.common.problem import Problem
from api.gold import gold_policy
from foundation.errors import ConflictError
from morelkit.gold.policy_comparison import KINDS

_MAX_COMPARED: Final = 1_000
"""Items that one request compares: it takes some tenths of a second in a project of any size."""

_PAGE_SIZE: Final = 20
_MAX_POLICY_LENGTH: Final = 4_000  # characters of a policy in words
_PARAMETERS: Final = [
    OpenApiParameter("left", str, description="A policy in words, as `policy=merged threshold=2/3 ties=in`."),
    OpenApiParameter("right", str),
    OpenApiParameter("language", str),
]
_CHANGE: Final = OpenApiParameter("change", str, enum=list(KINDS))


class GoldView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="gold_download",
        parameters=[
            OpenApiParameter("language", str),
            *gold_policy.PARAMETERS,
            OpenApiParameter("extra", bool),
            OpenApiParameter(
                "dawid_skene",
                bool,
                description="Add a field `dawid_skene`, by the latest stored estimates; gold is unchanged. A 409 says "
                "that there are none under this normalization policy.",
            ),
        ],
        responses={(200, "application/jsonl"): OpenApiTypes.STR, (409, MEDIA_TYPE): Problem},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Gold as JSON lines under the project's policy with the given changes.

        Items below the minimum number of annotations are left out; a header has their number.
        """
        here = lead(request, slug)
        language = _language(request, here)
        policy = gold_policy.policy_from_query(request, here)
        asked = query_parameters.flag(request, "dawid_skene") and scheme_of(here.project).uses_spans
        export = GoldExport(
            here.project,
            language=language,
            policy=policy,
            extra=query_parameters.flag(request, "extra"),
            dawid_skene=asked,
            stored=_required_aggregates(here, language, policy.normalization) if asked else None,
        )
        details = {
            "language": language,
            "policy": policy.describe(),
            "annotations": query_parameters.flag(request, "extra"),
        }
        record_export(request, here, "gold", **details)
        response = StreamingHttpResponse(export.blocks(), content_type="application/jsonl; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{export.filename}"'
        response["X-Morel-Left-Out"] = str(export.left_out_count())
        return response


class ComparedGoldView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="gold_compared",
        parameters=[*_PARAMETERS, _CHANGE, OpenApiParameter("cursor", str)],
        responses=listing(ChangedItem),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Items whose gold differs between two policies, in the order of import, with both versions.

        `change` selects one kind. A page may have few or no items and still have a next page.
        """
        here = lead(request, slug)
        comparison = _comparison(request, here)
        kind = query_parameters.choice(request, "change", KINDS)
        after = cursors.after(request, int)
        chunk = next(comparison.chunks(after[0] if after else -1, _MAX_COMPARED), None)
        if chunk is None:
            return Response({"results": [], "next": None})
        changed = chunk.changed(kind)
        places, more = changed[:_PAGE_SIZE], len(changed) > _PAGE_SIZE
        last = chunk.items[places[-1] if more else -1].ordinal
        ended = not more and len(chunk.items) < _MAX_COMPARED
        return Response(
            {
                "results": [comparison.changed_item(chunk, place) for place in places],
                "next": None if ended else cursors.cursor([last]),
            }
        )


class GoldChangeCountsView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="gold_change_counts",
        parameters=[*_PARAMETERS, OpenApiParameter("cursor", str)],
        responses=ChangeCounts,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Numbers of differing items by language, of the items that this request compares."""
        here = lead(request, slug)
        comparison = _comparison(request, here)
        asked = _language(request, here)
        tally = ChangeTally(
            {row.language: row.spelling for row in here.languages if asked in {"", row.language}}
        )
        after = cursors.after(request, int)
        chunk = next(comparison.chunks(after[0] if after else -1, _MAX_COMPARED), None)
        if chunk:
            tally.add(chunk)
        looked_at = len(chunk.items) if chunk else 0
        following = chunk.items[-1].ordinal if chunk and looked_at == _MAX_COMPARED else None
        return Response(
            ChangeCounts(
                left=comparison.left.describe(),
                right=comparison.right.describe(),
                results=tally.rows(),
                looked_at=looked_at,
                total=None if after else comparison.total,
                next=None if following is None else cursors.cursor([following]),
            )
        )


class DawidSkeneView(APIView):
    for_leads = True

    @extend_schema(operation_id="dawid_skene_get", responses=DawidSkeneData)
    def get(self, request: Request, slug: str) -> Response:
        """Latest Dawid–Skene estimates of each language. They do not change gold."""
        return Response(stored_estimates(lead(request, slug).project))


class ComparedGoldExportView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="gold_compared_export",
        parameters=[*_PARAMETERS, _CHANGE],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """All differing items as CSV. Cells that look like formulas are escaped."""
        here = lead(request, slug)
        comparison = _comparison(request, here)
        lines = csv_lines(comparison, query_parameters.choice(request, "change", KINDS))
        record_export(request, here, "gold comparison")
        response = StreamingHttpResponse(_encode(lines), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{here.project.slug}.gold-changes.csv"'
        return response


def _required_aggregates(here: Access, language: str, normalization: str) -> dict[str, DawidSkene]:
    """Stored estimates under a policy: computing them may take minutes. Raises ConflictError if absent."""
    stored = stored_aggregates(here.project)
    same = {code: each for code, each in stored.items() if each.normalization == normalization}
    wanted = {language} if language else {row.language for row in here.languages if row.items}
    if missing := wanted - same.keys():
        raise ConflictError(
            f"Dawid–Skene of {', '.join(sorted(missing))} is not worked out under {normalization}: work out the "
            "figures of agreement first.",
            code="not_worked_out",
        )
    return same


def _encode(lines: Iterator[str]) -> Iterator[bytes]:
    return (line.encode() for line in lines)


def _comparison(request: Request, here: Access) -> GoldComparison:
    words = {side: query_parameters.text(request, side) for side in ("left", "right")}
    for side, each in words.items():
        query_parameters.check_length(side, each, _MAX_POLICY_LENGTH)
    left, right = (parse_policy(here.project, each, side) for side, each in words.items())
    return GoldComparison(here.project, left, right, _language(request, here))


def _language(request: Request, here: Access) -> str:
    """The requested language of the project, or "" for all."""
    return query_parameters.language(request, {row.language: row.spelling for row in here.languages})
