"""The reference provider that Morel uses. Only this module names an implementation."""

from typing import Final

from annotation.references.provider import ReferenceProvider
from annotation.references.wikipedia.wikipedia_provider import WikipediaProvider

reference_provider: Final[ReferenceProvider] = WikipediaProvider()
