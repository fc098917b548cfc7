"""All URLs: the API, its description, the admin site, and the front end for everything else."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from api.common.health import live, ready
from api.config.front_end_page import app_page, unknown_api_address
from api.config.metrics_page import metrics

admin.site.site_header = "Morel"


class SchemaView(SpectacularAPIView):
    pools = {"GET": "long"}


urlpatterns = [
    path("api/v1/", include("api.config.api_urls")),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path(
        "api/docs/",
        SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="docs.html"),
        name="docs",
    ),
    path("health/live", live),
    path("health/ready", ready),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
    *([path("sign-on/", include("api.accounts.sso_urls"))] if settings.SIGN_ON else []),
    re_path(r"^api/", unknown_api_address),
    re_path(r"^(?!static/).*$", app_page),
]

handler500 = "api.common.errors.server_error"
