"""Write numbers the same way on every platform."""

import json
import math
from typing import Any, Final

DECIMALS: Final = 12


def json_text(value: Any) -> str:
    """Return a value as indented JSON whose floats have 12 decimals, with a line feed at its end."""
    return f"{_json(value, 0)}\n"


def decimal(number: float) -> str:
    """Return a finite number with 12 decimals; zero has no sign. Raises `ValueError`."""
    if not math.isfinite(number):
        raise ValueError(f"{number} is no result.")
    text = f"{number:.{DECIMALS}f}"
    return text.lstrip("-") if not float(text) else text


def _json(value: Any, depth: int) -> str:
    if isinstance(value, float):
        return decimal(value)
    if isinstance(value, dict):
        return _block(
            "{}",
            [
                f"{json.dumps(key, ensure_ascii=False)}: {_json(each, depth + 1)}"
                for key, each in value.items()
            ],
            depth,
        )
    if isinstance(value, list | tuple):
        return _block("[]", [_json(each, depth + 1) for each in value], depth)
    return json.dumps(value, ensure_ascii=False)


def _block(brackets: str, parts: list[str], depth: int) -> str:
    if not parts:
        return brackets
    margin = "\n" + "  " * depth
    return f"{brackets[0]}{margin}  {f',{margin}  '.join(parts)}{margin}{brackets[1]}"
