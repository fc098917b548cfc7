"""Write the data set card: README.md with the YAML front matter that the Hugging Face hub and its loader read.

Each language has two configurations, one labelled and one unlabelled. They name every data file, so that the loader
ignores all other files of the directory. The card of a download under embargo names only the data files it holds.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from morelkit.release import yaml_writer
from morelkit.release.field_types import Type
from morelkit.release.layout import AGREEMENT_TABLE, CHANGES, EMBARGO, MANIFEST, Part, is_image, lines_path
from morelkit.release.manifest import Counts, File, Head
from morelkit.release.released_images import IMAGE_FILES
from morelkit.release.selection import selection_text
from morelkit.text.languages import NO_LANGUAGE

Row = Mapping[str, Any]

_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST: Final = "1M<n<10M"


def dataset_card(
    head: Head,
    counts: Mapping[Part, Counts],
    files: Sequence[File],
    agreement: Sequence[Row],
    withheld: Collection[str] = (),
) -> str:
    """Return the content of README.md. `withheld`: the paths that a download under embargo lacks."""
    sizes = {each.path: each.size for each in files if each.path not in withheld}
    front_matter = yaml_writer.dump(_front_matter(head, counts, sizes))
    return f"---\n{front_matter}---\n\n{_text(head, counts, files, agreement, withheld)}"


def _front_matter(head: Head, counts: Mapping[Part, Counts], sizes: Mapping[str, int]) -> dict[str, Any]:
    """`sizes`: of each file of the release or the download."""
    languages = sorted({part.language for part in counts})
    items = sum(each.items for each in counts.values())
    configs, infos = [], []
    for language in languages:
        types = head.features[language]
        unlabelled = {name: type_ for name, type_ in types.items() if name not in head.set_apart}
        parts = [part for part in sorted(counts) if part.language == language]
        for suffix, kind, fields in (("", "gold", types), ("-unlabelled", "unlabelled", unlabelled)):
            name = f"{parts[0].config}{suffix}"
            paths = {part: path for part in parts if (path := lines_path(kind, part)) in sizes}
            if not paths:
                continue
            files = [{"split": part.split, "path": path} for part, path in paths.items()]
            configs.append({"config_name": name, "data_files": files})
            splits = [
                {"name": part.split, "num_bytes": sizes[path], "num_examples": counts[part].items}
                for part, path in paths.items()
            ]
            features = [_feature(*each) for each in fields.items()]
            infos.append({"config_name": name, "features": features, "splits": splits})
    return {
        "pretty_name": f"{head.project['name']}: {head.name}",
        **({"language": named} if (named := _named_languages(languages)) else {}),
        "license": head.options.get("license") or "unknown",
        "size_categories": [next((name for limit, name in _SIZES if items < limit), _LARGEST)],
        "task_categories": ["token-classification" if head.scheme.uses_spans else "text-classification"],
        "tags": ["hallucination"],
        "configs": configs,
        "dataset_info": infos,
    }


def _named_languages(languages: Sequence[str]) -> list[str]:
    return sorted({language.partition("-")[0] for language in languages if language != NO_LANGUAGE})


def _feature(name: str, type_: Type) -> dict[str, Any]:
    return {"name": name} | _typed(type_)


def _typed(type_: Type) -> dict[str, Any]:
    if isinstance(type_, str):
        return {"dtype": type_}
    if "struct" in type_:
        return {"struct": _fields(type_)}
    inner = type_["list"]
    if isinstance(inner, str):
        return {"list": inner}
    return {"list": _fields(inner) if "struct" in inner else _typed(inner)}


def _fields(type_: dict[str, Any]) -> list[dict[str, Any]]:
    return [_feature(*each) for each in type_["struct"].items()]


def _text(
    head: Head,
    counts: Mapping[Part, Counts],
    files: Sequence[File],
    agreement: Sequence[Row],
    withheld: Collection[str],
) -> str:
    project = head.project
    parts = [
        f"# {project['name']}: {head.name}",
        project["description"].strip(),
        f"Frozen {head.frozen_at} from the project “{project['slug']}”. Gold under this policy: "
        f"{head.policy.describe()}. An item takes part once it has as many annotations as its language asks for; "
        f"{sum(head.left_out.values())} had fewer and were left out.",
        _counts_table(counts),
        _agreement_table(agreement),
        _offsets(head),
        f"`raw/` has everyone's annotations under pseudonyms; gold follows from them. `{MANIFEST}` has the sha256 of "
        f"every file, `provenance/` the revisions that went in and what was excluded, `{AGREEMENT_TABLE}` agreement "
        f"by every measure, `{CHANGES}` what is new. Check all of it with:",
        "```\npython -m morelkit.release.verify DIRECTORY\n```",
        _as_text(head),
        _unannotated(head, counts),
        _implied(counts),
        _selection(head),
        _decisions(head, counts),
        _images(head, files),
        _exposure(counts),
        _embargo(head, withheld),
        _erasures(head),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _offsets(head: Head) -> str:
    by_label = ", each with its span label" if head.record_format.names_span_labels else ""
    return (
        "Offsets are Unicode code points, ends exclusive. `soft_labels` hold the share of annotators who marked each "
        f"run of characters, `hard_labels` the runs that are gold{by_label}."
    )


def _images(head: Head, files: Sequence[File]) -> str:
    """Return what the release has of the images of its items; "" for records without images."""
    if "images" not in head.options:
        return ""
    if not head.options["images"]:
        return (
            f"The files of the images are not part of the release. `{IMAGE_FILES}` names each image of an item by its "
            "path in the imported record and its sha256."
        )
    sizes = [each.size for each in files if is_image(each.path)]
    return (
        f"`images/` has the {len(sizes)} original images of the items, {sum(sizes)} bytes, each named after its "
        f"sha256. `{IMAGE_FILES}` names those of an item: the path in the imported record, the sha256 and the file."
    )


def _counts_table(counts: Mapping[Part, Counts]) -> str:
    rows = [
        f"| {part.language} | {part.split} | {each.items} | {each.annotations} | {each.spans} | {each.excluded} |"
        for part, each in sorted(counts.items())
    ]
    head = [
        "| language | split | items | annotations | spans | excluded annotations |",
        "|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows])


def _agreement_table(agreement: Sequence[Row]) -> str:
    rows = [
        f"| {row['lang'] or 'all'} | {row['split'] or 'all'} | {row['annotators_min']}–{row['annotators_max']} "
        f"| {_number(row['agreement'])} | {_number(row['alpha'])} | {_number(row['character_f1'])} |"
        for row in agreement
    ]
    head = [
        "| language | split | annotators an item | agreement | α | character F1 |",
        "|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows])


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.6f}"


def _as_text(head: Head) -> str:
    mixed = [f"{', '.join(names)} ({language})" for language, names in sorted(head.as_text.items()) if names]
    return f"Of mixed types, and written as text throughout: {'; '.join(mixed)}." if mixed else ""


def _unannotated(head: Head, counts: Mapping[Part, Counts]) -> str:
    items = sum(each.items for part, each in counts.items() if part.split == head.unannotated)
    if not items:
        return ""
    return (
        f"The split `{head.unannotated}` has {items} items that nobody has annotated, for training systems: they are "
        "in `unlabelled/` only."
    )


def _implied(counts: Mapping[Part, Counts]) -> str:
    items = sum(each.implied for each in counts.values())
    if not items:
        return ""
    return (
        f"{items} items were not annotated: their answer is empty, and their labels follow from that. Agreement leaves "
        "them out."
    )


def _selection(head: Head) -> str:
    selection = head.options.get("selection")
    return selection_text(selection, claims=head.scheme.uses_spans) if selection else ""


def _decisions(head: Head, counts: Mapping[Part, Counts]) -> str:
    if not head.adjudicated:
        return ""
    decided = sum(each.decided for each in counts.values())
    return (
        f"Curators decided on {decided} items. What they decided stands in `decisions/`, with their pseudonym and the "
        "time, and is gold as it stands there; `gold` says of each record where its gold comes from. Soft labels and "
        "agreement are those of the votes."
    )


def _exposure(counts: Mapping[Part, Counts]) -> str:
    exposed = sum(each.exposed for each in counts.values())
    if not exposed:
        return ""
    annotations = sum(each.annotations for each in counts.values())
    return (
        f"{exposed} of {annotations} annotations were made or revised while their annotators saw suggestions of a "
        "model or judge. Gold and agreement count them like all others. `annotation_exposure` in `raw/` says of each "
        "what was visible, and which suggestions were accepted."
    )


def _embargo(head: Head, withheld: Collection[str]) -> str:
    if not head.embargo:
        return ""
    splits = ", ".join(head.embargo)
    if withheld:
        return (
            f"This download is under an embargo on: {splits}. It lacks {len(withheld)} files, which `{EMBARGO}` lists. "
            "The tables above describe the whole release."
        )
    return f"Built under an embargo on: {splits}. Until it is over, a download has their items alone."


def _erasures(head: Head) -> str:
    if not head.erasures:
        return ""
    who = ", ".join(f"{each['annotator']} ({each['at']})" for each in head.erasures)
    return f"At their authors' wish, comments were replaced after the release was built: {who}."
