"""Statements that are compiled once, from the ORM's own query, and then run by cursor.

To build a query and its SQL takes the ORM several times as long as the database needs to answer it. Saves and the next
item make the same few queries again and again. A function that returns a queryset becomes a prepared statement:

    @prepared
    def thread_of(annotator: int, item: int) -> QuerySet[Thread]:
        return Thread.objects.filter(annotator=annotator, item=item)

    thread_of.first(7, 12)

The function is called once with a placeholder for every argument. Models, managers and lookups stay the one source of
the SQL, and rows are read by the converters of the ORM: `statement.queryset(…)` is the same query, run by the ORM.

An argument is a value of the database (int, str, bool), or of the type that its annotation names: a datetime or a UUID.
A sequence is compiled once for each length. None cannot be compared with: SQL would need another operator.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import UnionType
from typing import Any, Generic, ParamSpec, TypeVar, get_args, get_origin, get_type_hints
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import (
    Aggregate,
    DateTimeField,
    Expression,
    Field,
    JSONField,
    Model,
    QuerySet,
    UUIDField,
)
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery

P = ParamSpec("P")
Row = TypeVar("Row")
M = TypeVar("M", bound=Model)

_FIELDS: "dict[Any, Field[Any, Any]]" = {datetime: DateTimeField(), UUID: UUIDField()}


class _Argument(Expression):
    """The place of an argument in a compiled statement. `field` converts its value for the database."""

    def __init__(self, name: str, index: int | None = None, field: "Field[Any, Any] | None" = None) -> None:
        super().__init__(output_field=field)
        self.name, self.index, self.converter = name, index, field
        self.stored = False  # whether the value is stored in a column, which takes None too

    def as_sql(self, _compiler: Any, _connection: Any) -> Any:
        return "%s", [self]

    def value(self, arguments: Mapping[str, Any]) -> Any:
        value = arguments[self.name] if self.index is None else arguments[self.name][self.index]
        if value is None and not self.stored:
            raise TypeError(f"{self.name} is None, which a prepared statement cannot compare with.")
        if self.stored and self.converter:
            return self.converter.get_db_prep_save(value, connection)
        return self.converter.get_db_prep_value(value, connection) if self.converter else value


class _Sql:
    """SQL with the places of its arguments."""

    def __init__(self, sql: str, parameters: Sequence[Any]) -> None:
        self._sql = sql
        self._parameters = [
            (each.value, None) if isinstance(each, _Argument) else (None, each) for each in parameters
        ]

    def run(self, cursor: Any, arguments: Mapping[str, Any]) -> None:
        cursor.execute(self._sql, [read(arguments) if read else value for read, value in self._parameters])


class _Statement(Generic[P]):
    """Compiles a function once for each kind of database and length of its sequences."""

    def __init__(self, build: Callable[P, Any]) -> None:
        self._build: Callable[..., Any] = build
        self._names = tuple(inspect.signature(build).parameters)
        hints = get_type_hints(build)
        self._fields = {name: _field(hints[name]) for name in self._names}
        self._sequences = [name for name in self._names if _is_sequence(hints[name])]
        self._compiled: dict[tuple[Any, ...], Any] = {}
        self.__doc__, self.__name__ = build.__doc__, build.__name__

    def _named(self, args: Any, kwargs: Any) -> dict[str, Any]:
        """The arguments by name."""
        named: dict[str, Any] = dict(zip(self._names, args, strict=False)) | kwargs
        if len(named) != len(self._names):
            raise TypeError(f"{self.__name__} takes {', '.join(self._names)}.")
        return named

    def _prepared(self, arguments: Mapping[str, Any]) -> Any:
        key = (connection.vendor, *(len(arguments[name]) for name in self._sequences))
        if key not in self._compiled:
            places: dict[str, Any] = {
                name: (
                    [_Argument(name, index, field) for index in range(len(arguments[name]))]
                    if name in self._sequences
                    else _Argument(name, field=field)
                )
                for name, field in self._fields.items()
            }
            self._compiled[key] = self._compile(places)
        return self._compiled[key]

    def _compile(self, places: Mapping[str, Any]) -> Any:
        raise NotImplementedError


class PreparedQuery(_Statement[P], Generic[P, Row]):
    """A query for model instances, with `select_related` and annotations, or for `values_list`."""

    def rows(self, *args: P.args, **kwargs: P.kwargs) -> list[Row]:
        arguments = self._named(args, kwargs)
        prepared = self._prepared(arguments)
        if prepared is None:
            return []
        sql, read = prepared
        with connection.cursor() as cursor:
            sql.run(cursor, arguments)
            found = cursor.fetchall()
        return [read(row) for row in found]

    def first(self, *args: P.args, **kwargs: P.kwargs) -> Row | None:
        """The first row, or None. A query that can have several should be ordered and limited."""
        rows = self.rows(*args, **kwargs)
        return rows[0] if rows else None

    def queryset(self, *args: P.args, **kwargs: P.kwargs) -> "QuerySet[Any, Row]":
        """The same query, not prepared."""
        built: QuerySet[Any, Row] = self._build(*args, **kwargs)
        return built

    def _compile(self, places: Mapping[str, Any]) -> tuple[_Sql, Callable[[Any], Any]] | None:
        queryset = self._build(**places)
        compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        try:
            sql, parameters = compiler.as_sql()
        except EmptyResultSet:  # such as a comparison with an empty list
            return None
        return _Sql(sql, parameters), _reader(queryset, compiler)


class PreparedUpdate(_Statement[P]):
    """An update: the function returns the rows and their new values by field. It can be called itself."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> int:
        """Run the update and return the number of rows that matched."""
        arguments = self._named(args, kwargs)
        with connection.cursor() as cursor:
            self._prepared(arguments).run(cursor, arguments)
            return int(cursor.rowcount)

    def _compile(self, places: Mapping[str, Any]) -> _Sql:
        queryset, values = self._build(**places)
        for name, value in values.items():
            if isinstance(value, _Argument):
                value.converter, value.stored = queryset.model._meta.get_field(name), True
        query = queryset.order_by().query.chain(UpdateQuery)
        query.add_update_values(values)
        return _Sql(*query.get_compiler(DEFAULT_DB_ALIAS).as_sql())


class PreparedInsert(Generic[M]):
    """Inserts one instance of a model and sets its primary key, as `save(force_insert=True)` without signals."""

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._compiled: dict[str, _Sql] = {}

    def __call__(self, row: M) -> M:
        meta = self._model._meta
        sql = self._compiled.get(connection.vendor)
        if sql is None:
            sql = self._compiled[connection.vendor] = self._compile()
        arguments = {
            field.attname: field.pre_save(row, add=True)
            for field in meta.concrete_fields
            if not field.primary_key
        }
        with connection.cursor() as cursor:
            sql.run(cursor, arguments)
            row.pk = cursor.fetchone()[0]
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row

    def _compile(self) -> _Sql:
        meta = self._model._meta
        fields = [field for field in meta.concrete_fields if not field.primary_key]
        places = self._model()
        for field in fields:
            place = _Argument(field.attname, field=field)
            place.stored = True
            # Not by the attribute of a relation, which takes instances only.
            places.__dict__[field.attname] = place
        query = InsertQuery(self._model)
        query.insert_values(fields, [places])
        compiler: Any = query.get_compiler(DEFAULT_DB_ALIAS)
        compiler.returning_fields = [meta.pk]
        ((sql, parameters),) = compiler.as_sql()
        return _Sql(sql, parameters)


def prepared(build: "Callable[P, QuerySet[Any, Row]]") -> PreparedQuery[P, Row]:
    """Decorate a function that returns a queryset: see the module."""
    return PreparedQuery(build)


def prepared_update(
    build: "Callable[P, tuple[QuerySet[Any, Any], Mapping[str, Any]]]",
) -> PreparedUpdate[P]:
    """Decorate a function that returns the rows to update and their new values by field."""
    return PreparedUpdate(build)


class JSONRows(Aggregate):
    """Values of many rows as one JSON list, so that a statement can bring rows of another table along."""

    function = "JSON_GROUP_ARRAY"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_AGG", **context)


def _field(hint: Any) -> "Field[Any, Any] | None":
    """The field that converts arguments of the type, if they need a conversion."""
    choices = get_args(hint) if isinstance(hint, UnionType) or _is_sequence(hint) else (hint,)
    return next((_FIELDS[each] for each in choices if each in _FIELDS), None)


def _is_sequence(hint: Any) -> bool:
    origin = get_origin(hint) or hint
    return isinstance(origin, type) and issubclass(origin, Sequence) and not issubclass(origin, str)


def _reader(queryset: "QuerySet[Any, Any]", compiler: Any) -> Callable[[Any], Any]:
    """Return what makes the queryset's result of a row of the database: what Django's iterables do per query."""
    columns = [column for column, *_ in compiler.select]
    found = compiler.get_converters(columns)
    converters = [(place, *each) for place, each in found.items()]

    def convert(row: Any) -> list[Any]:
        values = list(row)
        for place, functions, expression in converters:
            value = values[place]
            for function in functions:
                value = function(value, expression, connection)
            values[place] = value
        return values

    iterable: Any = queryset._iterable_class
    if iterable is ValuesListIterable:
        return lambda row: tuple(convert(row))
    if iterable is not ModelIterable:
        raise TypeError(f"{iterable.__name__} is no result of a prepared query.")
    return _instance_reader(compiler, convert)


_populators: Any = get_related_populators  # The stubs have its arguments in a later version.


def _instance_reader(compiler: Any, convert: Callable[[Any], list[Any]]) -> Callable[[Any], Model]:
    about = compiler.klass_info
    model, places = about["model"], about["select_fields"]
    start, end = places[0], places[-1] + 1
    names = [column.target.attname for column, *_ in compiler.select[start:end]]
    related = _populators(about, compiler.select, DEFAULT_DB_ALIAS)
    annotations = list((compiler.annotation_col_map or {}).items())

    def read(row: Any) -> Model:
        values = convert(row)
        instance: Model = model.from_db(DEFAULT_DB_ALIAS, names, values[start:end])
        for each in related:
            each.populate(values, instance)
        for name, place in annotations:
            setattr(instance, name, values[place])
        return instance

    return read
