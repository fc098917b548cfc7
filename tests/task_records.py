"""Gold and predictions of the shared tasks of tests: Mu-SHROOM records in English and Arabic."""

from typing import Any

ANSWERS = {
    "en": (
        "Ada Lovelace was born in Paris in 1815.",
        "The first lighthouse 🗼 stood in Ostia.",
        "Mount Etna last erupted in 1669, and never since.",
        "Marie Curie won three Nobel Prizes 🏅🏅🏅.",
        "The Danube flows into the Baltic Sea.",
        "Helsinki became the capital in 1812.",
    ),
    "ar": (
        "وُلدت آدا لوفلايس في باريس عام 1815.",
        "بُني أول منارة 🗼 في روما.",
        "ثار بركان إتنا آخر مرة عام 1669.",
        "فازت ماري كوري بثلاث جوائز نوبل 🏅.",
        "يصب نهر الدانوب في بحر البلطيق.",
        "أصبحت هلسنكي العاصمة عام 1812.",
    ),
}
SPLITS = ("dev", "tst")
ANNOTATORS = ("annotator_1", "annotator_2", "annotator_3")


def gold_records(language: str, split: str, *, prefix: str = "") -> list[dict[str, Any]]:
    """Return Mu-SHROOM records with gold that follows from three annotators.

    Item `k` (from 1): all three mark [0, 3), the second and third also [5, 5 + k), the third alone [12, 15).
    """
    records = []
    for number, answer in enumerate(ANSWERS[language], 1):
        spans = [[[0, 3]], [[0, 3], [5, 5 + number]], [[0, 3], [5, 5 + number], [12, 15]]]
        records.append(
            {
                "id": f"{prefix}{split}-{language}-{number}",
                "lang": language.upper(),
                "model_input": f"What is known of topic {number}?",
                "model_output_text": answer,
                "model_id": f"model-{number % 2}",
                "soft_labels": [
                    {"start": 0, "prob": 1.0, "end": 3},
                    {"start": 5, "prob": 2 / 3, "end": 5 + number},
                    {"start": 12, "prob": 1 / 3, "end": 15},
                ],
                "hard_labels": [[0, 3], [5, 5 + number]],
                "annotations": dict(zip(ANNOTATORS, spans, strict=True)),
            }
        )
    return records


def predictions(
    language: str, split: str, *, prefix: str = "", good: int = 6, shift: int = 0
) -> list[dict[str, Any]]:
    """Return predictions for all items: of the first `good` the gold labels, of the others one wrong span.

    `shift` moves the wrong span by characters, so that files differ.
    """
    wrong = [[8 + shift, 11 + shift]]
    records = []
    for number, gold in enumerate(gold_records(language, split, prefix=prefix), 1):
        hard = gold["hard_labels"] if number <= good else wrong
        soft = [{"start": start, "end": end, "prob": 1.0} for start, end in hard]
        records.append({"id": gold["id"], "soft_labels": soft, "hard_labels": hard})
    return records
