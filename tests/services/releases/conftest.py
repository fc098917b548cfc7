"""Fixtures of release tests: an empty releases directory and a project to release."""

import shutil

import pytest
from django.utils import timezone

from annotation.models import Annotation
from annotation.services.projects.project_settings import create_project
from tests.dataset_loading import datasets
from tests.people import annotate, join
from tests.records import import_annotations, import_records, item, stored

__all__ = ["datasets"]  # a fixture


@pytest.fixture(autouse=True)
def no_other_releases(data_dir):
    """Delete releases of other tests: their rows are rolled back, their files are not."""
    shutil.rmtree(data_dir / "releases", ignore_errors=True)


@pytest.fixture
def gamma(cast):
    """A project: q-1 … q-4, ar-1 and ar-2 have two annotations, q-5 none; q-2 has a third, excluded one."""
    project = create_project("gamma", preset="mu-shroom", redundancy=2)
    records = [item(f"q-{number}", split="Dev" if number < 3 else "test") for number in range(1, 6)]
    import_records(
        project, [*records, item("ar-1", lang="AR", split="dev"), item("ar-2", lang="AR", split="dev")]
    )
    both = {"annotator_a": [[0, 3], [25, 30]], "annotator_b": [[25, 30]]}
    import_annotations(project, dict.fromkeys(("q-1", "q-3", "ar-1", "ar-2"), both))
    import_annotations(project, {"q-2": {**both, "annotator_c": []}})
    annotate(project, join(project, "ada"), stored(project, "q-4"), (4, 12), comment="Not in Paris.")
    annotate(project, join(project, "bo"), stored(project, "q-4"), (25, 30))
    last = Annotation.objects.filter(item__external_id="q-2", item__project=project).last()
    Annotation.objects.filter(pk=last.pk).update(
        excluded_at=timezone.now(), excluded_reason="A test account."
    )
    return project
