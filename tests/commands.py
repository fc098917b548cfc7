"""Commands as a shell runs them: what they print, and what their exit status would be."""

import io
from dataclasses import dataclass

from django.core.management import CommandError, call_command


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str


def manage(*arguments: object) -> Outcome:
    """Run a command in this process, and read its refusal as manage.py does."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*(str(each) for each in arguments), stdout=out, stderr=err)
    except CommandError as refusal:
        return Outcome(refusal.returncode, out.getvalue(), err.getvalue() + str(refusal))
    return Outcome(0, out.getvalue(), err.getvalue())


def succeeds(*arguments: object) -> str:
    outcome = manage(*arguments)
    assert outcome.status == 0, outcome
    return outcome.out


def refuses(*arguments: object) -> str:
    """The reasons; the status is 2 and nothing is printed to standard output."""
    outcome = manage(*arguments)
    assert outcome.status == 2, outcome
    assert outcome.err
    assert not outcome.out
    return outcome.err
