"""Which texts can be kept at all.

U+0000 cannot be stored by PostgreSQL, and a lone surrogate cannot be written as UTF-8. Both are legal JSON
escapes, so they get this far unless someone looks.
"""


def text_fault(text: str) -> str:
    """Why `text` cannot be stored, as the end of a sentence that names a code point, or "" when it can."""
    at = text.find("\0")
    if at >= 0:
        return f"holds a NUL character at position {at}, which no text may hold"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        name = f"U+{ord(text[error.start]):04X}"
        return f"holds a lone surrogate ({name}) at position {error.start}, which no text may hold"
    return ""


def value_fault(value: object) -> str:
    """`text_fault` of the first faulty string in a JSON value, keys included."""
    if isinstance(value, str):
        return text_fault(value)
    if isinstance(value, dict):
        return next(filter(None, (text_fault(key) or value_fault(part) for key, part in value.items())), "")
    if isinstance(value, list):
        return next(filter(None, map(value_fault, value)), "")
    return ""


def deeper_than(value: object, depth: int) -> bool:
    """Are lists and objects nested more than `depth` deep? Walks layer by layer, so that no depth is too much."""
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
