"""What a problem is called: short, for people, the same for the same code."""

from http import HTTPStatus

_OF_CODE = {
    "accounts_exist": "Names already in use",
    "busy": "Busy at this moment",
    "by_invitation": "Accounts are made by invitation",
    "csrf": "The page must be loaded again",
    "forbidden": "Not yours to see",
    "guidelines_changed": "New guidelines",
    "incomplete": "Something is still to be done",
    "item_gone": "The item is gone",
    "invitation_expired": "The invitation has expired",
    "invitation_revoked": "The invitation was withdrawn",
    "invitation_used_up": "The invitation is used up",
    "language_closed": "The language is closed",
    "last_lead": "The only lead",
    "locked": "Locked for a while",
    "malformed": "Unreadable request",
    "message_id_reused": "Two messages under one id",
    "no_address": "No such address",
    "no_invitation": "No such invitation",
    "no_person": "Nobody of this project",
    "no_project": "No such project here",
    "not_authenticated": "Log in first",
    "no_session": "Not logged in there",
    "not_done": "Too early to undo",
    "not_password": "The wrong password",
    "not_yours": "Not an item of yours",
    "off": "Not done on this server",
    "reset_over": "The link is over",
    "save_id_reused": "Two saves under one id",
    "server_error": "The server failed",
    "stale_revision": "Changed elsewhere",
    "stale_scheme": "The scheme has changed meanwhile",
    "started": "Too late to change the import",
    "submitted": "Already submitted",
    "throttled": "Too many attempts",
    "unknown_language": "No such language here",
    "unknown_label": "Not in the project's scheme",
    "username_taken": "The name is taken",
    "weak_password": "Too easy a password",
    "would_lose": "Something would be lost",
    "would_miscount": "Something would be counted wrongly",
    "wrong_answer": "Another answer",
    "wrong_password": "Log-in refused",
    "worked_on": "Too late to undo",
}

_OF_STATUS = {
    HTTPStatus.BAD_REQUEST: "Unreadable request",
    HTTPStatus.UNAUTHORIZED: "Log in first",
    HTTPStatus.FORBIDDEN: "Not yours to do",
    HTTPStatus.NOT_FOUND: "Nothing here",
    HTTPStatus.METHOD_NOT_ALLOWED: "Not possible here",
    HTTPStatus.NOT_ACCEPTABLE: "No such form of answer",
    HTTPStatus.CONFLICT: "Changed meanwhile",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Too large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "Not in a form that is read here",
    HTTPStatus.UNPROCESSABLE_ENTITY: "Not accepted",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many attempts",
    HTTPStatus.INTERNAL_SERVER_ERROR: "The server failed",
    HTTPStatus.SERVICE_UNAVAILABLE: "Not to be had now",
}


def title(code: str, status: HTTPStatus) -> str:
    return _OF_CODE.get(code) or _OF_STATUS.get(status, "Refused")
