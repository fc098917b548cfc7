"""Computations of the annotators' statistics that end at the same moment."""

import pytest

from annotation.models import AnnotatorStatistics
from annotation.services.projects.project_settings import create_project
from annotation.services.statistics.annotator_statistics import refresh_annotator_statistics
from tests.records import import_annotations, import_records, item
from tests.services.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_set_of_statistics_is_stored():
    project = create_project("gamma", preset="mu-shroom")
    import_records(project, [item("q-1"), item("q-2")])
    import_annotations(project, {"q-1": {"x": [[0, 3]], "y": []}, "q-2": {"x": [[0, 3]], "y": [[0, 4]]}})
    for _ in range(5):
        at_once(lambda _: refresh_annotator_statistics(project, lambda: None), range(4))
        assert sorted(AnnotatorStatistics.objects.values_list("language", flat=True)) == ["", "en"]
