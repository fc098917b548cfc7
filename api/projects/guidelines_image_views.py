"""Upload, list, show and delete images of guidelines."""

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.projects.guidelines_images import (
    GuidelinesImageData,
    image_data,
    image_file,
    image_of,
    images_of,
)
from annotation.services.projects.guidelines_images import delete_image, upload_image
from api.common.errors import TooLargeError
from api.common.file_upload_handler import UploadView
from api.common.membership import lead, member
from api.common.openapi import listing
from api.projects.guidelines_schemas import UploadImageSerializer


class GuidelinesImagesView(UploadView):
    for_leads = True
    upload_limit = "MAX_IMAGE_BYTES"

    @extend_schema(operation_id="guidelines_images_list", responses=listing(GuidelinesImageData))
    def get(self, request: Request, slug: str) -> Response:
        """For leads: the images of a project by name, and the versions of guidelines that show them."""
        return Response({"results": images_of(lead(request, slug).project), "next": None})

    @extend_schema(
        operation_id="guidelines_image_upload",
        request={"multipart/form-data": UploadImageSerializer},
        responses={201: GuidelinesImageData},
    )
    def post(self, request: Request, slug: str) -> Response:
        """For leads: upload an image. If the project has its bytes already, that image is returned."""
        here = lead(request, slug)
        fields = UploadImageSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        file = fields.validated_data["file"]
        if file.size > settings.MAX_IMAGE_BYTES:
            raise TooLargeError(f"An image has at most {settings.MAX_IMAGE_BYTES} bytes.")
        image = upload_image(here.project, file.name, file.read())
        return Response(image_data(image), status=status.HTTP_201_CREATED)


class GuidelinesImageView(APIView):
    conflicts = True

    @extend_schema(operation_id="guidelines_image_get", responses={(200, "image/*"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, sha256: str) -> HttpResponse:
        """The bytes of an image. They never change."""
        file = image_file(member(request, slug).project, sha256)
        response = HttpResponse(file.content, content_type=file.media_type)
        response["Cache-Control"] = "private, max-age=31536000, immutable"
        response["Content-Security-Policy"] = "default-src 'none'; sandbox"
        return response

    @extend_schema(operation_id="guidelines_image_delete", responses={204: None})
    def delete(self, request: Request, slug: str, sha256: str) -> Response:
        """For leads: delete an image that no version of the guidelines shows. A 409 names the versions that do."""
        delete_image(image_of(lead(request, slug).project, sha256))
        return Response(status=status.HTTP_204_NO_CONTENT)
