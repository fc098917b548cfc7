"""A test identity provider: OpenID Connect, and the part of GitHub's OAuth that is used."""

from tests.openid.server import Provider

__all__ = ["Provider"]
