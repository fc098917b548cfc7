"""The requests to one operation: generated from the schema, with real values in some of their places."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import hypothesis
import requests
import schemathesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.fuzz.findings import OTHER_METHODS, Finding, RoleReport
from tests.fuzz.real_values import FILES, RealValues
from tests.fuzz.site import FuzzSite, Person
from tests.paths import ROOT

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
TIMEOUT = 30
REJECTIONS = ["400", "401", "403", "404", "409", "410", "413", "415", "422", "429"]


def load_schema() -> Any:
    config = schemathesis.Config.from_dict(
        {
            "checks": {"negative_data_rejection": {"expected-statuses": REJECTIONS}},
            "generation": {"with-security-parameters": False},  # the session comes with the role
            "output": {"sanitization": {"enabled": False}},  # the site lives as long as the run
        }
    )
    return schemathesis.openapi.from_path(ROOT / "api" / "schema.yaml", config=config)


@dataclass
class Generator:
    """Sends the requests of one role to operations, and reports."""

    site: FuzzSite
    role: str
    seed: str
    report: RoleReport
    findings: list[Finding]

    @property
    def person(self) -> Person:
        return self.site.people[self.role]

    @property
    def known(self) -> RealValues:
        return self.site.known[self.role]

    def run(self, operation: Any, number: int) -> None:
        """Send this number of requests: boundary cases of each field, then random ones, half of them valid."""
        self.site.restore()
        name = operation.definition.raw["operationId"]
        chosen = self._boundary_cases(operation, name, number // 2)
        for case, random in chosen:
            self._place_real_path(name, case, random, all_real=0.8)
            self._try(name, case)
        left = number - len(chosen)
        left -= self._send(operation, name, GenerationMode.NEGATIVE, left // 2)
        self._send(operation, name, GenerationMode.POSITIVE, left)

    def _boundary_cases(self, operation: Any, name: str, number: int) -> list[tuple[Case, Random]]:
        """Return up to this number of the cases that schemathesis derives from each field of the schema."""
        cases = list(
            operation.schema.iter_coverage_cases(
                operation,
                generation_modes=list(GenerationMode),
                generation_config=operation.schema.config.generation,
            )
        )
        random = Random(f"{self.seed}:{self.role}:{name}")
        return [(case, random) for case in random.sample(cases, min(number, len(cases)))]

    def _send(self, operation: Any, name: str, mode: GenerationMode, number: int) -> int:
        """Send up to this number of requests. Return how many: none if the operation has nothing to get wrong."""
        sent = 0

        @hypothesis.seed(f"{self.seed}:{self.role}:{name}:{mode.value}")
        @hypothesis.settings(
            max_examples=max(number, 1),
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @hypothesis.given(case=operation.as_strategy(generation_mode=mode), distinct=st.integers(0, 2**48))
        def each(case: Case, distinct: int) -> None:
            nonlocal sent
            if sent < number:
                sent += 1
                self._place_real_values(
                    name, case, Random(f"{self.seed}:{self.role}:{name}:{mode.value}:{sent}")
                )
                self._try(name, case)

        if number:
            try:
                each()
            except (Unsatisfiable, schemathesis.errors.InvalidSchema, BaseException) as error:
                if not _has_nothing_to_negate(error):
                    raise
        return sent

    def _try(self, name: str, case: Case) -> None:
        headers = self.person.headers
        try:
            response = case.call(
                base_url=self.site.url,
                session=self.person.http,
                headers=headers,
                timeout=TIMEOUT,
                allow_redirects=False,
            )
        except requests.RequestException as error:
            self._note(name, "no response", str(error), case, headers, "")
            return
        self.person.http.cookies.clear()
        meta = case.meta
        valid = bool(meta and meta.generation.mode.is_positive)
        found = re.match(rb'\{"type": ?"urn:morel:problem:(\w+)"', response.content)
        operation = name if case.method.upper() == case.operation.method.upper() else OTHER_METHODS
        code = found[1].decode() if found else ""
        self.report.add(operation, response.status_code, code, valid=valid)
        request_id = (response.headers.get("x-request-id") or [""])[0]
        try:
            case.validate_response(response, checks=_checks(case))
        except FailureGroup as failures:
            for failure in failures.exceptions:
                detail = f"{response.status_code} {getattr(failure, 'message', failure)}\n{response.content[:300]!r}"
                self._note(
                    name, getattr(failure, "title", type(failure).__name__), detail, case, headers, request_id
                )
        if self._has_lost_access(response.status_code, response.content):
            self.site.restore()

    def _has_lost_access(self, status: int, content: bytes) -> bool:
        """Whether the person logged out, left the project or archived it: the site begins again then."""
        if self.role == "anonymous":
            return status < 300
        gone = (b":not_authenticated", b":archived", b":no_project")
        return status in {401, 403, 404} and any(each in content[:80] for each in gone)

    def _note(
        self, name: str, rule: str, detail: str, case: Case, headers: dict[str, str], request_id: str
    ) -> None:
        curl = case.as_curl_command(headers=headers, base_url=self.site.url)
        self.findings.append(Finding(self.role, name, rule, detail, curl, request_id))

    def _place_real_path(self, name: str, case: Case, random: Random, *, all_real: float) -> None:
        """Name real things by the path, at this share of the requests, or at half of the others the project only."""
        places = random.random()
        path = dict(case.path_parameters or {})
        for each in path:
            real = self.known.path_value(name, each, random)
            if real is not None and (places < all_real or (places < (1 + all_real) / 2 and each == "slug")):
                path[each] = real
        if path != (case.path_parameters or {}):
            case.path_parameters = path
            if case.query:  # a wrong path may have been all that was wrong beside an unknown parameter
                declared = {each.name for each in case.operation.query}
                case.query = {key: value for key, value in case.query.items() if key in declared}

    def _place_real_values(self, name: str, case: Case, random: Random) -> None:
        """Half of the requests name real things by their path. A half of the queries and bodies has real values too.

        schemathesis checks afterwards whether the request still breaks the schema.
        """
        self._place_real_path(name, case, random, all_real=0.5)
        if isinstance(case.query, dict) and case.query and random.random() < 0.5:
            query = {
                key: random.choice(self.known.queries[key])
                if key in self.known.queries and random.random() < 0.7
                else value
                for key, value in case.query.items()
            }
            if query != case.query:
                case.query = query
        if isinstance(case.body, dict) and random.random() < 0.6:
            real_fields = self.known.body(name, case.path_parameters or {}, random)
            if _has_file(real_fields):  # schemathesis cannot check a mixed body with a file
                case.body = real_fields
            elif real_fields:
                case.body = dict(_mixed(case.body, real_fields, random))


def _checks(case: Case) -> list[Any]:
    """Return the checks of a request. schemathesis takes any body with a real file for one that breaks the schema."""
    has_file = isinstance(case.body, dict) and _has_file(case.body)
    return [each for each in CHECKS if not (has_file and each is negative_data_rejection)]


def _has_file(body: Mapping[str, Any]) -> bool:
    return body.get("file") in FILES


def _mixed(body: dict[str, Any], real: dict[str, Any], random: Random) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a body: all real, or real and generated ones."""
    only_real = random.random() < 0.5
    for name in dict.fromkeys([*body, *real]):
        if name in real and (only_real or random.random() < 0.7):
            yield name, real[name]
        elif name in body and not only_real:
            yield name, body[name]


def _has_nothing_to_negate(error: BaseException) -> bool:
    return isinstance(error, Unsatisfiable) or type(error).__name__ in {"Skipped", "SkipTest"}
