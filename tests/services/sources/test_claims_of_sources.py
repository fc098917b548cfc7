"""People and sources are compared on the stored claims of items."""

import pytest

from annotation.models import Source
from annotation.queries.sources.source_judgements import comparison_of
from annotation.services.projects.project_settings import create_project
from morelkit.judges.report import Settings, judges_report
from tests.records import import_annotations, import_records, item
from tests.sources import import_source

pytestmark = pytest.mark.django_db

ANSWER = "One two six ten."
OWN = [[0, 4], [4, 8], [8, 12], [12, 16]]


def test_the_claims_of_an_item_are_those_that_it_was_imported_with():
    project = create_project("delta", preset="much", records="mushroom", redundancy=1)
    import_records(project, [item("q", answer=ANSWER, claims=OWN)])
    import_annotations(project, {"q": {"ada": [[0, 4], [4, 8]], "bo": [[0, 4]], "cleo": [[0, 4]]}})
    import_source(project, [{"id": "q", "spans": [{"start": 0, "end": 4}, {"start": 8, "end": 12}]}])
    project.refresh_from_db()
    comparison = comparison_of(project, [Source.objects.get()])
    (judge,) = judges_report(comparison, Settings("", 0.2, 0))["judges"].values()
    # People say 1 0 0 0, the source 1 0 1 0.
    assert judge["questions"]["claims"]["groups"][0]["matrix"] == [[2, 1], [0, 1]]
