"""Write Croissant metadata: JSON-LD in version 1.0 of MLCommons' format, which data set search engines read."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from morelkit.release.field_types import Type
from morelkit.release.layout import Part, lines_path
from morelkit.release.manifest import Counts, File, Head
from morelkit.text.languages import NO_LANGUAGE

_CONTEXT: Final = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_SCHEMA_TYPES: Final = {
    "string": "sc:Text",
    "int64": "sc:Integer",
    "float64": "sc:Float",
    "bool": "sc:Boolean",
}


def croissant(
    head: Head, counts: Mapping[Part, Counts], files: Sequence[File], withheld: Collection[str] = ()
) -> str:
    """Return the JSON text that describes the gold files, with their digests and the fields of their records.

    `withheld`: the paths that a download under embargo lacks. Unlabelled files take the place of their gold. Items that
    nobody has annotated have no other files.
    """
    by_path = {each.path: each for each in files}
    objects, sets = [], []
    for part in sorted(counts):
        path, name, features = (
            lines_path("gold", part),
            part.stem.replace(".", "-"),
            head.features[part.language],
        )
        if path in withheld or part.split == head.unannotated:
            path, name = lines_path("unlabelled", part), f"{name}-unlabelled"
            features = {field: type_ for field, type_ in features.items() if field not in head.set_apart}
        objects.append(
            {
                "@type": "cr:FileObject",
                "@id": path,
                "name": path,
                "contentUrl": path,
                "contentSize": f"{by_path[path].size} B",
                "encodingFormat": "application/jsonlines",
                "sha256": by_path[path].sha256,
            }
        )
        fields = [_field(name, path, *each) for each in features.items()]
        sets.append({"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields})
    metadata = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"{head.project['slug']}-{head.name}",
        "description": head.project["description"].strip() or head.project["name"],
        "version": head.name,
        "datePublished": head.frozen_at[:10],
        "license": head.options.get("license") or "unknown",
        "inLanguage": sorted({part.language for part in counts} - {NO_LANGUAGE}),
        "keywords": ["hallucination", "span annotation"],
        "isLiveDataset": False,
        "distribution": objects,
        "recordSet": sets,
    }
    return f"{json.dumps(metadata, ensure_ascii=False, indent=1)}\n"


def _field(parent: str, path: str, name: str, type_: Type) -> dict[str, Any]:
    """Return a field. Nested lists and objects are declared as text, because Croissant 1.0 has no nested lists."""
    repeated = isinstance(type_, dict) and isinstance(type_.get("list"), str)
    flat = type_["list"] if isinstance(type_, dict) and repeated else type_
    field = {
        "@type": "cr:Field",
        "@id": f"{parent}/{name}",
        "name": name,
        "dataType": _SCHEMA_TYPES[flat] if isinstance(flat, str) else "sc:Text",
        "source": {"fileObject": {"@id": path}, "extract": {"jsonPath": f"$.{name}"}},
    }
    return field | ({"repeated": True} if repeated else {})
