"""Exceptions that a faulty provider causes: no response, an error response, or one with missing or wrong fields."""

from allauth.socialaccount.providers.base import ProviderException
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.core.exceptions import (
    ImproperlyConfigured,
    ObjectDoesNotExist,
    PermissionDenied,
    SuspiciousOperation,
)
from requests import RequestException

# The last ones are raised for missing fields and fields of a wrong type, which django-allauth does not catch.
FAULTS = (
    RequestException,
    OAuth2Error,
    ProviderException,
    PermissionDenied,
    SuspiciousOperation,  # a redirect URL with an unsafe scheme
    ImproperlyConfigured,
    ObjectDoesNotExist,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
)
