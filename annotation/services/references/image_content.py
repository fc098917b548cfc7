"""Check the bytes of an image, and re-encode it for display."""

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from django.conf import settings
from PIL import ExifTags, Image, ImageOps

from foundation.zip_members import RefusedError

_MEDIA_TYPES: Final = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "WEBP": "image/webp",
    "GIF": "image/gif",
}
_LOSSLESS: Final = ("PNG", "GIF")
_ON_THE_SIDE: Final = (5, 6, 7, 8)
"""Values of the EXIF orientation that turn an image by 90 degrees."""
_QUALITY: Final = 90
_DISPLAY_SIDE: Final = 4096
"""Pixels of the longer side of a display copy, at most."""
_SVG: Final = re.compile(rb"\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)", re.IGNORECASE)
_BOMBS: Final = (Image.DecompressionBombError, Image.DecompressionBombWarning)
_DAMAGED: Final = (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error)
"""What Pillow raises for files that are damaged or no images."""


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """What the head of an image file says. Width and height are those of the upright image."""

    sha256: str
    media_type: str
    width: int
    height: int
    size: int


def read_facts(content: bytes) -> ImageFacts:
    """Read the head of an image file, without decoding the image. Raises RefusedError."""
    with _opened(content) as image:
        width, height = image.size
        if image.getexif().get(ExifTags.Base.Orientation) in _ON_THE_SIDE:
            width, height = height, width
        media_type = _MEDIA_TYPES[image.format or ""]
    return ImageFacts(hashlib.sha256(content).hexdigest(), media_type, width, height, len(content))


def display_copy(content: bytes) -> bytes:
    """Decode an image completely and return it as WebP: upright, without metadata, the first of several frames.

    Raises RefusedError.
    """
    with _opened(content) as image:
        shown = _plain(ImageOps.exif_transpose(image))
        lossless = image.format in _LOSSLESS
    shown.thumbnail((_DISPLAY_SIDE, _DISPLAY_SIDE))
    copy = BytesIO()
    # Empty metadata, because Pillow may copy what the original had.
    shown.save(
        copy, "WEBP", lossless=lossless, quality=_QUALITY, method=2, exif=b"", xmp=b"", icc_profile=b""
    )
    return copy.getvalue()


def is_display_copy(content: bytes, width: int, height: int) -> bool:
    """Return whether the bytes are a display copy, not damaged, of an image with this width and height."""
    scale = min(1, _DISPLAY_SIDE / max(width, height))
    try:
        with _opened(content) as image:
            image.load()
            sides = zip(image.size, (width, height), strict=True)
            # Pillow rounds the shorter side.
            return image.format == "WEBP" and all(abs(side - full * scale) <= 1 for side, full in sides)
    except RefusedError:
        return False


@contextmanager
def _opened(content: bytes) -> Iterator[Image.Image]:
    """Open an image file, and raise RefusedError for what goes wrong inside the block."""
    try:
        with Image.open(BytesIO(content), formats=list(_MEDIA_TYPES)) as image:
            if image.width * image.height > settings.MAX_ITEM_IMAGE_PIXELS:
                raise _too_many_pixels()
            yield image
    except _BOMBS as error:
        raise _too_many_pixels() from error
    except _DAMAGED as error:
        raise _no_image(content) from error


def _plain(image: Image.Image) -> Image.Image:
    """Return the image with eight bits a channel, with transparency if it has any."""
    if image.mode.startswith("I"):  # 16 bits a pixel
        image = image.convert("I").point(lambda value: value / 256).convert("L")
    return image.convert("RGBA" if image.has_transparency_data else "RGB")


def _too_many_pixels() -> RefusedError:
    return RefusedError(
        "too_many_pixels", f"has more than {settings.MAX_ITEM_IMAGE_PIXELS:,} pixels. Make it smaller."
    )


def _no_image(content: bytes) -> RefusedError:
    if _SVG.match(content):
        return RefusedError("svg", "is an SVG, which may hold scripts. Convert it to PNG.")
    if not content:
        return RefusedError("no_image", "is empty.")
    return RefusedError(
        "no_image",
        "is no PNG, JPEG, WebP or GIF image, or it is damaged. Save it again in one of these formats.",
    )
