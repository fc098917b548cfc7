import json

import pytest

from tests.commands import succeeds
from tests.records import write_jsonl


@pytest.fixture
def bring(tmp_path):
    """Import these annotation records into a project."""

    def bring(slug: str, *records, name: str = "raw.jsonl") -> str:
        return succeeds("import_annotations", slug, write_jsonl(tmp_path / name, records))

    return bring


@pytest.fixture
def exported(tmp_path):
    def exported(command: str, slug: str, *options: str) -> list[dict]:
        path = tmp_path / f"{command}.jsonl"
        succeeds(command, slug, *options, "--out", path)
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    return exported
