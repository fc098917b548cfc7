"""The view of an item has gold per span label, as exports do."""

import pytest

from annotation.services.projects.project_settings import create_project, set_project
from tests.api.client import Api
from tests.people import annotate, join
from tests.records import import_records, items, stored

pytestmark = pytest.mark.django_db


def marks(*spans: tuple[int, int, str]) -> dict:
    return {
        "spans": [{"start": start, "end": end, "label": label} for start, end, label in spans],
        "nothing_to_mark": False,
    }


def test_gold_is_shown_by_label():
    project = create_project("typed", preset="visions", redundancy=2)
    set_project(project, adjudication=True)
    import_records(project, items(1))
    lena, ada, bo = (join(project, name, role) for name, role in PEOPLE)
    item = stored(project, "q-1")
    annotate(project, ada, item, **marks((0, 3, "invention"), (4, 12, "other")))
    annotate(project, bo, item, **marks((0, 3, "invention"), (4, 12, "OCR")))
    path = f"/projects/typed/items/{item.pk}/"
    found = Api(lena).get(path)
    assert found["gold"] == [{"start": 0, "end": 3}, {"start": 4, "end": 12}]
    by_label = {name: gold for name, gold in found["label_gold"].items() if gold}
    assert by_label == {"invention": [{"start": 0, "end": 3}]}
    assert "other" in found["label_gold"]
    decided = [{"id": "a", "start": 4, "end": 12, "label": "other"}]
    body = {"revision": 0, "spans": decided, "labels": {}, "note": "", "source": "nothing"}
    Api(lena).put(f"{path}adjudication/", body)
    by_label = {name: gold for name, gold in Api(lena).get(path)["label_gold"].items() if gold}
    assert by_label == {"other": [{"start": 4, "end": 12}]}


def test_gold_of_one_label_is_not_repeated(cast):
    assert Api(cast.lena).get(f"/projects/alpha/items/{cast['q-1'].pk}/")["label_gold"] == {}


PEOPLE = (("lena", "lead"), ("ada", "annotator"), ("bo", "annotator"))
