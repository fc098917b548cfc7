"""Gold policies in query parameters. Absent parts are those of the project."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from annotation.queries.gold.gold_policies import gold_policy
from annotation.queries.projects.access import Access
from api.common import query_parameters
from morelkit.gold.policy import MAX_MIN_ANNOTATIONS, GoldPolicy
from morelkit.text.normalization import POLICIES

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


def policy_from_query(request: Request, here: Access) -> GoldPolicy:
    """The gold policy of a request. Raises InvalidError."""
    return gold_policy(
        here.project,
        policy=query_parameters.text(request, "policy"),
        threshold=query_parameters.text(request, "threshold"),
        ties=query_parameters.text(request, "ties"),
        min_annotations=query_parameters.number(request, "min_annotations", 1, MAX_MIN_ANNOTATIONS, 0)
        or None,
        collapse=query_parameters.texts(request, "collapse"),
        derive=query_parameters.text(request, "derive"),
    )
