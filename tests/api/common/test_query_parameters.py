"""Query parameters of every operation: an empty value is the same as none, unless the parameter is required.

tests/api/tasks/test_query_parameters.py has those of shared tasks.
"""

from typing import Any
from urllib.parse import urlencode

import pytest

from annotation.models import Release
from tests.api.client import Api, check_answer, operations
from tests.api.common.test_membership import MEMBERS, Operation
from tests.people import Cast, annotator, reserve
from tests.sources import id_in_path

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]

CASES = [
    (Operation(method, path, described["operationId"]), parameter)
    for method, path, described in operations()
    if "{task}" not in path
    for parameter in described.get("parameters", [])
    if parameter["in"] == "query"
]
EMPTY_IS_A_VALUE = {"model", "split"}  # items without one
ANY_TEXT_IS_A_VALUE = {"column"}  # a field that no item has is an empty column


every = pytest.mark.parametrize(
    ("operation", "parameter"), CASES, ids=[f"{each}-{parameter['name']}" for each, parameter in CASES]
)


def path_of(operation: Operation, cast: Cast, item: int) -> str:
    return operation.path(slug="alpha", item=item, id=id_in_path(operation.template, cast.alpha))


def required(cast: Cast, operation: Operation) -> dict[str, Any]:
    """Return values of the parameters that the operation requires."""
    release = 1
    if operation.name == "releases_compare":
        release = Release.objects.create(project=cast.alpha, name="v1", request={}).pk
    values = {
        "language": "en",
        "reference": 1,
        "before": release,
        "after": release,
        "annotator": annotator(cast.alpha, cast.ada).key,
        "beside": annotator(cast.alpha, cast.bo).key,
    }
    return {
        each["name"]: values[each["name"]]
        for other, each in CASES
        if other == operation and each.get("required")
    }


@every
def test_an_empty_value_is_as_described(cast: Cast, operation: Operation, parameter: dict[str, Any]):
    path, name = path_of(operation, cast, cast["q-1"].pk), parameter["name"]
    needed = required(cast, operation)
    asked = "&".join(f"{key}={value}" for key, value in needed.items() if key != name)
    without, empty = (
        Api(cast.lena).send(operation.method, f"{path}?{asked}{more}") for more in ("", f"&{name}=")
    )
    assert parameter.get("allowEmptyValue", False) != parameter.get("required", False)
    assert empty.status_code == without.status_code or name in EMPTY_IS_A_VALUE, empty.content
    if parameter.get("required"):
        assert empty.status_code == 422


@every
def test_a_repeated_parameter_is_refused_unless_it_is_a_list(
    cast: Cast, operation: Operation, parameter: dict[str, Any]
):
    who = cast.ada if operation.name in MEMBERS else cast.lena
    item = reserve(cast.alpha, who)
    assert item
    path, name = path_of(operation, cast, item.pk), parameter["name"]
    needed = {key: value for key, value in required(cast, operation).items() if key != name}
    asked = urlencode([*needed.items(), (name, "1"), (name, "1")])
    response = Api(who).send(operation.method, f"{path}?{asked}")
    if name in ANY_TEXT_IS_A_VALUE:
        assert parameter["schema"]["type"] == "array"
        assert response.status_code == 200
        return
    assert response.status_code == 422, response.content
    (error,) = check_answer(operation.method, path, response)["errors"]
    if parameter["schema"]["type"] != "array":
        assert error == {"pointer": f"/{name}", "code": "repeated", "detail": "Give this parameter once."}
