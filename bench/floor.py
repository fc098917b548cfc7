"""The floor of a draft: a bare ASGI handler under the same server that makes the same two writes and one commit.

`python -m bench.floor DATABASE` serves it on a free port and prints the port. `saves` measures it beside Morel.
"""

import asyncio
import sqlite3
import sys
import uuid
from pathlib import Path
from typing import Any

import uvicorn

PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
REVISIONS, ANNOTATIONS = "annotation_annotationrevision", "annotation_annotation"


class TwoWrites:
    """Copies the last revision, and points its annotation to the copy."""

    def __init__(self, database: str) -> None:
        self._database = sqlite3.connect(database, isolation_level=None)
        self._database.executescript(PRAGMAS)
        rows = self._database.execute(f"SELECT * FROM {REVISIONS} ORDER BY id DESC LIMIT 1")  # noqa: S608 — own names
        names = [each[0] for each in rows.description]
        self._row = dict(zip(names, rows.fetchone(), strict=True))
        self._row.pop("id")
        places = ", ".join(f":{name}" for name in self._row)
        self._insert = f"INSERT INTO {REVISIONS} ({', '.join(self._row)}) VALUES ({places}) RETURNING id"  # noqa: S608 — own names
        self._update = f"UPDATE {ANNOTATIONS} SET head_id = ?, saved_at = ? WHERE id = ?"  # noqa: S608 — own names

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        while (await receive()).get("more_body"):
            pass
        self._row["number"] += 1
        self._row["save_id"] = uuid.uuid4().hex
        self._database.execute("BEGIN IMMEDIATE")
        ((head,),) = self._database.execute(self._insert, self._row).fetchall()
        self._database.execute(self._update, (head, self._row["saved_at"], self._row["annotation_id"]))
        self._database.execute("COMMIT")
        body = b"{}"
        await send(
            {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"content-type", b"application/json"), (b"content-length", b"2")],
            }
        )
        await send({"type": "http.response.body", "body": body})


async def _serve(database: Path) -> None:
    config = uvicorn.Config(TwoWrites(str(database)), port=0, log_level="warning", lifespan="off")
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    print(server.servers[0].sockets[0].getsockname()[1], flush=True)
    await serving


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
