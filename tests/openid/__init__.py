"""A stand-in for whoever people log in by: an OpenID provider, and as much of GitHub as is asked of it."""

from tests.openid.server import Provider

__all__ = ["Provider"]
