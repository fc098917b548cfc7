"""Settings of the tests: those of a site with single sign-on, so that all URLs exist.

Servers and commands that tests start use the default settings, without single sign-on; those of browser journeys use
`tests.e2e.settings`.
"""

import os
from unittest.mock import patch
from urllib.parse import urlsplit

# Parallel test workers clear their caches at any time. Each has its own Redis database.
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
if _redis := os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = urlsplit(_redis)._replace(path=f"/{_worker}").geturl()

_SIGN_ON = {
    "MOREL_OIDC_URL": "https://id.invalid",
    "MOREL_OIDC_ID": "morel",
    "MOREL_OIDC_SECRET": "between us",
    "MOREL_OIDC_NAME": "The University",
    "MOREL_GITHUB_ID": "morel-at-github",
    "MOREL_GITHUB_SECRET": "between us two",
}

with patch.dict(os.environ, _SIGN_ON):
    from api.config.settings import *  # noqa: F403 — settings are names

os.environ["DJANGO_SETTINGS_MODULE"] = "api.config.settings"
