"""Files of predictions, and requests that send them."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from api.common.received_at import RECEIVED_AT
from tests.api.client import Api, check_answer
from tests.tasks import predictions

Content = bytes | Sequence[Mapping[str, Any]]


def jsonl(records: Sequence[Mapping[str, Any]]) -> bytes:
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def of(language: str = "en", split: str = "dev", **how: Any) -> bytes:
    """Return valid predictions for a language and split of lantern."""
    return jsonl(predictions(language, split, **how))


def zipped(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


class Submitter:
    """Requests of one person for the submissions of a task."""

    def __init__(self, user: User | None, task: str = "lantern") -> None:
        self.api, self.task = Api(user), task

    def send(
        self, path: str, files: Mapping[str, bytes], at: datetime | None = None, **fields: Any
    ) -> HttpResponse:
        content = {"files": [SimpleUploadedFile(name, data) for name, data in files.items()], **fields}
        return self.api.http.post(f"/api/v1/tasks/{self.task}/{path}/", content, **_received(at))

    def submit(
        self,
        files: Mapping[str, bytes],
        *,
        status: int = 201,
        system: str = "larch",
        at: datetime | None = None,
        **fields: Any,
    ) -> Any:
        """Return the response to an upload. `at`: when its last byte arrived."""
        return self._answer(
            "submissions", self.send("submissions", files, at, system=system, **fields), status
        )

    def check(self, files: Mapping[str, bytes], *, status: int = 200, **fields: Any) -> Any:
        return self._answer("check", self.send("check", files, **fields), status)

    def get(self, path: str, **more: Any) -> Any:
        return self.api.get(f"/tasks/{self.task}/{path}", **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        return self.api.post(f"/tasks/{self.task}/{path}", body, **more)

    def rows(self, **query: Any) -> list[Any]:
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        found: list[Any] = self.get(f"submissions/?{asked}")["results"]
        return found

    def quota(self, phase: str = "dev") -> dict[str, tuple[int, int]]:
        """Return scored submissions of today and of the phase by track."""
        found = self.get(f"quota/?phase={phase}")
        return {each["track"]: (each["used_today"], each["used_total"]) for each in found["tracks"]}

    def _answer(self, path: str, response: HttpResponse, status: int) -> Any:
        assert response.status_code == status, (response.status_code, response.content[:2_000])
        return check_answer("post", f"/tasks/{self.task}/{path}/", response)


def codes(refusal: Any) -> list[tuple[str, str]]:
    """Return pointer and code of each error of a refusal."""
    return [(error["pointer"], error["code"]) for error in refusal["errors"]]


def _received(at: datetime | None) -> dict[str, Any]:
    return {} if at is None else {RECEIVED_AT: at}
