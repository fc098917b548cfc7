"""Drawn images of items, folders and zip files of them, and projects that have them."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from annotation.models import Import, Project
from annotation.services.imports.lifecycle import import_files
from annotation.services.projects.project_settings import create_project
from tests.records import item, write_jsonl


def drawing(
    kind: str = "PNG", size: tuple[int, int] = (40, 20), color: str = "navy", **options: Any
) -> bytes:
    """Return an image with a red corner at the top left, which tells how it is turned."""
    image = Image.new("RGB", size, color)
    ImageDraw.Draw(image).rectangle((0, 0, size[0] // 4, size[1] // 4), fill="red")
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def folder_of(path: Path, files: Mapping[str, bytes]) -> Path:
    path.mkdir(exist_ok=True)
    for name, content in files.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return path


def zip_of(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


def with_images(external_id: str, *names: str, **more: Any) -> dict[str, Any]:
    return item(external_id, image=names[0] if len(names) == 1 else list(names), **more)


def visions_project(slug: str = "visions", **settings: Any) -> Project:
    return create_project(slug, preset="visions", **{"redundancy": 1, **settings})


def import_images(
    tmp_path: Path, project: Project, records: list[dict[str, Any]], files: Mapping[str, bytes]
) -> Import:
    """Import records with a folder of images. The import may have been refused."""
    path = write_jsonl(tmp_path / "records.jsonl", records)
    return import_files(project, "items", [path], images=folder_of(tmp_path / "pictures", files))
