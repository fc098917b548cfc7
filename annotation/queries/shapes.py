"""Shapes that several reads return."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NamedAnnotator:
    key: str
    name: str
