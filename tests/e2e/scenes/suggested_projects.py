"""Projects with suggestions of a source, with invented items and work, for their scenes."""

from tests.e2e.site import PASSWORD, item

SUGGESTED = "suggested-marks"
SUGGESTED_ARABIC = "suggested-marks-in-arabic"
REVEALED = "marks-revealed-later"
COMPARED = "with-and-without"

_ANSWER = "The Marrow Bridge was opened in 1908 by Elin Torvald, who had built it alone."
_QUESTION = "When was it opened, and by whom?"
_YEAR, _NAME, _ALONE = (32, 36), (40, 52), (71, 76)
_ARABIC = "افتُتحت المكتبة عام 1936 في دار قديمة قرب السوق."
_SINGLE = {
    SUGGESTED: ("shown", "EN", _ANSWER, [_YEAR, _NAME, _ALONE]),
    SUGGESTED_ARABIC: ("shown", "AR", _ARABIC, [(20, 24), (38, 41)]),
    REVEALED: ("blind_then_reveal", "EN", _ANSWER, [_YEAR, _ALONE]),
}
_COMPARED = [
    item(f"bridge-{n}", _ANSWER, language)
    for language in ("EN", "FR")
    for n in range(language == "FR", 40, 2)
]

# Run after the projects of the stage, in the same process.
SUGGESTIONS = f"""
from datetime import timedelta
from annotation.queries.projects.access import scheme_of
from annotation.queries.sources.exposure import stays_blind, suggestions_of
from annotation.services.annotate.open_item import open_item
from annotation.services.annotate.reservations import reserve_next
from annotation.services.sources.exposure_policy import set_exposure_policy
from annotation.services.sources.source_comparison import request_comparison
from annotation.services.sources.sources import import_source_file
from annotation.queries.sources.source_comparison import ComparisonOptions
from annotation.models import Exposure

def suggest(made, marks, mode, directory):
    run = [
        {{"id": each.external_id, "spans": [{{"start": start, "end": end}} for start, end in marks]}}
        for each in Item.objects.filter(project=made)
    ]
    path = write_jsonl(Path(directory) / "run.jsonl", run)
    source = import_source_file(made, path, {{"name": "keeper-judge", "version": "2"}})
    set_exposure_policy(made, mode=mode, source=source.pk)

for slug, (mode, lang, answer, marks) in {_SINGLE!r}.items():
    made = create_project(slug, preset="mu-shroom", redundancy=3)
    made.seed = next(seed for seed in range(1_000) if not stays_blind(seed, "q-1", 20))
    made.save(update_fields=["seed"])
    add_member(made, "uma", "annotator", password={PASSWORD!r})
    with tempfile.TemporaryDirectory() as directory:
        record = {{"id": "q-1", "lang": lang, "model_input": {_QUESTION!r}, "model_output_text": answer}}
        import_files(made, "items", [write_jsonl(Path(directory) / "items.jsonl", [record])])
        suggest(made, marks, mode, directory)

compared = create_project({COMPARED!r}, preset="mu-shroom", redundancy=2)
compared.seed = 3
compared.save(update_fields=["seed"])
add_member(compared, "liv", "lead", password={PASSWORD!r})
for person in ("sol", "tam"):
    add_member(compared, person, "annotator", password={PASSWORD!r})
Membership.objects.filter(project=compared).update(working_language="*")
with tempfile.TemporaryDirectory() as directory:
    import_files(compared, "items", [write_jsonl(Path(directory) / "items.jsonl", {_COMPARED!r})])
    suggest(compared, {[_YEAR, _NAME]!r}, "shown", directory)

def submit(here, item, base, spans, seconds, decisions):
    content = {{"spans": [{{"start": start, "end": end}} for start, end in spans], "labels": {{}}}}
    content |= {{"nothing_to_mark": not spans, "active_seconds": seconds}}
    content |= {{"suggestions": decisions}} if decisions else {{}}
    body = Save(uuid.uuid4(), base, item.answer_sha256, True, content)
    save_annotation(compared, here.annotator, item.pk, body, timezone.now())

for place in range(72):
    compared.refresh_from_db()
    if place == 50:
        set_exposure_policy(compared, mode="blind_then_reveal")
        compared.refresh_from_db()
    here = access(User.objects.get(username=("sol", "tam")[place % 2]), {COMPARED!r})
    found = reserve_next(compared, here.annotator, here.my_language_rows, timezone.now())
    item = Item.objects.get(pk=found.item_id)
    open_item(compared, here.annotator, item.pk, timezone.now())
    exposure = Exposure.objects.filter(item=item, annotator=here.annotator).first()
    spans, seconds = [[{_YEAR}], [{_YEAR}, {_ALONE}], []][place % 3], 30 + place % 7
    if exposure is None:
        submit(here, item, 0, spans, seconds, {{}})
        continue
    ids = [each["id"] for each in suggestions_of(scheme_of(compared), exposure)]
    decisions = {{ids[0]: "accepted", ids[1]: "dismissed"}} if place % 4 else {{ids[0]: "accepted"}}
    if exposure.mode == "shown":
        submit(here, item, 0, [{_YEAR}] if place % 5 else [(32, 35)], seconds - 6, decisions)
    else:
        submit(here, item, 0, spans, seconds, {{}})
        if place % 3 != 1:
            submit(here, item, 1, [{_YEAR}] if place % 4 else [], seconds + 9, decisions)
request_comparison(compared, ComparisonOptions())
"""
