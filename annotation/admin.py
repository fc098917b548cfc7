"""The admin site: users, projects, memberships and jobs, without any content of projects.

It is read-only, except that accounts can be closed and opened, and allowed to create projects.
"""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest

from annotation.models import Membership, Project
from annotation.queries.projects.access import may_create_projects, project_of
from annotation.services.people.project_creation import set_project_creation
from foundation.accounts.account_services import close_account, open_account
from foundation.accounts.second_factor_queries import has_second_factor
from foundation.models import Job


class LoginForm(AdminAuthenticationForm):
    """The form has no field for a code: it refuses people with a second factor, who log in on the site's page."""

    def confirm_login_allowed(self, user: User) -> None:
        super().confirm_login_allowed(user)
        if has_second_factor(user):
            raise ValidationError(
                "Log in on the page of the site, with your code. Then open this page again."
            )


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # It is generic in the stubs only.
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


admin.site.login_form = LoginForm
admin.site.unregister(Group)
admin.site.unregister(User)
for model in list(admin.site._registry):  # The tables of django-allauth are not used.
    if model._meta.app_label in {"account", "mfa", "socialaccount"}:
        admin.site.unregister(model)


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    list_display = ["username", "email", "is_active", "is_superuser", "creates_projects", "last_login"]
    fields = [
        "username",
        "first_name",
        "last_name",
        "email",
        "is_active",
        "is_superuser",
        "creates_projects",
        "date_joined",
    ]
    readonly_fields = ["creates_projects"]
    search_fields = ["username", "email"]
    actions = ["close", "open", "allow_projects", "withdraw_projects"]

    def has_close_permission(self, request: HttpRequest) -> bool:
        return isinstance(request.user, User) and request.user.is_superuser

    @admin.action(description="Close the accounts: their work stays", permissions=["close"])
    def close(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        for user in accounts:
            if user == request.user:
                self.message_user(request, "Your own account stays open.", messages.WARNING)
                continue
            close_account(user)
            self.log_change(request, user, "Closed.")

    @admin.action(description="Open the accounts again", permissions=["close"])
    def open(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        for user in accounts:
            open_account(user)
            self.log_change(request, user, "Opened again.")

    @admin.display(boolean=True)
    def creates_projects(self, user: User) -> bool:
        return may_create_projects(user)

    @admin.action(description="Allow to create projects", permissions=["close"])
    def allow_projects(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        for user in accounts:
            set_project_creation(user, allowed=True)
            self.log_change(request, user, "Allowed to create projects.")

    @admin.action(description="Do not allow to create projects", permissions=["close"])
    def withdraw_projects(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        for user in accounts:
            set_project_creation(user, allowed=False)
            self.log_change(request, user, "No longer allowed to create projects.")


@admin.register(Project)
class ProjectAdmin(ReadOnlyAdmin):
    list_display = ["slug", "name", "assignment", "redundancy", "policy", "created_at"]
    fields = ["slug", "name", "assignment", "redundancy", "policy", "scheme_version", "created_at"]


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ["user", "project", "role", "languages", "created_at"]
    fields = ["user", "project", "role", "languages", "created_at"]
    list_select_related = ["user", "project"]


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ["id", "project", "kind", "state", "done", "total", "created_at", "finished_at"]
    fields = ["project", "kind", "state", "done", "total", "worker", "heartbeat", "created_at", "finished_at"]
    readonly_fields = ["project"]
    list_filter = ["state", "kind"]

    @admin.display
    def project(self, job: Job) -> Project:
        return project_of(job)
