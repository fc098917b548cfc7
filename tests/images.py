"""Small images, made without a library of images."""

import struct
import zlib

JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01" + b"\x00" * 20
WEBP = b"RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00"
GIF = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;"


def png(width: int = 1, height: int = 1, color: tuple[int, int, int] = (200, 60, 60)) -> bytes:
    """Return a PNG of one color."""
    rows = (b"\x00" + bytes(color) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
