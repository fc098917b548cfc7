"""Who may call which operation of a shared task. Every operation with a task in its path is in exactly one set.

What a phase shows is a second question: `test_what_phases_show.py` asks it.
"""

from typing import Any

READERS = {
    "task_get",
    "task_items_download",
    "task_gold_download",
    "task_images_download",
    "announcements_list",
    "analysis_file",
    "analysis_get",
    "board_file",
    "board_get",
    "board_wins",
    "bundle_download",
    "bundles_list",
    "past_board_get",
    "past_boards_list",
    "system_get",
    "system_items",
    "systems_compare",
    "systems_compare_file",
    "systems_compare_item",
    "fact_sheet_get",
}
"""Everybody, without an account too."""
LOGGED_IN = {"team_register"}
PARTICIPANTS = {
    "task_messages_list",
    "task_message_send",
    "task_messages_read",
    "submission_check",
    "submission_create",
    "submissions_list",
    "submission_get",
    "submission_file",
    "submission_withdraw",
    "submission_choose",
    "fact_sheet_answers_get",
}
"""Members of a team, and organizers."""
TEAMS = {
    "fact_sheet_answer",
    "quota_get",
    "team_get",
    "team_change",
    "team_leave",
    "team_member_remove",
    "team_invitation_create",
    "team_invitation_revoke",
}
"""Members of a team."""
ORGANIZERS = {
    "task_change",
    "phase_create",
    "phase_change",
    "phase_delete",
    "phase_pause",
    "phase_resume",
    "track_create",
    "track_change",
    "track_delete",
    "gold_revisions_list",
    "gold_revision_attach",
    "organizers_list",
    "organizer_remove",
    "announcement_create",
    "task_threads_list",
    "task_audit_list",
    "task_invitations_list",
    "task_invitation_create",
    "task_invitation_revoke",
    "dry_run_create",
    "dry_run_remove",
    "baselines_run",
    "baselines_get",
    "duplicate_submissions",
    "submission_disqualify",
    "submission_rescore",
    "bundle_create",
    "bundle_publish",
    "bundle_unpublish",
    "teams_list",
    "team_decide",
    "teams_merge",
    "team_separate",
    "fact_sheet_change",
}
RULES = (READERS, LOGGED_IN, PARTICIPANTS, TEAMS, ORGANIZERS)

BODIES: dict[str, Any] = {
    "task_change": {"version": 0, "name": "Lantern"},
    "phase_create": {
        "slug": "x",
        "name": "X",
        "kind": "post",
        "split": "dev",
        "starts_at": {"at": "2027-01-01T00:00", "zone": "AoE"},
    },
    "phase_change": {"version": 0, "name": "X"},
    "phase_pause": {"reason": "A test."},
    "track_create": {"slug": "x", "name": "X"},
    "track_change": {"name": "X"},
    "gold_revision_attach": {"project": "alpha", "release": 1},
    "announcement_create": {"title": "X", "text": "X"},
    "task_messages_read": {"what": "messages"},
    "task_message_send": {"text": "X"},
    "submission_disqualify": {"reason": "X"},
    "baselines_run": {"phase": 1},
    "bundle_create": {"phase": "dev", "names": "named"},
    "bundle_publish": {"published": True},
    "team_register": {"name": "Reed", "affiliation": "", "terms_version": 1},
    "team_change": {"name": "Reed"},
    "team_decide": {"state": "approved"},
    "teams_merge": {"into": 1},
    "team_invitation_create": {"note": "", "days": 3, "max_uses": 1},
    "task_invitation_create": {"role": "organizer", "note": "", "days": 3, "max_uses": 1},
    "fact_sheet_change": {"questions": []},
    "fact_sheet_answer": {"version": 0, "answers": {}},
}
"""Requests that are refused for who sends them, and else only for what they ask."""
