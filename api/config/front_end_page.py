"""The HTML page of the front end, for every URL outside of the API."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie

from api.common.errors import plain

NOT_BUILT = "The pages have not been built: run `make install`, or `npm ci && npm run build` in frontend."


@never_cache
@ensure_csrf_cookie
def app_page(_request: HttpRequest) -> HttpResponse:
    page = settings.FRONTEND_DIST / "index.html"
    if not page.is_file():
        return HttpResponse(NOT_BUILT, status=HTTPStatus.SERVICE_UNAVAILABLE, content_type="text/plain")
    return HttpResponse(page.read_bytes())


def unknown_api_address(_request: HttpRequest) -> JsonResponse:
    return plain(HTTPStatus.NOT_FOUND, "There is nothing at this address of the API.", "no_address")
