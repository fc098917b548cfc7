"""Run management commands as a shell does: output and exit status."""

import io
from contextlib import redirect_stderr
from dataclasses import dataclass

from django.core.management import CommandError, get_commands, load_command_class


@dataclass(frozen=True)
class Outcome:
    status: int
    out: str
    err: str


def manage(*arguments: object) -> Outcome:
    """Run a command in this process. Errors become an exit status as in manage.py, but the database stays open."""
    name, *rest = (str(each) for each in arguments)
    out, err = io.StringIO(), io.StringIO()
    command = load_command_class(get_commands()[name], name)
    command._called_from_command_line = True
    try:
        with redirect_stderr(err):
            options = vars(command.create_parser("manage.py", name).parse_args(rest))
        command.execute(*options.pop("args", ()), **options | {"stdout": out, "stderr": err})
    except CommandError as error:
        return Outcome(error.returncode, out.getvalue(), err.getvalue() + str(error))
    except SystemExit as error:  # of the argument parser
        return Outcome(int(error.code or 0), out.getvalue(), err.getvalue())
    return Outcome(0, out.getvalue(), err.getvalue())


def succeeds(*arguments: object) -> str:
    """Return standard output. The status must be 0."""
    outcome = manage(*arguments)
    assert outcome.status == 0, outcome
    return outcome.out


def refuses(*arguments: object) -> str:
    """Return standard error. The status must be 2, and standard output empty."""
    outcome = manage(*arguments)
    assert outcome.status == 2, outcome
    assert outcome.err
    assert not outcome.out
    return outcome.err
