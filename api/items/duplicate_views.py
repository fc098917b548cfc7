"""For leads: items that repeat the output of another item."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.items.duplicates import Duplicates, duplicates
from annotation.services.imports.duplicates import remove_duplicates, restore_duplicates
from api.common.base_schema import Shape
from api.common.membership import lead
from api.common.strict_fields import StrictBooleanField


class SetDuplicatesSerializer(Shape):
    """`removed`: whether they are taken out of the work or brought back."""

    removed = StrictBooleanField()


class DuplicatesView(APIView):
    for_leads = True
    pools = {"GET": "long", "POST": "long"}

    @extend_schema(operation_id="duplicates_get", responses=Duplicates)
    def get(self, request: Request, slug: str) -> Response:
        """Work items that repeat the question and the answer of another item of their language."""
        return Response(duplicates(lead(request, slug).project))

    @extend_schema(operation_id="duplicates_set", request=SetDuplicatesSerializer, responses=Duplicates)
    def post(self, request: Request, slug: str) -> Response:
        """Archive the duplicates that nobody has begun, or restore all that were removed."""
        project = lead(request, slug).project
        fields = SetDuplicatesSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        if fields.validated_data["removed"]:
            remove_duplicates(project, timezone.now())
        else:
            restore_duplicates(project)
        return Response(duplicates(project))
