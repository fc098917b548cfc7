"""A policy of gold as an address says it: what is absent is the project's own."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from annotation.domain.gold_policy import MAX_MIN_ANNOTATIONS, GoldPolicy
from annotation.domain.normalization import POLICIES
from annotation.queries.gold_policies import gold_policy
from annotation.queries.projects import Access
from api import query

PARAMETERS = [
    OpenApiParameter("policy", str, enum=list(POLICIES), description="normalization"),
    OpenApiParameter("threshold", str, description="an exact fraction, such as 2/3"),
    OpenApiParameter("ties", str, enum=["out", "in"], description="exactly at the threshold"),
    OpenApiParameter("min_annotations", int, description="absent: the redundancy"),
    OpenApiParameter(
        "collapse", str, many=True, description="LABEL=choice:value,… or LABEL:NAME=choice:value,…"
    ),
    OpenApiParameter("derive", str, enum=["off", "not-factual", "fluent-and-not-factual"]),
]


def from_address(request: Request, here: Access) -> GoldPolicy:
    """Raises InvalidError."""
    return gold_policy(
        here.project,
        policy=query.text(request, "policy"),
        threshold=query.text(request, "threshold"),
        ties=query.text(request, "ties"),
        min_annotations=query.number(request, "min_annotations", 1, MAX_MIN_ANNOTATIONS, 0) or None,
        collapse=query.texts(request, "collapse"),
        derive=query.text(request, "derive"),
    )
