"""Builders of records: items and raw annotations, which are written to files and imported by the real import."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from annotation.models import Import, Item, Project
from annotation.services.imports.lifecycle import import_files

ANSWER = "Ada Lovelace was born in Paris in 1815."  # 39 code points; “Paris” is [25, 30)


def item(external_id: str, *, answer: str = ANSWER, lang: str = "EN", **more: Any) -> dict[str, Any]:
    """Return a minimal record of an item with further fields."""
    return {
        "id": external_id,
        "lang": lang,
        "model_input": f"Where was {external_id} born?",
        "model_output_text": answer,
        **more,
    }


def items(count: int, *, prefix: str = "q", **fields: Any) -> list[dict[str, Any]]:
    return [item(f"{prefix}-{number}", **fields) for number in range(1, count + 1)]


def write_jsonl(path: Path, records: Iterable[Mapping[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records), "utf-8")
    return path


def import_records(project: Project, records: Iterable[Mapping[str, Any]], kind: str = "items") -> Import:
    """Write the records to a file and import it."""
    with tempfile.TemporaryDirectory() as directory:
        return import_files(project, kind, [write_jsonl(Path(directory) / f"{kind}.jsonl", records)])


def import_annotations(project: Project, annotations: Mapping[str, Mapping[str, Any]], **more: Any) -> Import:
    """Import raw annotations, given as item id → annotator key → spans."""
    records = [{"id": each, "annotations": by_key, **more} for each, by_key in annotations.items()]
    return import_records(project, records, "annotations")


def stored(project: Project, external_id: str) -> Item:
    return Item.objects.get(project=project, external_id=external_id)


def candidate(
    question: int, model: str, *, answer: str = "", lang: str = "EN", **more: Any
) -> dict[str, Any]:
    """Return a record of a candidate: the answer of a model to a question, with configuration and logits."""
    return {
        "lang": lang,
        "model_input": f"Question {question}?",
        "model_output_text": answer or f"{model} answers question {question}.",
        "model_id": model,
        "model_config": {"temperature": 0.7, "top_p": 0.9},
        "model_output_logits": [-0.5, -1.25, -3.0],
        "wikipedia_url": f"https://en.wikipedia.org/wiki/Page_{question}",
        **more,
    }


def candidates(
    questions: int, models: Iterable[str] = ("org/a", "org/b", "org/c", "org/d")
) -> list[dict[str, Any]]:
    return [candidate(number, model) for model in models for number in range(1, questions + 1)]
