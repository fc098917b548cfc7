"""Reads of what annotators and leads write to each other."""

from django.db.models import F

from annotation.models import Annotator, Project, Thread


def unread_by_annotator(annotator: Annotator, item_id: int) -> int:
    """Messages of the annotator's own thread on an item that they have not seen."""
    thread = Thread.objects.filter(annotator=annotator, item=item_id).first()
    return thread.count - thread.annotator_read if thread else 0


def threads_with_news(annotator: Annotator) -> int:
    """The annotator's threads that hold something they have not seen."""
    return Thread.objects.filter(annotator=annotator, annotator_read__lt=F("count")).count()


def threads_waiting(project: Project) -> int:
    """Threads in which the last word is the annotator's."""
    return Thread.objects.filter(project=project, waiting=True).count()
