"""Detect texts that cannot be stored.

PostgreSQL cannot store U+0000, and UTF-8 cannot encode a lone surrogate. Both are legal as JSON escapes.
"""


def text_fault(text: str) -> str:
    """Return why `text` cannot be stored, as the end of a sentence that names a code point, or ""."""
    position = text.find("\0")
    if position >= 0:
        return f"holds a NUL character at position {position}, which no text may hold"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        name = f"U+{ord(text[error.start]):04X}"
        return f"holds a lone surrogate ({name}) at position {error.start}, which no text may hold"
    return ""


def value_fault(value: object) -> str:
    """Return `text_fault` of the first faulty string in a JSON value, keys included, or ""."""
    if isinstance(value, str):
        return text_fault(value)
    if isinstance(value, dict):
        return next(filter(None, (text_fault(key) or value_fault(part) for key, part in value.items())), "")
    if isinstance(value, list):
        return next(filter(None, map(value_fault, value)), "")
    return ""


def deeper_than(value: object, depth: int) -> bool:
    """Return whether lists and objects are nested more than `depth` deep. Iterative, so no depth exhausts the stack."""
    layer = [value] if isinstance(value, dict | list) else []
    for _ in range(depth):
        layer = [
            part
            for each in layer
            for part in (each.values() if isinstance(each, dict) else each)
            if isinstance(part, dict | list)
        ]
        if not layer:
            return False
    return True
