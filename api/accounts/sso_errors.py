"""What a provider can get wrong: not answer, answer something else than was agreed, or say what cannot be."""

from allauth.socialaccount.providers.base import ProviderException
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.core.exceptions import (
    ImproperlyConfigured,
    ObjectDoesNotExist,
    PermissionDenied,
    SuspiciousOperation,
)
from requests import RequestException

# The last ones come of answers that lack a field or have another type there, which django-allauth does not catch.
FAULTS = (
    RequestException,
    OAuth2Error,
    ProviderException,
    PermissionDenied,
    SuspiciousOperation,  # an address that is no web page
    ImproperlyConfigured,
    ObjectDoesNotExist,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
)
