"""Commands as a shell runs them: what they print, and what their exit status would be."""

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
    """Run a command in this process, and read its refusal as manage.py does, which also closes the database."""
    name, *rest = (str(each) for each in arguments)
    out, err = io.StringIO(), io.StringIO()
    command = load_command_class(get_commands()[name], name)
    command._called_from_command_line = True
    try:
        with redirect_stderr(err):
            options = vars(command.create_parser("manage.py", name).parse_args(rest))
        command.execute(*options.pop("args", ()), **options | {"stdout": out, "stderr": err})
    except CommandError as refusal:
        return Outcome(refusal.returncode, out.getvalue(), err.getvalue() + str(refusal))
    except SystemExit as refusal:  # of the argument parser
        return Outcome(int(refusal.code or 0), out.getvalue(), err.getvalue())
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
