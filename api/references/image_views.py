"""Show images of items."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.views import APIView

from annotation.queries.references.item_images import display_file
from api.common.membership import member


class ItemImageView(APIView):
    @extend_schema(operation_id="item_image_get", responses={(200, "image/webp"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, sha256: str) -> HttpResponse:
        """The display copy of an image of an item: upright and without metadata. For annotators: of assigned items."""
        content, tag = display_file(member(request, slug), sha256), f'"{sha256}"'
        if request.headers.get("If-None-Match") == tag:
            return HttpResponse(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": tag})
        response = HttpResponse(content, content_type="image/webp")
        response["Cache-Control"] = "private, max-age=31536000, immutable"
        response["Content-Disposition"] = f'inline; filename="{sha256}.webp"'
        response["Content-Security-Policy"] = "default-src 'none'; sandbox"
        response["ETag"] = tag
        response["X-Content-Type-Options"] = "nosniff"
        return response
