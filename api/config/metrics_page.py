"""/metrics, for the addresses of MOREL_METRICS_FROM. Everyone else gets 404."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from api.server.client_address import TrustedProxies


@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Return what this process has counted, in the text format of Prometheus."""
    if not TrustedProxies(settings.METRICS_FROM).trusts(request.META.get("REMOTE_ADDR", "")):
        return HttpResponse("Nothing here.\n", status=HTTPStatus.NOT_FOUND, content_type="text/plain")
    from api.config.metrics import CONTENT_TYPE, exposition  # prometheus-client is an extra

    return HttpResponse(exposition(), content_type=CONTENT_TYPE)
