"""Training of annotators, and its settings."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.learning.training import Learning, TrainingData, learning_settings, training_data
from annotation.queries.people.members import Person, person_of
from annotation.services.learning.training import continue_training, decide_training, set_learning
from api.common.membership import lead, member
from api.learning.schemas import ChangeLearningSerializer, DecideTrainingSerializer


class TrainingView(APIView):
    @extend_schema(operation_id="training_get", responses=TrainingData)
    def get(self, request: Request, slug: str) -> Response:
        """The user's progress in training, and the result of their last training item."""
        return Response(training_data(member(request, slug)))

    @extend_schema(operation_id="training_go_on", request=None, responses=TrainingData)
    def post(self, request: Request, slug: str) -> Response:
        """Mark the result as seen, and start the next training item or a new round."""
        here = member(request, slug)
        continue_training(here, timezone.now())
        return Response(training_data(here))


class LearningView(APIView):
    for_leads = True

    @extend_schema(operation_id="learning_get", responses=Learning)
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the settings of training and checks."""
        return Response(learning_settings(lead(request, slug).project))

    @extend_schema(operation_id="learning_change", request=ChangeLearningSerializer, responses=Learning)
    def patch(self, request: Request, slug: str) -> Response:
        """For leads: change the given settings."""
        here = lead(request, slug)
        fields = ChangeLearningSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        return Response(learning_settings(set_learning(here.project, **fields.validated_data)))


class DecideTrainingView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="training_decide", request=DecideTrainingSerializer, responses=Person)
    def post(self, request: Request, slug: str, key: str) -> Response:
        """For leads: grant an annotator who has failed another round, or let them work without passing."""
        project = lead(request, slug).project
        fields = DecideTrainingSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        decide_training(project, key, fields.validated_data["verdict"], timezone.now())
        return Response(person_of(project, key))
