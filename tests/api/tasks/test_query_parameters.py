"""Query parameters of shared tasks: an empty value is the same as none, unless the parameter is required."""

from typing import Any
from urllib.parse import urlencode

import pytest

from tests.api.client import Api, check_answer, operations
from tests.api.tasks.rules import ORGANIZERS, READERS
from tests.api.tasks.test_task_permissions import path_of
from tests.boards import submit
from tests.tasks import Tasks, predictions

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

CASES = [
    (described["operationId"], method, path, parameter)
    for method, path, described in operations()
    if "{task}" in path
    for parameter in described.get("parameters", [])
    if parameter["in"] == "query"
]
every = pytest.mark.parametrize(
    ("operation", "method", "template", "parameter"),
    CASES,
    ids=[f"{operation}-{parameter['name']}" for operation, *_, parameter in CASES],
)


def required(operation: str, submission: int) -> dict[str, Any]:
    """Return values of the parameters that the operation requires: ids of submissions."""
    return {
        parameter["name"]: submission
        for name, *_, parameter in CASES
        if name == operation and parameter.get("required")
    }


def target(tasks: Tasks, operation: str, template: str) -> tuple[Api, str]:
    """Return a client that may call the operation, and the path of what exists."""
    path = path_of(tasks, template)
    for other, file in {"analysis_file": "days.csv", "systems_compare_file": "comparison.csv"}.items():
        if operation == other:
            path = path.replace("board.csv", file)
    return Api(tasks.olga if operation in READERS | ORGANIZERS else tasks.sam), path


@every
def test_an_empty_value_is_as_described(tasks: Tasks, operation, method, template, parameter):
    made = submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    api, path = target(tasks, operation, template)
    name = parameter["name"]
    needed = required(operation, made.pk)
    asked = urlencode({key: value for key, value in needed.items() if key != name})
    without, empty = (api.send(method, f"{path}?{asked}{more}") for more in ("", f"&{name}="))
    assert parameter.get("allowEmptyValue", False) != parameter.get("required", False)
    assert empty.status_code == without.status_code
    if parameter.get("required"):
        assert empty.status_code == 422


@every
def test_a_repeated_parameter_is_refused_unless_it_is_a_list(
    tasks: Tasks, operation, method, template, parameter
):
    made = submit(tasks.saltmarsh, tasks.dev, tasks.en, predictions("en", "dev"))
    api, path = target(tasks, operation, template)
    name = parameter["name"]
    needed = {key: value for key, value in required(operation, made.pk).items() if key != name}
    asked = urlencode([*needed.items(), (name, "1"), (name, "1")])
    response = api.send(method, f"{path}?{asked}")
    assert response.status_code == 422
    (error,) = check_answer(method, path, response)["errors"]
    if parameter["schema"]["type"] != "array":
        assert error == {"pointer": f"/{name}", "code": "repeated", "detail": "Give this parameter once."}
