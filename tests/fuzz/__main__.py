"""`make fuzz`: send generated requests to every operation of the API, and report what breaks the schema."""

import argparse
import os
import re
import secrets
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from tests.fuzz.findings import Finding, RoleReport, describe
from tests.fuzz.requests import Generator, load_schema
from tests.fuzz.site import ROLES, FuzzSite
from tests.mediawiki import MediaWiki, Wiki
from tests.openid import Provider

SHARE_OF_INPUT = 3  # an operation with a body or a query gets as many times the requests of one without


def main() -> int:
    arguments = _parse()
    print(
        f"seed {arguments.seed} (make fuzz SEED={arguments.seed} REQUESTS={arguments.requests})", flush=True
    )
    findings: list[Finding] = []
    reports: list[RoleReport] = []
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)  # the site is restored by copying its SQLite file
    operations = [each.ok() for each in load_schema().get_all_operations()]
    with (
        tempfile.TemporaryDirectory() as directory,
        MediaWiki(Wiki.of_the_project()) as wikipedia,
        Provider("morel", "the secret of the client") as provider,
    ):
        began = time.monotonic()
        site = FuzzSite(Path(directory), wikipedia, provider)
        print(f"site built in {time.monotonic() - began:.0f} s", flush=True)
        try:
            reports.extend(_run(site, role, operations, arguments, findings) for role in arguments.roles)
        finally:
            site.close()
            findings += _logged(site.log.read_text(errors="replace"))
    for line in describe(findings):
        print(line)
    print(
        f"\n{sum(each.requests for each in reports)} requests, {len(findings)} findings, seed {arguments.seed}"
    )
    return 1 if findings else 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", default="", help="repeat the requests of another run")
    parser.add_argument("--requests", type=int, default=500, help="of each role")
    parser.add_argument("--roles", nargs="+", choices=ROLES, default=ROLES)
    parser.add_argument("--operations", nargs="*", default=[], help="operation ids; all by default")
    arguments = parser.parse_args()
    arguments.seed = arguments.seed or secrets.token_hex(4)
    return arguments


def _run(
    site: FuzzSite,
    role: str,
    operations: list[Any],
    arguments: argparse.Namespace,
    findings: list[Finding],
) -> RoleReport:
    report = RoleReport(role)
    generator = Generator(site, role, arguments.seed, report, findings)
    chosen = [
        each
        for each in operations
        if not arguments.operations or each.definition.raw["operationId"] in arguments.operations
    ]
    shares = [SHARE_OF_INPUT if each.body or each.query else 1 for each in chosen]
    began = time.monotonic()
    left, shares_left = arguments.requests, sum(shares)
    for operation, share in zip(chosen, shares, strict=True):
        number = max(1, round(left * share / shares_left))
        generator.run(operation, number)
        left, shares_left = left - number, shares_left - share
    seconds = time.monotonic() - began
    for line in report.lines():
        print(line)
    print(f"  {seconds:.0f} s, {report.requests / seconds:.0f} requests a second", flush=True)
    return report


def _logged(log: str) -> list[Finding]:
    """Return a finding for each traceback in the server's log: a job or a response that failed."""
    found = re.findall(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*(\S.*)", log, re.MULTILINE)
    return [Finding("server", "log", "traceback", each) for each in found]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        traceback.print_exc()
        sys.exit(130)
