"""Query parameters of every operation: an empty value is the same as none, unless the parameter is required."""

import pytest

from annotation.models import Release
from tests.api.client import Api, operations
from tests.api.common.test_membership import Operation
from tests.people import Cast

pytestmark = pytest.mark.django_db

CASES = [
    (Operation(method, path, described["operationId"]), parameter)
    for method, path, described in operations()
    for parameter in described.get("parameters", [])
    if parameter["in"] == "query"
]
EMPTY_IS_A_VALUE = {"model", "split"}  # items without one


@pytest.mark.parametrize(
    ("operation", "parameter"), CASES, ids=[f"{each}-{parameter['name']}" for each, parameter in CASES]
)
def test_an_empty_value_is_as_described(cast: Cast, operation: Operation, parameter: dict):
    release = 1
    if operation.name == "releases_compare":
        release = Release.objects.create(project=cast.alpha, name="v1", request={}).pk
    values = {"language": "en", "reference": 1, "before": release, "after": release}
    needed = {
        each["name"]: values[each["name"]]
        for other, each in CASES
        if other == operation and each.get("required")
    }
    path, name = operation.path(slug="alpha", item=cast["q-1"].pk), parameter["name"]
    asked = "&".join(f"{key}={value}" for key, value in needed.items() if key != name)
    without, empty = (
        Api(cast.lena).send(operation.method, f"{path}?{asked}{more}") for more in ("", f"&{name}=")
    )
    assert parameter.get("allowEmptyValue", False) != parameter.get("required", False)
    assert empty.status_code == without.status_code or name in EMPTY_IS_A_VALUE, empty.content
    if parameter.get("required"):
        assert empty.status_code == 422
