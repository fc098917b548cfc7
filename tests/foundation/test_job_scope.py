"""The scope of a job names its project without a foreign key."""

import pytest
from django.db import IntegrityError, transaction

from annotation.models import Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_of
from annotation.services.projects.project_settings import create_project
from foundation.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    projects = create_project("gamma"), create_project("delta")
    for project in projects:
        Job.objects.create(scope=job_scope(project.pk), kind="release")
    return projects


def test_the_project_of_a_job_is_found_by_its_scope(two):
    for project in two:
        assert project_of(Job.objects.get(scope=job_scope(project.pk))) == project


@pytest.mark.parametrize(
    "delete",
    [lambda project: project.delete(), lambda project: Project.objects.filter(pk=project.pk).delete()],
)
def test_deleting_a_project_deletes_its_jobs_and_no_others(two, delete):
    gone, kept = two
    delete(Project.objects.get(pk=gone.pk))
    assert [project_of(job) for job in Job.objects.all()] == [kept]


def test_a_single_job_of_a_kind_is_single_per_project(two):
    one, other = (job_scope(project.pk) for project in two)
    Job.objects.create(scope=one, kind="computed_statistics")
    Job.objects.create(scope=other, kind="computed_statistics")
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(scope=one, kind="computed_statistics")
    assert Job.objects.filter(kind="computed_statistics").count() == 2
