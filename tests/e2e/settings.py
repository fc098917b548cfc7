"""Settings of the servers and commands of browser journeys: the default ones, with quick password hashes.

A slow hash takes 0.3 s of a core for each of the many people who are created and log in.
"""

from api.config.settings import *  # noqa: F403 — settings are names

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
