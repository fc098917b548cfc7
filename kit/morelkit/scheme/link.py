"""Links to the pages that an annotator consulted.

A reference provider converts a URL to a link; `read_content` takes the conversion as a `LinkReader`.
"""

from dataclasses import asdict, dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Link:
    """A consulted page. For kind "other", only `url` is set."""

    url: str
    language: str = ""  # as in the host
    title: str = ""
    kind: Literal["wikipedia", "other"] = "wikipedia"
    variant: str = ""  # of the script, zh-cn
    revision: str = ""

    def to_json(self) -> dict[str, str]:
        return asdict(self)


class LinkError(ValueError):
    """A URL that is not accepted: a stable code, and a sentence with the reason."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class LinkReader(Protocol):
    def __call__(self, text: str, *, other_sources: bool = False) -> Link:
        """Return the link in `text`. With `other_sources` any https URL is accepted. Raises `LinkError`."""


def refuse_links(text: str, *, other_sources: bool = False) -> Link:
    """Refuse every link: the reader for content without links. Raises `LinkError`."""
    raise LinkError("not_used", "No links are accepted here.")
