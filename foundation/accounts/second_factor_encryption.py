"""Encryption of the secrets of second factors with the server's secret key: a stolen database alone has none."""

from base64 import urlsafe_b64encode

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac

from foundation.errors import ForbiddenError


class EncryptingAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # django-allauth has no types
    """Encrypts what django-allauth stores: the secret of an authenticator app and the seed of the recovery codes."""

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Raises ForbiddenError if the text was encrypted with a key that the server no longer has."""
        try:
            return _cipher().decrypt(encrypted_text).decode()
        except InvalidToken as error:
            raise ForbiddenError(
                "Your second factor cannot be read: the server's secret key has changed since it was turned on. Ask "
                "the operator of the site to reset it.",
                code="second_factor_unreadable",
            ) from error


def _cipher() -> MultiFernet:
    """Encrypts with a key of SECRET_KEY, decrypts with that or with one of its fallbacks."""
    return MultiFernet(
        Fernet(
            urlsafe_b64encode(salted_hmac("morel.second_factor", "key", secret, algorithm="sha256").digest())
        )
        for secret in [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    )
