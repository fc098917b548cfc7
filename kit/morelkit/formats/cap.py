"""CAP records (SHROOM-CAP, Gamba et al.): answers about a publication, with two yes/no labels."""

from typing import Final

from morelkit.formats.record_format import RecordFormat

CAP: Final = RecordFormat(
    name="cap",
    keys={
        "id": "index",
        "lang": "lang",
        "question": "question",
        "answer": "output_text",
        "model_id": "model_id",
        "prompt": "prompt",
        "reference_title": "title",
        "reference_text": "abstract",
        "reference_authors": "authors",
        "reference_doi": "doi",
        "reference_url": "url",
    },
    imported_labels=("has_fluency_mistakes", "has_factual_mistakes"),
)
