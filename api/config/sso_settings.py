"""Single sign-on providers: from environment variables to the settings of Morel and of django-allauth."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

APPS = (
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.socialaccount.providers.github",
)
GITHUB = "https://github.com"
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def providers(oidc: dict[str, str], github: dict[str, str]) -> list[dict[str, str]]:
    """Return the configured providers: `id` in URLs, `name`, `issuer`, and Morel's `client` id and `secret` there.

    Raises ImproperlyConfigured if a provider is only partly configured.
    """
    found = []
    if any(oidc.values()):
        _require_complete("MOREL_OIDC", oidc, "url", "id", "secret")
        name = oidc["name"] or str(urlsplit(oidc["url"]).hostname)
        found.append(_provider("oidc", name, oidc["url"].rstrip("/"), oidc))
    if any(github.values()):
        _require_complete("MOREL_GITHUB", github, "id", "secret")
        found.append(_provider("github", "GitHub", GITHUB, github))
    return found


def for_allauth(chosen: list[dict[str, str]]) -> dict[str, Any]:
    """Return SOCIALACCOUNT_PROVIDERS. All use PKCE, and none is asked for more than the identity of a user."""
    result: dict[str, Any] = {}
    for each in chosen:
        app: dict[str, Any] = {"client_id": each["client"], "secret": each["secret"], "name": each["name"]}
        if each["id"] == "oidc":
            app |= {
                "provider_id": "oidc",
                "settings": {"server_url": each["issuer"], "scope": ["openid", "profile"]},
            }
        kind = "openid_connect" if each["id"] == "oidc" else "github"
        result[kind] = {"APPS": [app], "OAUTH_PKCE_ENABLED": True}
    return result


def _require_complete(prefix: str, values: dict[str, str], *needed: str) -> None:
    missing = [f"{prefix}_{each.upper()}" for each in needed if not values[each]]
    if missing:
        raise ImproperlyConfigured(f"Single sign-on also needs {', '.join(missing)}.")
    url = urlsplit(values.get("url", GITHUB))
    # Morel trusts the responses of a provider because TLS authenticates it.
    if not (url.scheme == "https" or (url.scheme == "http" and url.hostname in _LOOPBACK)):
        raise ImproperlyConfigured(f"{prefix}_URL begins with https://.")


def _provider(id_: str, name: str, issuer: str, values: dict[str, str]) -> dict[str, str]:
    return {"id": id_, "name": name, "issuer": issuer, "client": values["id"], "secret": values["secret"]}
