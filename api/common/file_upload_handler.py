"""Views that take files, and such files until they are stored: without a name, so that no kill leaves one behind."""

import tempfile
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.views import APIView

from api.common.parsers import StrictJSONParser


class UnnamedFileUploadHandler(FileUploadHandler):
    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        file: Any = tempfile.TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR)  # noqa: SIM115 — closed with the request
        self._uploaded = UploadedFile(
            file, self.file_name, self.content_type, 0, self.charset, self.content_type_extra
        )

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self._uploaded.write(raw_data)

    def file_complete(self, file_size: int) -> "UploadedFile[Any]":
        self._uploaded.seek(0)
        self._uploaded.size = file_size
        return self._uploaded


class UploadView(APIView):
    """A view whose POST takes a file."""

    parser_classes = [MultiPartParser, StrictJSONParser]
    pools = {"POST": "long"}
    accepts_uploads = True

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        request.upload_handlers = [UnnamedFileUploadHandler(request)]
        return super().initialize_request(request, *args, **kwargs)
