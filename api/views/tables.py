"""For leads: tables over the whole project."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.tables import tables_json
from api.membership import lead
from api.serializers.tables import TablesSerializer


class TablesView(APIView):
    for_leads = True

    @extend_schema(operation_id="tables_get", responses=TablesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Language × model, annotator × annotator, and work by day, as they were last worked out."""
        return Response(tables_json(lead(request, slug).project))
