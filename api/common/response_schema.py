"""OpenAPI components derived from the types that queries return.

A query returns a frozen dataclass, which orjson writes as JSON directly (several times faster if the class has no
slots). Stored JSON that is passed on unchanged is described by a TypedDict, because no object is built from it.
`extend_schema(responses=…)` takes both:

- the component has the name of the class, without a final `Data`, which tells a class from a model of the same name;
- its description is the docstring, its properties are the fields, those of base classes included, and all are required;
- `Annotated[int, "Code points of the answers."]` describes a field, `Annotated[list[float], {"minItems": 2}]` adds any
  other keyword of OpenAPI.
"""

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from django.db.models import Choices
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import (
    append_meta,
    build_array_type,
    build_basic_type,
    build_object_type,
    list_hash,
)
from drf_spectacular.utils import Direction
from rest_framework.serializers import Serializer

Schema = dict[str, Any]

_SUFFIX = "Data"
_SERIALIZERS: dict[type, type[Serializer[Any]]] = {}
_EXTENDED: dict[type, type] = {}

Reader = TypeVar("Reader", bound=type[Serializer[Any]])


def describes(of: type) -> Callable[[Reader], Reader]:
    """Decorate the request serializer of the same content as the response type `of`: they share its component."""

    def register(serializer: Reader) -> Reader:
        _SERIALIZERS[of] = serializer
        return serializer

    return register


def may_be(of: type, extended: type) -> None:
    """Declare that responses may have `extended`, a subclass, in place of `of`: its further fields are optional."""
    _EXTENDED[of] = extended


class _AnyShape(type):
    def __subclasscheck__(cls, subclass: type) -> bool:
        return dataclasses.is_dataclass(subclass) or is_typeddict(subclass)


class Described(metaclass=_AnyShape):
    """A class that drf-spectacular takes for the base class of every dataclass and TypedDict."""


class ResponseExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # its hook has no types
    target_class = Described
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Direction) -> str:
        return component_name(self.target)

    def map_serializer(self, auto_schema: Any, direction: Direction) -> Schema:
        def reference(to: type) -> Schema:
            found: Schema = auto_schema.resolve_serializer(_SERIALIZERS.get(to, to), direction).ref
            return found

        hints = _fields(_EXTENDED.get(self.target, self.target))
        fields = {name: _schema(hint, reference) for name, hint in hints.items()}
        required = getattr(
            self.target, "__required_keys__", _fields(self.target)
        )  # a TypedDict has optional ones
        return build_object_type(properties=fields, required=required, description=_docstring(self.target))


def component_name(of: type) -> str:
    return of.__name__.removesuffix(_SUFFIX)


def _fields(of: type) -> dict[str, Any]:
    hints = get_type_hints(of, include_extras=True)
    if dataclasses.is_dataclass(of):
        return {field.name: hints[field.name] for field in dataclasses.fields(of)}
    return hints


def _docstring(of: type) -> str:
    """Return the docstring, or "" if there is none: `dataclass` then generates one from the signature."""
    text = of.__dict__.get("__doc__") or ""
    return "" if text.startswith(f"{of.__name__}(") else inspect.cleandoc(text)


def _schema(hint: Any, reference: Callable[[type], Schema]) -> Schema:
    """Return the schema of a type. `reference` registers the component of a class and returns a reference to it."""
    if get_origin(hint) is not None:
        return _composed(get_origin(hint), get_args(hint), reference)
    if hint is Any:
        return {}
    if issubclass(hint, Described):
        return reference(hint)
    if issubclass(hint, Enum):
        return _enumeration(hint)
    return _basic(hint)


def _basic(of: type) -> Schema:
    schema: Schema | None = build_basic_type(of)
    if schema is None:
        raise TypeError(f"{of} has no description in OpenAPI.")
    return schema


def _composed(origin: Any, arguments: tuple[Any, ...], reference: Callable[[type], Schema]) -> Schema:
    if origin is NotRequired:
        return _schema(arguments[0], reference)
    if origin is Annotated:
        return _annotated(_schema(arguments[0], reference), arguments[1:])
    if origin in (Union, UnionType):
        return _union(arguments, reference)
    if origin is Literal:
        return _choices(arguments)
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1], reference)}
    if origin in (list, Sequence) or (origin is tuple and arguments[1:] == (...,)):
        return build_array_type(_schema(arguments[0], reference))
    raise TypeError(f"{origin} of {arguments} has no description in OpenAPI.")


def _annotated(schema: Schema, notes: tuple[Any, ...]) -> Schema:
    """Return the schema with its notes added: a string is the description, a dictionary holds further keywords."""
    for note in notes:
        schema = append_meta(schema, note if isinstance(note, dict) else {"description": note})
    return schema


def _union(of: tuple[Any, ...], reference: Callable[[type], Schema]) -> Schema:
    """Return the schema of a nullable type, or of several sets of choices."""
    schemas = [_schema(each, reference) for each in of if each is not NoneType]
    merged = schemas[0]
    for schema in schemas[1:]:
        if "enum" not in schema or "enum" not in merged:
            raise TypeError(f"{of}: only choices can be united.")
        merged = {**schema, **merged, "enum": [*merged["enum"], *schema["enum"]]}
    if NoneType not in of:
        return merged
    if "enum" in merged:
        merged = merged | {"enum": [*merged["enum"], None]}
    return append_meta(merged, {"nullable": True})


def _choices(values: tuple[Any, ...]) -> Schema:
    return {"enum": list(values), **_basic(type(values[0]))}


def _enumeration(of: type[Enum]) -> Schema:
    schema = _choices(tuple(member.value for member in of))
    if issubclass(of, Choices):
        schema["x-spec-enum-id"] = list_hash([(value, label) for value, label in of.choices if value])
    return schema
