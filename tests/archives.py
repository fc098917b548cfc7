"""Archives that somebody has edited who knows the format."""

import hashlib
import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def altered(archive: Path, file: Path, member: str, edit: Callable[[Any], Any]) -> Path:
    """Write a copy with one member edited and the manifest adapted.

    `edit` changes the manifest in place, or returns the new content of another member.
    """
    with tarfile.open(archive) as tar:
        content = [(info.name, (tar.extractfile(info) or io.BytesIO()).read()) for info in tar]
    state = json.loads(content[0][1])
    if member == "manifest.json":
        edit(state)
    else:
        content = [(name, edit(text) if name == member else text) for name, text in content]
        for each in state["members"]:
            if each["path"] == member:
                text = dict(content)[member]
                each |= {"size": len(text), "sha256": hashlib.sha256(text).hexdigest()}
    content[0] = ("manifest.json", json.dumps(state).encode())
    with tarfile.open(file, "w:gz") as tar:
        for name, text in content:
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text))
    return file
