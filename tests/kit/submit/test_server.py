"""What `morelkit submit` sends and to whom, against a server that behaves badly."""

import json
import threading
import uuid
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from morelkit.cli import main
from morelkit.submit.server import api_address

TOKEN = "morel_abc"
LOST = 0  # the status of an answer that never arrives
RECORD = '{"id":"a","soft_labels":[],"hard_labels":[]}\n'


class Stub:
    """A server that gives the answers of `answer` and stores what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.answer: Callable[[str], tuple[int, dict[str, str], Any]] = lambda _: (200, {}, {})
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                stub.asked.append((self.command, self.path, dict(self.headers), body))
                status, headers, content = stub.answer(self.path)
                if status == LOST:
                    self.close_connection = True
                    return
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(data))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            def do_GET(self) -> None:
                self.headers["Content-Length"] = "0"
                self.do_POST()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/tasks/lantern"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    monkeypatch.setenv("MOREL_TOKEN", TOKEN)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # must not be asked
    served = Stub()
    yield served
    served.close()


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    path = tmp_path / 'pre"dictions.jsonl'
    path.write_text(RECORD, encoding="utf-8")
    return path


def received(**fields: Any) -> dict[str, Any]:
    submission = {
        "id": 7,
        "number": 3,
        "track": "en",
        "state": "waiting",
        "records": 1,
        "file_name": 'pre"dictions.jsonl',
        "problems": [],
        "problem_count": 0,
        "scores": None,
        "message": "",
        **fields,
    }
    return {"late_for": None, "phase": "dev", "submissions": [submission]}


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://morel.example.org/tasks/lantern", "https://morel.example.org/api/v1/tasks/lantern/"),
        (
            "https://morel.example.org/tasks/lantern/board/en?x=1#y",
            "https://morel.example.org/api/v1/tasks/lantern/",
        ),
        ("https://h:8443/api/v1/tasks/lantern/", "https://h:8443/api/v1/tasks/lantern/"),
        ("http://localhost:8000/tasks/a", "http://localhost:8000/api/v1/tasks/a/"),
        ("http://[::1]/tasks/a", "http://[::1]/api/v1/tasks/a/"),
    ],
)
def test_the_address_of_a_page_names_the_task(address: str, expected: str):
    assert api_address(address) == expected


@pytest.mark.parametrize(
    "address",
    [
        "http://morel.example.org/tasks/lantern",
        "http://localhost.example.org/tasks/lantern",
        "http://localhost@example.org/tasks/lantern",
        "https://user@example.org/tasks/lantern",
        "https://example.org/",
        "https:///tasks/lantern",
        "ftp://example.org/tasks/lantern",
        "file:///tasks/lantern",
        "lantern",
    ],
)
def test_a_token_goes_to_no_other_address(address: str, predictions: Path, monkeypatch, capsys):
    monkeypatch.setenv("MOREL_TOKEN", TOKEN)
    assert main(["submit", address, str(predictions), "--system", "s"]) == 2
    assert address in capsys.readouterr().err


def test_files_and_fields_are_sent_as_a_form_with_the_token(stub: Stub, predictions: Path, capsys):
    stub.answer = lambda _: (201, {}, received())
    assert main(["submit", stub.url, str(predictions), "--system", " one ", "--phase", "dev"]) == 0
    [(method, path, headers, body)] = stub.asked
    assert (method, path) == ("POST", "/api/v1/tasks/lantern/submissions/")
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    assert int(headers["Content-Length"]) == len(body)
    assert b'name="system"\r\n\r\none\r\n' in body
    assert b'name="phase"\r\n\r\ndev\r\n' in body
    assert b'filename="pre%22dictions.jsonl"' in body
    assert RECORD.encode() in body
    shown = capsys.readouterr()
    assert shown.out == "Valid: 1 predictions (en).\nSubmission 3: en, waiting.\n"
    assert shown.err == f"Uploaded: {len(RECORD)} bytes.\n"


def test_a_token_comes_from_a_file_too(stub: Stub, predictions: Path, tmp_path: Path):
    stub.answer = lambda _: (201, {}, received())
    file = tmp_path / "token"
    file.write_text("morel_other\n", encoding="utf-8")
    assert main(["submit", stub.url, str(predictions), "--system", "s", "--token-file", str(file)]) == 0
    assert stub.asked[0][2]["Authorization"] == "Bearer morel_other"


@pytest.mark.parametrize("token", ["", "abc", "morel_a b", "morel_a\nX-Other: 1", "morel_é"])
def test_what_is_no_token_is_not_sent(token: str, stub: Stub, predictions: Path, monkeypatch):
    monkeypatch.setenv("MOREL_TOKEN", token)
    assert main(["submit", stub.url, str(predictions), "--system", "s"]) == 2
    assert not stub.asked


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_no_redirect_is_followed(status: int, stub: Stub, predictions: Path, capsys):
    other = Stub()
    try:
        stub.answer = lambda _: (status, {"Location": other.url}, {})
        assert main(["submit", stub.url, str(predictions), "--system", "s"]) == 2
        assert not other.asked
        assert other.url in capsys.readouterr().err
    finally:
        other.close()


def test_a_refusal_is_printed_with_its_errors(stub: Stub, predictions: Path, capsys):
    problem = {"detail": "The quota is used up.", "errors": [{"detail": "5 of 5 today\x1b[2J."}]}
    stub.answer = lambda _: (409, {}, problem)
    assert main(["submit", stub.url, str(predictions), "--system", "s"]) == 2
    assert capsys.readouterr().err.endswith("The quota is used up.\n5 of 5 today[2J.\n")


@pytest.mark.parametrize("content", [b"<html>", b"", b"[]", b'{"detail": 1}'])
def test_an_answer_of_another_server_is_refused(content: bytes, stub: Stub, predictions: Path):
    stub.answer = lambda _: (404, {}, content)
    assert main(["submit", stub.url, str(predictions), "--system", "s"]) == 2


def test_a_server_that_cannot_be_reached_is_named(predictions: Path, monkeypatch, capsys):
    monkeypatch.setenv("MOREL_TOKEN", TOKEN)
    assert main(["submit", "http://127.0.0.1:9/tasks/x", str(predictions), "--system", "s"]) == 2
    assert "cannot be reached" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "words"),
    [("", "The file has no records."), ("{\n", "Write"), ("[1]", "Write one JSON object a line.")],
)
def test_what_is_no_json_is_refused_before_it_is_sent(
    content: str, words: str, stub: Stub, tmp_path: Path, capsys
):
    path = tmp_path / "p.jsonl"
    path.write_text(content, encoding="utf-8")
    assert main(["submit", stub.url, str(path), "--system", "s"]) == 1
    out = capsys.readouterr().out
    assert out.startswith(str(path))
    assert words in out
    assert not stub.asked


@pytest.mark.parametrize("name", ["p.csv", "p"])
def test_other_files_are_refused(name: str, stub: Stub, tmp_path: Path):
    (tmp_path / name).write_text(RECORD, encoding="utf-8")
    assert main(["submit", stub.url, str(tmp_path / name), "--system", "s"]) == 2
    assert main(["submit", stub.url, str(tmp_path / "absent.jsonl"), "--system", "s"]) == 2
    assert not stub.asked


def test_it_waits_for_the_scores_and_asks_a_busy_server_again(
    stub: Stub, predictions: Path, monkeypatch, capsys
):
    monkeypatch.setattr("time.sleep", lambda _: None)
    answers = iter(
        [
            (201, {}, received()),
            (503, {"Retry-After": "1"}, {"detail": "Busy.", "errors": []}),
            (200, {}, received(state="scoring")["submissions"][0]),
            (200, {}, received(state="scored", scores={"iou": 0.5, "cor": None})["submissions"][0]),
        ]
    )
    stub.answer = lambda _: next(answers)
    assert main(["submit", stub.url, str(predictions), "--system", "s", "--wait"]) == 0
    assert capsys.readouterr().out.endswith("Submission 3: scored: iou 0.5000, cor n/a.\n")


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"state": "scored"}, 0, "does not show its scores yet"),
        ({"state": "failed", "message": "No memory."}, 1, "failed: No memory."),
    ],
)
def test_hidden_scores_and_failures_are_told(
    fields: dict[str, str], status: int, words: str, stub: Stub, predictions: Path, capsys
):
    stub.answer = lambda _: (201, {}, received(**fields))
    assert main(["submit", stub.url, str(predictions), "--system", "s", "--wait"]) == status
    assert words in capsys.readouterr().out


def test_an_upload_whose_answer_is_lost_is_sent_again_with_its_id(
    stub: Stub, predictions: Path, monkeypatch, capsys
):
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    busy = {"detail": "The database restarts.", "errors": []}
    answers = iter([(LOST, {}, {}), (503, {"Retry-After": "7"}, busy), (201, {}, received())])
    stub.answer = lambda _: next(answers)
    assert main(["submit", stub.url, str(predictions), "--system", "s"]) == 0
    first, *others = (_field("upload_id", body) for *_, body in stub.asked)
    assert uuid.UUID(first).version == 4
    assert others == [first, first]
    assert pauses == [5, 7]
    shown = capsys.readouterr()
    assert shown.out.endswith("Submission 3: en, waiting.\n")
    assert "broke off" in shown.err
    assert "The database restarts. Sending again." in shown.err
    stub.answer = lambda _: (201, {}, received())
    assert main(["submit", stub.url, str(predictions), "--system", "s"]) == 0
    assert _field("upload_id", stub.asked[-1][3]) != first


def test_an_upload_without_an_answer_is_given_up(stub: Stub, predictions: Path, monkeypatch, capsys):
    monkeypatch.setattr("time.sleep", lambda _: None)
    stub.answer = lambda _: (LOST, {}, {})
    assert main(["submit", stub.url, str(predictions), "--system", "s"]) == 2
    assert len({_field("upload_id", body) for *_, body in stub.asked}) == 1
    assert len(stub.asked) == 5
    assert "It may have arrived: look at the page of submissions" in capsys.readouterr().err


def _field(name: str, body: bytes) -> str:
    """Return the value of a field of a form."""
    return body.split(f'name="{name}"\r\n\r\n'.encode())[1].split(b"\r\n")[0].decode()


def test_other_commands_import_no_network():
    import subprocess
    import sys

    code = (
        "import sys, morelkit.cli; print(sorted({'http.client', 'ssl', 'urllib.request'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
