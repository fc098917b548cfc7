"""The header of a source: what made its records. It is the first line of a file, {"source": {…}}."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, Final

HEADER: Final = "source"
MAX_NAME: Final = 200
MAX_VERSION: Final = 100
MAX_PROMPT: Final = 1_000_000
MAX_REFERENCE: Final = 2_000

_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_CURRENCY: Final = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class SourceHeader:
    """What made a run. `reference`: which reference it saw, in words. `cost` is a decimal number."""

    name: str
    version: str = ""
    prompt: str = ""
    prompt_sha256: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    reference: str = ""
    cost: str = ""
    currency: str = ""


Fault = tuple[str, str]
"""Name of a field and a sentence."""

_LENGTHS: Final = {
    "name": MAX_NAME,
    "version": MAX_VERSION,
    "prompt": MAX_PROMPT,
    "prompt_sha256": 64,
    "reference": MAX_REFERENCE,
    "currency": 3,
}
_FIELDS: Final = ("name", "version", "prompt", "prompt_sha256", "parameters", "reference", "cost", "currency")


def read_header(values: Mapping[str, Any]) -> tuple[SourceHeader | None, list[Fault]]:
    """Return the header, with the hash of its prompt, or every fault."""
    values = {key: value for key, value in values.items() if value not in (None, "")}
    faults = list(_faults(values))
    if faults:
        return None, faults
    prompt_sha256 = values.get("prompt_sha256", "")
    if prompt := values.get("prompt", ""):
        prompt_sha256 = hashlib.sha256(prompt.encode()).hexdigest()
    cost = str(values["cost"]) if "cost" in values else ""
    return SourceHeader(**values | {"prompt_sha256": prompt_sha256, "cost": cost}), []


def header_values(header: SourceHeader) -> dict[str, Any]:
    """Return the header as the first line of a file has it, without empty fields."""
    return {HEADER: {key: value for key, value in asdict(header).items() if value not in ("", {})}}


def _faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    for name in values.keys() - set(_FIELDS):
        yield name, f"“{name}” is no field of a source: {', '.join(_FIELDS)}."
    if not isinstance(values.get("name"), str) or not values["name"].strip():
        yield "name", "Name the model or judge."
    for name, most in _LENGTHS.items():
        value = values.get(name, "")
        if not isinstance(value, str) or len(value) > most:
            yield name, f"“{name}” must be a text of at most {most:,} characters."
    if not isinstance(values.get("parameters", {}), dict):
        yield "parameters", "“parameters” must be an object."
    yield from _prompt_faults(values.get("prompt"), values.get("prompt_sha256"))
    yield from _cost_faults(values.get("cost"), values.get("currency"))


def _prompt_faults(prompt: object, digest: object) -> Iterator[Fault]:
    if not isinstance(digest, str):
        return
    if not _SHA256.fullmatch(digest):
        yield "prompt_sha256", "“prompt_sha256” must be 64 hexadecimal digits in lower case."
    elif isinstance(prompt, str) and hashlib.sha256(prompt.encode()).hexdigest() != digest:
        yield "prompt_sha256", "“prompt_sha256” is not the SHA-256 of the prompt."


def _cost_faults(cost: object, currency: object) -> Iterator[Fault]:
    if cost is None:
        if currency is not None:
            yield "cost", "A currency needs a cost."
        return
    try:
        amount = Decimal(str(cost)) if isinstance(cost, str | int | float) else Decimal("NaN")
    except InvalidOperation:
        amount = Decimal("NaN")
    if isinstance(cost, bool) or not amount.is_finite() or not 0 <= amount < 10**10:
        yield "cost", "“cost” must be a number from 0."
    elif round(amount, 6) != amount:
        yield "cost", "“cost” has at most six decimal places."
    if not isinstance(currency, str) or not _CURRENCY.fullmatch(currency):
        yield "currency", "“currency” must be three capital letters, such as USD."
