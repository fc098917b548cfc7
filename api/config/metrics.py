"""Metrics for Prometheus. Loaded only with MOREL_METRICS_FROM, because prometheus-client is an extra.

A process answers for itself, or for all processes that share the folder PROMETHEUS_MULTIPROC_DIR, as those of `serve
--workers` do. Jobs and free disk space are the same in all of them.
"""

import os
import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.http.response import HttpResponseBase

try:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
    from prometheus_client.core import GaugeMetricFamily, Metric
    from prometheus_client.exposition import CONTENT_TYPE_LATEST
    from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
    from prometheus_client.registry import Collector
except ImportError as error:
    raise ImproperlyConfigured("MOREL_METRICS_FROM needs: pip install morel-server[metrics]") from error

from api.common.request_log import comes_again
from api.server.client_address import connection_counts
from api.statistics.consumers import SummaryConsumer
from foundation.free_space import free_bytes
from foundation.jobs import queue_lengths

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

_SAVE: Final = "api/v1/projects/<slug:slug>/items/<key:item>/annotation/"
_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

_LIVE_GAUGES: Final = re.compile(r"gauge_live[a-z]+_(\d+)\.db")

_registry = CollectorRegistry()
_seconds = Histogram(
    "morel_request_seconds",
    "Time to compute a response, without receiving the request and sending the response.",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=_registry,
)
_saves = Counter("morel_saves", "Acknowledged saves of annotations.", registry=_registry)
_connections = Gauge(
    "morel_connections",
    "Open HTTP connections and websockets.",
    registry=_registry,
    multiprocess_mode="livesum",
)
_websockets = Gauge("morel_websockets", "Open websockets.", registry=_registry, multiprocess_mode="livesum")
connection_counts.on_change = _connections.set
SummaryConsumer.on_change = _websockets.set


class MetricsMiddleware:
    """Count each response by route and status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        start = time.perf_counter()
        response = self._get_response(request)
        if comes_again(request, response):
            return response
        match = request.resolver_match
        route = match.route if match else ""
        method = request.method if request.method in _METHODS else "other"
        _seconds.labels(method, route, response.status_code).observe(time.perf_counter() - start)
        if route == _SAVE and method in {"POST", "PUT"} and response.status_code < 300:
            _saves.inc()
        return response


class _Gauges(Collector):
    """What is read at the moment of a request for the metrics."""

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily(
            "morel_free_disk_bytes", "Free space on the disk of the data directory.", value=free_bytes()
        )
        jobs = GaugeMetricFamily("morel_jobs", "Open background jobs.", labels=["queue", "state"])
        oldest = GaugeMetricFamily(
            "morel_oldest_job_seconds", "Age of the oldest open job.", labels=["queue", "state"]
        )
        for each in queue_lengths():
            jobs.add_metric([each.queue, each.state], each.jobs)
            oldest.add_metric([each.queue, each.state], each.oldest_seconds)
        yield from (jobs, oldest)


def exposition() -> bytes:
    return generate_latest(_everything())


def _everything() -> CollectorRegistry:
    """Return the metrics of all processes that share a folder, else those of this process."""
    registry = CollectorRegistry()
    registry.register(_Gauges())
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        _forget_ended(Path(folder))
        collector: Callable[[CollectorRegistry, str], object] = MultiProcessCollector
        collector(registry, folder)
    else:
        registry.register(_registry)
    return registry


_forget_process: Callable[[int, str], object] = mark_process_dead


def _forget_ended(folder: Path) -> None:
    """Remove the gauges of processes that have ended. Their counters stay: a counter never decreases."""
    pids = {int(found[1]) for file in folder.iterdir() if (found := _LIVE_GAUGES.fullmatch(file.name))}
    for pid in pids:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            _forget_process(pid, str(folder))
