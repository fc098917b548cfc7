"""Consulted links: what an annotation stores of a page that its author consulted.

A reference provider reads an address as a link; `read_content` takes its reader as a `LinkReader`.
"""

from dataclasses import asdict, dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Link:
    url: str
    language: str = ""  # as in the host
    title: str = ""
    kind: Literal["wikipedia", "other"] = "wikipedia"
    variant: str = ""  # of the script, zh-cn
    revision: str = ""

    def to_json(self) -> dict[str, str]:
        return asdict(self)


class LinkError(ValueError):
    """An address that is not accepted: a stable code, and the reason as a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class LinkReader(Protocol):
    def __call__(self, text: str, *, other_sources: bool = False) -> Link:
        """The link that an address names. With `other_sources` any https address is one. Raises `LinkError`."""


def refuse_links(text: str, *, other_sources: bool = False) -> Link:
    """The reader of content that takes no links. Raises `LinkError`."""
    raise LinkError("not_used", "No links are accepted here.")
