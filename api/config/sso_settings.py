"""What the environment says of single sign-on, as the settings hold it and as django-allauth reads it."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

APPS = (
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.socialaccount.providers.github",
)
MIDDLEWARE = "allauth.account.middleware.AccountMiddleware"
GITHUB = "https://github.com"
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def providers(oidc: dict[str, str], github: dict[str, str]) -> list[dict[str, str]]:
    """Those that are switched on: `id` in addresses, `name`, `issuer`, and Morel's own `client` and `secret` there.

    Raises ImproperlyConfigured where one is named by halves.
    """
    found = []
    if any(oidc.values()):
        _must_be_whole("MOREL_OIDC", oidc, "url", "id", "secret")
        name = oidc["name"] or str(urlsplit(oidc["url"]).hostname)
        found.append(_provider("oidc", name, oidc["url"].rstrip("/"), oidc))
    if any(github.values()):
        _must_be_whole("MOREL_GITHUB", github, "id", "secret")
        found.append(_provider("github", "GitHub", GITHUB, github))
    return found


def for_allauth(chosen: list[dict[str, str]]) -> dict[str, Any]:
    """PKCE everywhere. GitHub is asked for no more than who somebody is."""
    said: dict[str, Any] = {}
    for each in chosen:
        app: dict[str, Any] = {"client_id": each["client"], "secret": each["secret"], "name": each["name"]}
        if each["id"] == "oidc":
            app |= {
                "provider_id": "oidc",
                "settings": {"server_url": each["issuer"], "scope": ["openid", "profile"]},
            }
        kind = "openid_connect" if each["id"] == "oidc" else "github"
        said[kind] = {"APPS": [app], "OAUTH_PKCE_ENABLED": True}
    return said


def _must_be_whole(prefix: str, said: dict[str, str], *needed: str) -> None:
    missing = [f"{prefix}_{each.upper()}" for each in needed if not said[each]]
    if missing:
        raise ImproperlyConfigured(f"Single sign-on also needs {', '.join(missing)}.")
    url = urlsplit(said.get("url", GITHUB))
    # What a provider says is believed because it was asked through TLS.
    if not (url.scheme == "https" or (url.scheme == "http" and url.hostname in _LOOPBACK)):
        raise ImproperlyConfigured(f"{prefix}_URL begins with https://.")


def _provider(id_: str, name: str, issuer: str, said: dict[str, str]) -> dict[str, str]:
    return {"id": id_, "name": name, "issuer": issuer, "client": said["id"], "secret": said["secret"]}
