"""Settings from environment variables, with safe defaults. `docs/operators.md` lists them, which a test checks."""

import os
import re
import secrets
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from api.config import locations, schema_settings, sso_settings
from foundation.private_files import UMASK, open_private


def _flag(name: str, default: bool) -> bool:
    return os.environ.get(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def _number(name: str, default: int, *, least: int = 1) -> int:
    text = os.environ.get(name, str(default))
    try:
        number = int(text)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is not a whole number: {text!r}.") from None
    if number < least:
        raise ImproperlyConfigured(f"{name} is at least {least}: {text!r}.")
    return number


def _rate(name: str, default: str) -> str:
    text = os.environ.get(name, default)
    if not re.fullmatch("[1-9][0-9]*/(s|sec|second|m|min|minute|h|hour|d|day)", text):
        raise ImproperlyConfigured(f"{name} is not a rate such as 20/min or 100/hour: {text!r}.")
    return text


def _list(name: str, default: str) -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def _networks(name: str, default: str) -> list[str]:
    addresses = _list(name, default)
    for address in addresses:
        try:
            ip_network(address, strict=False)
        except ValueError:
            raise ImproperlyConfigured(
                f"{name}: {address!r} is neither an IP address nor a network such as 10.0.0.0/8."
            ) from None
    return addresses


FIXTURES_DIR = locations.FIXTURES
DATA_DIR = Path(os.environ.get("MOREL_DATA_DIR", locations.DEFAULT_DATA_DIR)).resolve()
os.umask(UMASK)
DATA_DIR.mkdir(parents=True, exist_ok=True)


def _secret_key() -> str:
    """Return MOREL_SECRET_KEY, or a random key that is stored in the data directory, readable by its owner only."""
    if key := os.environ.get("MOREL_SECRET_KEY"):
        return key
    path = DATA_DIR / "secret-key"
    try:
        with open_private(path, "w") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return path.read_text()


SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = _list("MOREL_SECRET_KEY_FALLBACKS", "")
DEBUG = _flag("MOREL_DEBUG", False)
ALLOWED_HOSTS = _list("MOREL_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _list("MOREL_TRUSTED_ORIGINS", "")

# Limits of requests and imports
MAX_BODY_BYTES = _number("MOREL_MAX_BODY_BYTES", 4_000_000)
MAX_UPLOAD_BYTES = _number("MOREL_MAX_UPLOAD_BYTES", 2_000_000_000)
MAX_IMAGE_BYTES = _number("MOREL_MAX_IMAGE_BYTES", 5_000_000)
MAX_ITEM_IMAGE_BYTES = _number("MOREL_MAX_ITEM_IMAGE_BYTES", 20_000_000)
MAX_ITEM_IMAGE_PIXELS = _number("MOREL_MAX_ITEM_IMAGE_PIXELS", 50_000_000)
MAX_IMAGES_PER_ITEM = _number("MOREL_MAX_IMAGES_PER_ITEM", 20)
MAX_IMPORTED_IMAGES = _number("MOREL_MAX_IMPORTED_IMAGES", 20_000)
MAX_SUBMISSION_BYTES = _number("MOREL_MAX_SUBMISSION_BYTES", 100_000_000)
MAX_PREDICTIONS_BYTES = _number("MOREL_MAX_PREDICTIONS_BYTES", 20_000_000)
MAX_ANSWER_CHARACTERS = _number("MOREL_MAX_ANSWER_CHARACTERS", 200_000)
MAX_SPANS = _number("MOREL_MAX_SPANS", 5_000)
MAX_COMMENT_CHARACTERS = _number("MOREL_MAX_COMMENT_CHARACTERS", 20_000, least=0)
MAX_LINKS = _number("MOREL_MAX_LINKS", 100, least=0)
MAX_EVIDENCE = _number("MOREL_MAX_EVIDENCE", 5_000, least=0)
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES

# Limits of what a client can hold open
CONNECTIONS_PER_ADDRESS = _number("MOREL_CONNECTIONS_PER_ADDRESS", 512)
IDLE_SECONDS = _number("MOREL_IDLE_SECONDS", 15)
BODY_SECONDS = _number("MOREL_BODY_SECONDS", 60)
RESPONSE_SECONDS = _number("MOREL_RESPONSE_SECONDS", 60)
SHUTDOWN_SECONDS = _number("MOREL_SHUTDOWN_SECONDS", 8)
MAX_BUFFERED_BYTES = _number("MOREL_MAX_BUFFERED_BYTES", 2_000_000_000, least=0)

# Proxies that are believed which client they forward a request for
TRUSTED_PROXIES = _networks("MOREL_TRUSTED_PROXIES", "127.0.0.1,::1")

# Minutes until the reservation of an item that was not submitted expires
RESERVATION_MINUTES = _number("MOREL_RESERVATION_MINUTES", 24 * 60)

# E-mail: printed to the console unless a server is configured
MAIL = urlsplit(os.environ.get("MOREL_SMTP_URL", ""))
if MAIL.scheme not in {"", "smtp", "smtps", "smtp+plain"}:
    raise ImproperlyConfigured("MOREL_SMTP_URL begins with smtp:// (STARTTLS), smtps:// or smtp+plain://.")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL.scheme else 'console'}.EmailBackend"
EMAIL_HOST = MAIL.hostname or "localhost"
EMAIL_PORT = MAIL.port or {"smtps": 465, "smtp": 587}.get(MAIL.scheme, 25)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(MAIL.username or ""), unquote(MAIL.password or "")
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.scheme == "smtp", MAIL.scheme == "smtps"
EMAIL_TIMEOUT = 10
# The origin in links of e-mails that no request has caused.
SITE_URL = os.environ.get("MOREL_SITE_URL", "").rstrip("/") or next(
    (origin for origin in CSRF_TRUSTED_ORIGINS if "*" not in origin), ""
)
DEFAULT_FROM_EMAIL = os.environ.get("MOREL_MAIL_FROM", "Morel <morel@localhost>")
PASSWORD_RESET_TIMEOUT = _number("MOREL_RESET_HOURS", 24) * 3_600

# Wikipedia, the source of references. HTTP_PROXY and the like are ignored in favour of MOREL_WIKIPEDIA_PROXY.
WIKIPEDIA = _flag("MOREL_WIKIPEDIA", True)
WIKIPEDIA_USER_AGENT = os.environ.get("MOREL_WIKIPEDIA_USER_AGENT", "Morel/0.1 (span annotation)")
WIKIPEDIA_PROXY = os.environ.get("MOREL_WIKIPEDIA_PROXY", "")
WIKIPEDIA_SERVER = os.environ.get("MOREL_WIKIPEDIA_SERVER", "")
WIKIPEDIA_PAUSE_MS = _number("MOREL_WIKIPEDIA_PAUSE_MS", 200, least=0)
WIKIPEDIA_TIMEOUT = _number("MOREL_WIKIPEDIA_TIMEOUT", 10)
WIKIPEDIA_MAX_WAIT = _number("MOREL_WIKIPEDIA_MAX_WAIT", 30, least=0)
WIKIPEDIA_PAGE_SECONDS = _number("MOREL_WIKIPEDIA_PAGE_SECONDS", 60)
WIKIPEDIA_RUN_SECONDS = _number("MOREL_WIKIPEDIA_RUN_SECONDS", 3600)
WIKIPEDIA_SEARCH_SECONDS = _number("MOREL_WIKIPEDIA_SEARCH_SECONDS", 3)
WIKIPEDIA_MAX_BYTES = _number("MOREL_WIKIPEDIA_MAX_BYTES", 3_000_000)
WIKIPEDIA_MAXLAG = _number("MOREL_WIKIPEDIA_MAXLAG", 5, least=0)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.admin",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "axes",
    "allauth",
    "allauth.account",  # allauth.mfa imports its models
    "allauth.mfa",
    "foundation",
    "annotation",
    "evaluation",
    "api",
]

MIDDLEWARE = [
    "api.common.request_log.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "foundation.sessions.SessionUserMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "api.accounts.known_browsers.KnownBrowserMiddleware",
    "api.server.body_check.BodyCheckMiddleware",  # the last one: it answers in place of a view
]

ROOT_URLCONF = "api.config.urls"
ASGI_APPLICATION = "api.config.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# SQLite: write-ahead log, every commit synchronized to disk, write lock taken at BEGIN.
_SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 3,  # seconds, for requests; see foundation/write_transaction.py
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        "PRAGMA cache_size=-32000; PRAGMA temp_store=MEMORY;"
    ),
}

_database: dict[str, Any] = dict(dj_database_url.config(default=f"sqlite:///{DATA_DIR / 'morel.sqlite3'}"))
_SQLITE = _database["ENGINE"].endswith("sqlite3")

# Threads that answer requests. More of them make SQLite slower, because they compete for one interpreter and one
# write lock; on PostgreSQL they wait for the server together.
REQUEST_THREADS = _number("MOREL_REQUEST_THREADS", 1 if _SQLITE else 4)
LONG_REQUEST_THREADS = _number("MOREL_LONG_REQUEST_THREADS", 2)
LONG_QUEUE_SECONDS = _number("MOREL_LONG_QUEUE_SECONDS", 30)
WAITING_REQUEST_THREADS = _number("MOREL_WAITING_REQUEST_THREADS", 8)
THREAD_SWITCH_SECONDS = 0.001

# Threads beside those of requests: two for each queue of jobs, one for e-mail and one for websockets
BACKGROUND_THREADS = 2 * 13 + 2

if _SQLITE:
    _database["OPTIONS"] = _SQLITE_OPTIONS
    _database["CONN_MAX_AGE"] = None  # one connection per thread
    # Tests use a file per run: an in-memory database has no write-ahead log and fails instead of waiting for a lock.
    _database["TEST"] = {"NAME": DATA_DIR / f"test-{os.getpid()}.sqlite3"}
else:
    # A connection pool instead of one connection per thread, because each costs PostgreSQL a process. It has one for
    # every thread, so that none is refused because others work.
    _threads = REQUEST_THREADS + LONG_REQUEST_THREADS + WAITING_REQUEST_THREADS + BACKGROUND_THREADS
    _pool_size = _number("MOREL_POOL_SIZE", _threads)
    _database["CONN_MAX_AGE"] = 0
    _database["OPTIONS"] = {"pool": {"min_size": 1, "max_size": _pool_size, "timeout": 4}}
DATABASES = {"default": _database}

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "foundation.cache.RedisOrLocalCache", "LOCATION": REDIS_URL}}

# Change events between server processes. Without socket_timeout=None, channels_redis drops idle connections.
if REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None}], "prefix": "morel"},
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# Whether an account requires an invitation
SIGN_UP_OPEN = os.environ.get("MOREL_SIGN_UP", "invited") == "open"

# Second factor: codes of one interval before and after are accepted, because clocks differ
MFA_TOTP_TOLERANCE = 1
MFA_ADAPTER = "foundation.accounts.second_factor_encryption.EncryptingAdapter"

# Single sign-on: its apps are loaded only if a provider is configured
SIGN_ON = sso_settings.providers(
    oidc={
        "url": os.environ.get("MOREL_OIDC_URL", ""),
        "id": os.environ.get("MOREL_OIDC_ID", ""),
        "secret": os.environ.get("MOREL_OIDC_SECRET", ""),
        "name": os.environ.get("MOREL_OIDC_NAME", ""),
    },
    github={"id": os.environ.get("MOREL_GITHUB_ID", ""), "secret": os.environ.get("MOREL_GITHUB_SECRET", "")},
)
if SIGN_ON:
    INSTALLED_APPS = [*sso_settings.APPS, *INSTALLED_APPS]
    SOCIALACCOUNT_ADAPTER = "api.accounts.sso_adapter.Adapter"
    SOCIALACCOUNT_PROVIDERS = sso_settings.for_allauth(SIGN_ON)
    SOCIALACCOUNT_REQUESTS_TIMEOUT = 10

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]

# Brute-force protection: too many wrong passwords lock a user name for one IP address. Nobody can lock a user out of
# their account, because they can still log in from another address.
AXES_FAILURE_LIMIT = _number("MOREL_LOGIN_TRIES", 10)
AXES_COOLOFF_TIME = timedelta(minutes=_number("MOREL_LOGIN_LOCK_MINUTES", 15, least=0))
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # The unlock time that was shown must not move.
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "api.server.client_address.request_address"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
FRONTEND_DIST = locations.PAGES
STATICFILES_DIRS = [("app", FRONTEND_DIST)] if FRONTEND_DIST.is_dir() else []
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/app/assets/"  # The build adds a hash to these file names.

# Bytes that imports and builds leave free on the disk
DISK_RESERVE = _number("MOREL_DISK_RESERVE", 500_000_000, least=0)

FILE_UPLOAD_TEMP_DIR = DATA_DIR / "uploads"
FILE_UPLOAD_TEMP_DIR.mkdir(exist_ok=True)
# Views that accept uploads write them to the disk, by `api.common.file_upload_handler`; no other request does.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# Cookies and transport. Behind TLS (MOREL_TLS=1) cookies never travel in the clear.
TLS = _flag("MOREL_TLS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TLS else None
SECURE_HSTS_SECONDS = 31_536_000 if TLS else 0
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "foundation.sessions"
SESSION_COOKIE_AGE = _number("MOREL_SESSION_DAYS", 14) * 86_400
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "api.common.errors.csrf_failure"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}

_LOGIN_RATE = _rate("MOREL_LOGIN_RATE", "20/min")
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.common.token_authentication.TokenAuthentication",
        "api.common.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["api.common.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["api.common.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "api.common.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {
        "login": _LOGIN_RATE,
        "join": _LOGIN_RATE,
        "reset": _LOGIN_RATE,
        "search": "120/min",
        "check": _rate("MOREL_CHECK_RATE", "120/min"),
        "token": _rate("MOREL_TOKEN_RATE", "20/min"),  # failures
        "link": _rate("MOREL_LINK_RATE", "60/min"),
    },
    "NUM_PROXIES": 0,  # Throttles take the address that `api.server.client_address` found, not a header.
    "EXCEPTION_HANDLER": "api.common.errors.to_problem",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = schema_settings.SETTINGS

# The access log, one JSON object per request: a path, or - for standard error. A file may be moved away by logrotate.
ACCESS_LOG = os.environ.get("MOREL_ACCESS_LOG", "")
_ACCESS_HANDLERS: dict[str, dict[str, Any]] = {
    "": {"class": "logging.NullHandler"},
    "-": {"class": "logging.StreamHandler", "formatter": "access"},
    "file": {
        "class": "logging.handlers.WatchedFileHandler",
        "filename": ACCESS_LOG,
        "delay": True,
        "formatter": "access",
    },
}

# Metrics: the addresses or networks that may read /metrics
METRICS_FROM = _networks("MOREL_METRICS_FROM", "")
if METRICS_FROM:
    MIDDLEWARE = ["api.config.metrics.MetricsMiddleware", *MIDDLEWARE]

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "request_id": {"()": "api.common.request_log.RequestIdFilter"},
        "unexpected": {"()": "api.common.request_log.UnexpectedOnly"},
    },
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name} [{request_id}]: {message}", "style": "{"},
        "access": {"()": "api.common.request_log.AccessFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["request_id"]},
        "access": _ACCESS_HANDLERS[ACCESS_LOG if ACCESS_LOG in _ACCESS_HANDLERS else "file"],
    },
    "loggers": {
        "django.request": {"level": "ERROR", "filters": ["unexpected"]},  # A 4xx response is no event.
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # The access log has its 400.
        "psycopg.pool": {"level": "ERROR"},  # Each attempt to connect again; refused requests are logged.
        "morel.access": {
            "handlers": ["access"],
            "level": "INFO" if ACCESS_LOG else "ERROR",
            "propagate": False,
        },
    },
    "root": {"handlers": ["console"], "level": os.environ.get("MOREL_LOG_LEVEL", "WARNING")},
}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
