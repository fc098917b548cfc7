"""For leads: gold to download, and which of it another policy would change."""

from collections.abc import Iterator
from typing import Final

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.gold.gold_export import GoldExport
from annotation.queries.gold.gold_policies import policy_in_words
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
    kept_aggregates,
    kept_estimates,
)
from api.common import cursors, query_parameters
from api.common.errors import MEDIA_TYPE
from api.common.membership import lead
from api.common.openapi import listing
from api.common.problem import Problem
from api.gold import gold_policy
from foundation.errors import ConflictError
from morelkit.formats.item_records import dumps
from morelkit.gold.policy_comparison import KINDS

_LOOKED_AT: Final = 1_000
"""Items that one request compares: some tenths of a second, however large the project is."""

_SHOWN: Final = 20
_LONGEST: Final = 4_000  # characters of a policy in words
_PARAMETERS: Final = [
    OpenApiParameter("left", str, description="A policy in words, as `policy=merged threshold=2/3 ties=in`."),
    OpenApiParameter("right", str),
    OpenApiParameter("language", str),
]
_CHANGE: Final = OpenApiParameter("change", str, enum=list(KINDS))


class GoldView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="gold_download",
        parameters=[
            OpenApiParameter("language", str),
            *gold_policy.PARAMETERS,
            OpenApiParameter("extra", bool),
            OpenApiParameter(
                "dawid_skene",
                bool,
                description="Add a field `dawid_skene`, by the estimates that were worked out last; gold stays as it "
                "is. A 409 says that there are none under this normalization.",
            ),
        ],
        responses={(200, "application/jsonl"): OpenApiTypes.STR, (409, MEDIA_TYPE): Problem},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Gold as JSON lines, by the project's policy but for what is asked for otherwise.

        Items below the minimum number of annotations are left out and counted.
        """
        here = lead(request, slug)
        language = _language(request, here)
        policy = gold_policy.from_address(request, here)
        asked = query_parameters.flag(request, "dawid_skene") and scheme_of(here.project).uses_spans
        export = GoldExport(
            here.project,
            language=language,
            policy=policy,
            extra=query_parameters.flag(request, "extra"),
            dawid_skene=asked,
            kept=_worked_out(here, language, policy.normalization) if asked else None,
        )
        lines = (f"{dumps(record)}\n".encode() for record in export)
        response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{export.filename}"'
        response["X-Morel-Left-Out"] = str(export.left_out_count())
        return response


class ComparedGoldView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="gold_compared",
        parameters=[*_PARAMETERS, _CHANGE, OpenApiParameter("cursor", str)],
        responses=listing(ChangedItem),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Items whose gold differs between two policies, in the order of import, both versions beside one another.

        `change`: of one kind only. A page may hold few items, or none, and yet have a next one.
        """
        here = lead(request, slug)
        comparison = _comparison(request, here)
        kind = query_parameters.choice(request, "change", KINDS)
        after = cursors.after(request, int)
        chunk = next(comparison.chunks(after[0] if after else -1, _LOOKED_AT), None)
        if chunk is None:
            return Response({"results": [], "next": None})
        changed = chunk.changed(kind)
        places, more = changed[:_SHOWN], len(changed) > _SHOWN
        last = chunk.items[places[-1] if more else -1].ordinal
        ended = not more and len(chunk.items) < _LOOKED_AT
        return Response(
            {
                "results": [comparison.changed_item(chunk, place) for place in places],
                "next": None if ended else cursors.cursor([last]),
            }
        )


class GoldChangeCountsView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="gold_change_counts",
        parameters=[*_PARAMETERS, OpenApiParameter("cursor", str)],
        responses=ChangeCounts,
    )
    def get(self, request: Request, slug: str) -> Response:
        """How many items differ, by language, of those that one request compares."""
        here = lead(request, slug)
        comparison = _comparison(request, here)
        asked = _language(request, here)
        tally = ChangeTally(
            {row.language: row.spelling for row in here.languages if asked in {"", row.language}}
        )
        after = cursors.after(request, int)
        chunk = next(comparison.chunks(after[0] if after else -1, _LOOKED_AT), None)
        if chunk:
            tally.add(chunk)
        looked_at = len(chunk.items) if chunk else 0
        following = chunk.items[-1].ordinal if chunk and looked_at == _LOOKED_AT else None
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
        """Dawid–Skene of each language as it was last computed: another aggregate, beside gold."""
        return Response(kept_estimates(lead(request, slug).project))


class ComparedGoldExportView(APIView):
    for_leads = True

    @extend_schema(
        operation_id="gold_compared_export",
        parameters=[*_PARAMETERS, _CHANGE],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """All items that differ, as CSV; what looks like a formula is escaped."""
        here = lead(request, slug)
        lines = csv_lines(_comparison(request, here), query_parameters.choice(request, "change", KINDS))
        response = StreamingHttpResponse(_bytes(lines), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{here.project.slug}.gold-changes.csv"'
        return response


def _worked_out(here: Access, language: str, normalization: str) -> dict[str, DawidSkene]:
    """To estimate them takes minutes where there is much. Raises ConflictError."""
    kept = kept_aggregates(here.project)
    same = {code: each for code, each in kept.items() if each.normalization == normalization}
    wanted = {language} if language else {row.language for row in here.languages if row.items}
    if missing := wanted - same.keys():
        raise ConflictError(
            f"Dawid–Skene of {', '.join(sorted(missing))} is not worked out under {normalization}: work out the "
            "figures of agreement first.",
            code="not_worked_out",
        )
    return same


def _bytes(lines: Iterator[str]) -> Iterator[bytes]:
    return (line.encode() for line in lines)


def _comparison(request: Request, here: Access) -> GoldComparison:
    words = {side: query_parameters.text(request, side) for side in ("left", "right")}
    for side, each in words.items():
        query_parameters.check_length(side, each, _LONGEST)
    left, right = (policy_in_words(here.project, each, side) for side, each in words.items())
    return GoldComparison(here.project, left, right, _language(request, here))


def _language(request: Request, here: Access) -> str:
    """One of the project's, or "" for all of them."""
    return query_parameters.language(request, {row.language: row.spelling for row in here.languages})
