"""The site administrator's view: people, projects, memberships, jobs. Read-only, and nothing of any content."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest

from annotation.models import Job, Membership, Project


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


admin.site.unregister(Group)
admin.site.unregister(User)


@admin.register(User)
class UserAdmin(ReadOnly):
    list_display = ["username", "email", "is_active", "is_superuser", "last_login"]
    fields = ["username", "first_name", "last_name", "email", "is_active", "is_superuser", "date_joined"]
    search_fields = ["username", "email"]


@admin.register(Project)
class ProjectAdmin(ReadOnly):
    list_display = ["slug", "name", "assignment", "redundancy", "policy", "created_at"]
    fields = ["slug", "name", "assignment", "redundancy", "policy", "scheme_version", "created_at"]


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    list_display = ["user", "project", "role", "languages", "created_at"]
    fields = ["user", "project", "role", "languages", "created_at"]
    list_select_related = ["user", "project"]


@admin.register(Job)
class JobAdmin(ReadOnly):
    list_display = ["id", "project", "kind", "state", "done", "total", "created_at", "finished_at"]
    fields = ["project", "kind", "state", "done", "total", "worker", "heartbeat", "created_at", "finished_at"]
    list_filter = ["state", "kind"]
