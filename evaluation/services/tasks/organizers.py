"""Remove organizers of a task. They are added by invitations."""

from evaluation.models import Organizer, Task
from evaluation.services.tasks.task_settings import locked_task
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, NotFoundError
from foundation.write_transaction import write_transaction


def remove_organizer(task: Task, key: int) -> None:
    """Remove an organizer. Raises NotFoundError, ConflictError for the last one."""
    with write_transaction():
        locked_task(task)
        row = Organizer.objects.select_related("user").filter(task=task, pk=key).first()
        if row is None:
            raise NotFoundError("The task has no such organizer.", code="no_organizer")
        if not Organizer.objects.filter(task=task).exclude(pk=key).exists():
            raise ConflictError("A task needs an organizer. Invite another one first.", code="last_organizer")
        record(AuditKind.ORGANIZER_REMOVED, task.scope, target=row.user)
        row.delete()
