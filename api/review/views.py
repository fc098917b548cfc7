"""For leads: the queue of annotations to review, and reviews."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.review import annotator_pair
from annotation.queries.review.people_review import PeopleReview, people_review
from annotation.queries.review.review_queue import (
    KINDS,
    WINDOW,
    ReviewQuery,
    ReviewRow,
    Reviews,
    review_queue,
    reviews,
)
from annotation.queries.review.waiting import Waiting, waiting
from annotation.services.review.review_notes import mark_reviewed
from api.common import query_parameters
from api.common.membership import lead
from api.common.openapi import listing
from api.review.schemas import MarkReviewedSerializer

MAX_ROWS = 100
MAX_DRAW = 1_000_000


class ReviewQueueView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="reviews_list",
        description=(
            f"Submitted annotations of the {WINDOW} items that were begun last, in all languages or one. `kind`: the "
            "fastest, those of least agreement with the others, those that say that there is nothing to mark (by those "
            "who do so most), those that their annotators are unsure of, or random ones, the same for the same `draw`. "
            f"The unsure ones are of the {WINDOW} items begun last that have any. Those that a lead has reviewed are "
            "left out, unless `reviewed`. With `annotator`, those of this annotator in all languages."
        ),
        parameters=[
            OpenApiParameter("language", str, description="Ignored with `annotator`."),
            OpenApiParameter("annotator", str, description="Key of an annotator."),
            OpenApiParameter("kind", str, enum=KINDS),
            OpenApiParameter("n", int),
            OpenApiParameter("draw", int),
            OpenApiParameter("reviewed", bool),
        ],
        responses=listing(ReviewRow),
    )
    def get(self, request: Request, slug: str) -> Response:
        here = lead(request, slug)
        query = ReviewQuery(
            language=query_parameters.language(
                request, {row.language: row.spelling for row in here.languages}
            ),
            annotator=query_parameters.text(request, "annotator"),
            kind=query_parameters.choice(request, "kind", KINDS, "fastest"),
            n=query_parameters.number(request, "n", 1, MAX_ROWS, 20),
            draw=query_parameters.number(request, "draw", 0, MAX_DRAW, 0),
            reviewed=query_parameters.flag(request, "reviewed"),
        )
        return Response({"results": review_queue(here.project, here.user, query), "next": None})


class AnnotatorPairView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="review_pair",
        parameters=[
            OpenApiParameter(
                "annotator", str, required=True, description="Key of the annotator on the left."
            ),
            OpenApiParameter("beside", str, required=True, description="Key of the other one."),
            OpenApiParameter("language", str),
            OpenApiParameter("n", int),
        ],
        responses=annotator_pair.AnnotatorPair,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Two annotators side by side: the items that both submitted, most different first."""
        here = lead(request, slug)
        found = annotator_pair.annotator_pair(
            here.project,
            query_parameters.text(request, "annotator"),
            query_parameters.text(request, "beside"),
            query_parameters.language(request, {row.language: row.spelling for row in here.languages}),
            query_parameters.number(request, "n", 1, MAX_ROWS, 20),
        )
        return Response(found)


class PeopleReviewView(APIView):
    for_leads = True
    pools = {"GET": "long"}

    @extend_schema(
        operation_id="review_people",
        description=(
            "The `n` annotators with the least active time per item, and `n` others at random, the same for the same "
            "`draw`. Only those who have submitted as many items as they may, unless `unfinished`."
        ),
        parameters=[
            OpenApiParameter("n", int),
            OpenApiParameter("draw", int),
            OpenApiParameter("unfinished", bool),
        ],
        responses=PeopleReview,
    )
    def get(self, request: Request, slug: str) -> Response:
        here = lead(request, slug)
        n = query_parameters.number(request, "n", 1, MAX_ROWS, 10)
        draw = query_parameters.number(request, "draw", 0, MAX_DRAW, 0)
        unfinished = query_parameters.flag(request, "unfinished")
        return Response(people_review(here.project, n, draw, unfinished=unfinished))


class ReviewView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="review_mark", request=MarkReviewedSerializer, responses=Reviews)
    def post(self, request: Request, slug: str, item: int) -> Response:
        """Mark a submitted annotation as reviewed, or withdraw the user's own review."""
        here = lead(request, slug)
        fields = MarkReviewedSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        data = fields.validated_data
        marked = mark_reviewed(
            here.project,
            item,
            data["annotator"],
            data["revision"],
            here.user,
            timezone.now(),
            reviewed=data["reviewed"],
        )
        return Response(Reviews(reviews([marked.pk], here.user).get(marked.pk, [])))


class WaitingView(APIView):
    for_leads = True

    @extend_schema(operation_id="waiting_get", responses=Waiting)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: numbers of what waits for them."""
        return Response(waiting(lead(request, slug).project))
