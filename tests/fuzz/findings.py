"""What a run has found: responses that break a rule, and what was reached."""

from collections import Counter
from dataclasses import dataclass, field

OTHER_METHODS = "other methods"  # that a path does not have
EXAMPLES = 2  # shown of each kind
REASONS = {
    "401 not_authenticated": "login needed",
    "403 forbidden": "for leads or administrators",
}
OF_GUESTS = {
    "422 not_password": "a guest has no password",
    "404 no_sign_on": "a guest has no single sign-on",
}
NEEDS = {
    "completion_get": "for crowd workers",
    "reference_other": "needs a page of Wikipedia that the person may read, in a language that it names",
    "exclusion_resume": "needs an exclusion that a kill has stopped",
    "recovery_codes_renew": "needs a second factor",
    "second_factor_on": "needs the code of the minute",
    "second_factor_off": "needs a second factor",
    "surplus_decide": "needs a submission that came too late for its slot",
}
"""Why an operation is not reached on the site of the run."""


@dataclass(frozen=True)
class Finding:
    """`rule`: which is broken. `detail`: how. `curl`: the command that repeats the request."""

    role: str
    operation: str
    rule: str
    detail: str
    curl: str = ""
    request_id: str = ""


@dataclass
class RoleReport:
    """The requests of one role: their number, statuses, and the operations that were answered with 2xx."""

    role: str
    requests: int = 0
    valid: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    reached: set[str] = field(default_factory=set)
    refusals: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, operation: str, status: int, code: str, *, valid: bool) -> None:
        """Count a request. `code`: of the problem."""
        self.requests += 1
        self.valid += valid
        self.statuses[status] += 1
        refusals = self.refusals.setdefault(operation, Counter())
        if status < 300:
            self.reached.add(operation)
        else:
            refusals[f"{status} {code}"] += 1

    def lines(self) -> list[str]:
        """Describe the requests, and why operations were never answered with 2xx."""
        statuses = ", ".join(f"{status}: {number}" for status, number in sorted(self.statuses.items()))
        asked, reached = set(self.refusals) - {OTHER_METHODS}, self.reached - {OTHER_METHODS}
        lines = [
            f"{self.role}: {self.requests} requests, {self.valid} of them valid; {len(reached)} of {len(asked)} "
            f"operations answered 2xx; {statuses}"
        ]
        reasons: dict[str, list[str]] = {}
        for operation in sorted(asked - reached):
            reasons.setdefault(self._reason(operation), []).append(operation)
        for reason, names in sorted(reasons.items()):
            lines.append(f"  no 2xx, {reason}: {', '.join(names)}")
        return lines

    def _reason(self, operation: str) -> str:
        refusals = self.refusals[operation]
        for refusal, reason in (REASONS | (OF_GUESTS if self.role == "guest" else {})).items():
            if refusal in refusals:
                return reason
        if operation in NEEDS:
            return NEEDS[operation]
        return "answered " + ", ".join(f"{refusal} ({number})" for refusal, number in refusals.most_common(4))


def describe(findings: list[Finding]) -> list[str]:
    """Describe findings, those of one kind together."""
    kinds: dict[tuple[str, str], list[Finding]] = {}
    for each in findings:
        kinds.setdefault((each.operation, each.rule), []).append(each)
    lines = []
    for (operation, rule), found in sorted(kinds.items()):
        roles = ", ".join(sorted({each.role for each in found}))
        lines.append(f"\n{operation}: {rule} ({len(found)} times; {roles})")
        for each in found[:EXAMPLES]:
            lines.append("    " + each.detail.strip().replace("\n", "\n    "))
            if each.curl:
                lines += [f"    request {each.request_id or 'without an id'}", f"    {each.curl}"]
    return lines
