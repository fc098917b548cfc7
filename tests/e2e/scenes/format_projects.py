"""Projects of the record formats, with invented items, for their scenes."""

from tests.e2e.site import PASSWORD

SHROOM = "definitions"
SHROOM_ARABIC = "translations"
CAP = "papers"
OPENHALDET = "answers"
TABLE = "a-table"
VISIONS = "pictures"

_ABSTRACT = (
    "Coastal fog signals were tuned by ear until the 1920s. We describe the logbooks of nine stations, in which "
    "keepers noted pitch, weather and complaints of the neighbours. A regression on 4,112 entries shows that "
    "pitch fell by a third in wet years, and that complaints followed the wind, not the pitch."
)
_RECORDS = {
    SHROOM: {
        "hyp": "A person who sells oil for lamps.",
        "ref": "tgt",
        "src": "She was the last <define> lightkeeper </define> of the northern coast.",
        "tgt": "One who tends the lamp of a lighthouse.",
        "model": "",
        "task": "DM",
    },
    SHROOM_ARABIC: {
        "hyp": "أُضيء المصباح للمرة الأولى في الثاني من مارس، أمام أربعمئة شخص.",
        "ref": "either",
        "src": "The lamp was first lit on 2 March, in the rain.",
        "tgt": "أُضيء المصباح للمرة الأولى في الثاني من مارس تحت المطر.",
        "model": "",
        "task": "MT",
    },
    CAP: {
        "index": 7,
        "title": "What the Keepers Heard: Logbooks of Nine Fog Signals",
        "abstract": _ABSTRACT,
        "doi": "10.1234/fog.1926",
        "url": "https://example.org/fog",
        "authors": [
            {"first": "Marian", "last": "Oake"},
            {"first": "Edwin", "last": "Fernsby"},
            {"first": "Lena", "last": "Hallgrund"},
        ],
        "question": "How did the pitch of the signals change in wet years?",
        "model_id": "example/model",
        "lang": "en",
        "output_text": "The pitch rose by a third in wet years, which the keepers put down to swollen reeds.",
    },
    OPENHALDET: {
        "sample_id": "qa-1",
        "structured_data": {
            "task_type": "qa",
            "question": "In which year was the lamp of Hallgrund first lit?",
            "ground_truths": ["1884", "In March 1884", "The lamp was first lit in 1884."],
            "incorrect_answers": ["1891, when the tower was finished", "1848"],
            "choices": None,
            "context": None,
        },
        "original_doc": None,
        "prompt": "In which year was the lamp of Hallgrund first lit?",
        "model_output_text": "It was first lit in 1891, after the tower had been raised.",
    },
    VISIONS: {
        "id": "piers",
        "lang": "EN",
        "image": ["piers/north.png", "piers/south.png"],
        "image_alt": ["A green board at a pier.", "A red board at a pier."],
        "model_input": "Which piers are open?",
        "model_output_text": "Both piers are open: the boards say “NORTH PIER OPEN” and “SOUTH PIER OPEN”.",
        "model_id": "example/seer-7b",
    },
    TABLE: {
        "question": "Who lit the lamp?",
        "answer": "Marian Oake lit it in March 1891.",
        "reference": "Marian Oake lit the lamp in March 1884.",
    },
}
_PRESETS = {
    SHROOM_ARABIC: "shroom",
    SHROOM: "shroom",
    CAP: "cap",
    OPENHALDET: "openhaldet",
    TABLE: "table",
    VISIONS: "visions",
}
_IMAGES = {VISIONS: "fixtures/demo/visions/images"}

# Run after the projects of the stage, in the same process.
FORMATS = f"""
for slug, record in {_RECORDS!r}.items():
    made = create_project(slug, preset={_PRESETS!r}[slug], redundancy=1)
    add_member(made, "fay", "annotator", password={PASSWORD!r})
    with tempfile.TemporaryDirectory() as directory:
        records = write_jsonl(Path(directory) / "records.jsonl", [record])
        folder = {_IMAGES!r}.get(slug)
        import_files(made, "items", [records], images=Path(folder).resolve() if folder else None)
"""
