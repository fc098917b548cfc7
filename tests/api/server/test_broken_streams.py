"""A response that breaks off after its first block: what the log says of it."""

import asyncio
import logging
from typing import Any

from django.http import StreamingHttpResponse

from api.common.request_log import RequestIdFilter
from api.server.application import HttpApplication
from api.server.block_buffer import BLOCK_BYTES

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "GET",
    "path": "/",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "client": ("192.0.2.1", 4711),
}


def blocks():
    yield bytes(BLOCK_BYTES)
    logging.getLogger("stream").warning("The second block is computed.")
    raise ValueError("The second block cannot be computed.")


def handler(_environ: dict[str, Any], start_response: Any) -> StreamingHttpResponse:
    start_response("200 OK", [])
    return StreamingHttpResponse(blocks())


def test_an_error_after_the_first_block_is_logged_with_the_id_of_the_request(caplog):
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def main() -> None:
        await HttpApplication(handler, [])(SCOPE, receive, send)

    caplog.handler.addFilter(RequestIdFilter())
    asyncio.run(main())
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[-1]["more_body"]
    computed, broken = caplog.records
    assert "The second block cannot be computed." in caplog.text
    assert computed.request_id == broken.request_id != "-"
