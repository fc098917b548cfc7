"""The freeze record: settings of the release, and the counted revisions, split and id of every item.

Compressed JSON lines, settings first. It is read line by line, never as a whole.
"""

import gzip
import json
import os
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any

from annotation.models import AnnotationRevision, Exposure, Guidelines, Import, Project, Release
from annotation.queries.projects.access import minimum_under_policy, record_format_of, scheme_of
from annotation.queries.releases.release_candidates import Candidate, candidates
from annotation.services.releases.selected_items import SelectedItems
from foundation.errors import InvalidError, wrong_field
from foundation.write_transaction import write_transaction
from morelkit.formats.item_records import ItemRecord, dumps, field_text
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.registry import OTHER_LABELS
from morelkit.gold import policy as gold_policy
from morelkit.gold.policy import GoldPolicy
from morelkit.gold.votes import item_labels_gold
from morelkit.release.build import unlabelled
from morelkit.release.field_types import FieldTypes, label_types
from morelkit.release.item_labels import choice_fields, labelled, votes_or_implied
from morelkit.release.layout import UNSPLIT
from morelkit.release.released_images import IMAGE_FILES, with_image_files
from morelkit.release.released_items import released_item
from morelkit.release.split_drawing import DrawError, Drawn, draw_groups, draw_strata
from morelkit.release.splits import IdPattern, SplitPlan, draw_key, draw_splits, split_name
from morelkit.scheme import schemes

Beat = Callable[[], object]


@contextmanager
def open_snapshot(path: Path) -> Iterator[Iterator[dict[str, Any]]]:
    """The lines of a freeze record: first the settings, then the items, language by language."""
    with gzip.open(path, "rb") as file:
        yield (json.loads(line) for line in file)


def write_snapshot(release: Release, plan: SplitPlan, policy: GoldPolicy, path: Path, beat: Beat) -> None:
    """Write the freeze record of the project in its current state. Raises InvalidError if it has no valid release."""
    project, request = release.project, release.request
    minimum = minimum_under_policy(project, policy, request["languages"])
    frozen = _FrozenItems(plan, policy, project, request)
    if plan.group and plan.unannotated:
        for language, least in minimum.items():
            for each in frozen.candidates(language):
                frozen.note_group(each, least)
                beat()
    rough = path.with_suffix(".rough")
    with rough.open("wb") as file:
        for language, least in minimum.items():
            for each in frozen.candidates(language):
                frozen.add(file, language, each, least)
                beat()
    frozen.check(minimum)
    leave_out = request.get("leave_out", [])
    _check_left_out(frozen, leave_out)
    withheld = _withheld(frozen, request.get("withhold", []))
    parts = frozen.parts()
    _check_embargo(release, {split for _, split in parts})
    _protect_imports(frozen.imports)
    head = {
        "project": {"slug": project.slug, "name": project.name, "description": project.description},
        "policy": gold_policy.to_json(policy),
        "scheme": schemes.to_json(schemes.released_scheme(scheme_of(project))),
        "minimum": minimum,
        "left_out": dict(frozen.left_out),
        **({"decided_left_out": frozen.decided_left_out} if frozen.decided_left_out else {}),
        "features": {language: seen.types for language, seen in frozen.features.items()},
        "as_text": {language: seen.as_text for language, seen in frozen.features.items()},
        "set_apart": frozen.imported_labels(),
        **({"withhold": withheld} if withheld else {}),
        **({"leave_out": leave_out} if leave_out else {}),
        "guidelines": list(_guidelines(project)),
        "parts": parts,
        **({"selection": frozen.selected.to_json(embargo=bool(release.embargo))} if frozen.selected else {}),
        # Asked for after the revisions were collected: their annotators had seen the suggestions by then.
        **({"exposure": True} if _has_exposed_work(project) else {}),
        **({"adjudication": True} if project.adjudication else {}),
        **({"records": project.record_format} if project.record_format != MUSHROOM.name else {}),
        **({"images": bool(request.get("images"))} if record_format_of(project).images else {}),
    }
    with (
        rough.open("rb") as file,
        path.open("wb") as target,
        gzip.GzipFile("", "wb", 6, target, mtime=0) as out,
    ):
        out.write(f"{dumps(head)}\n".encode())
        for line in frozen.final_lines(file):
            out.write(f"{dumps(line)}\n".encode())
            beat()
        out.close()
        target.flush()
        os.fsync(target.fileno())
    rough.unlink()


def _has_exposed_work(project: Project) -> bool:
    imported = AnnotationRevision.objects.filter(annotation__imported_by__project=project)
    return (
        Exposure.objects.filter(source__project=project).exists()
        or imported.filter(exposure__isnull=False).exists()
    )


def _withheld(frozen: "_FrozenItems", names: list[str]) -> list[str]:
    """Return the fields that unlabelled records leave out. Raises InvalidError for one that they have not, or need."""
    for name in names:
        if not any(name in seen.types for seen in frozen.features.values()):
            raise wrong_field("withhold", f"No record has the field “{name[:80]}”.", "unknown_field")
        if name in frozen.needed:
            raise wrong_field(
                "withhold", f"No record can be used without its field “{name}”.", "needed_field"
            )
    return names


def _check_left_out(frozen: "_FrozenItems", names: list[str]) -> None:
    """Raise InvalidError for a field that no record has, or that records need."""
    for name in names:
        if name in frozen.needed or name in frozen.labels:
            raise wrong_field(
                "leave_out", f"No record can be used without its field “{name}”.", "needed_field"
            )
        if name not in frozen.left_out_fields:
            raise wrong_field("leave_out", f"No record has the field “{name[:80]}”.", "unknown_field")


def _guidelines(project: Project) -> Iterator[int]:
    rows = Guidelines.objects.filter(project=project).exclude(text="")
    yield from rows.order_by("language", "version").values_list("pk", flat=True)


def _protect_imports(imports: set[int]) -> None:
    """Mark imports as used, so that released items and annotations cannot be removed by undoing an import."""
    with write_transaction():
        rows = Import.objects.select_for_update().filter(pk__in=imports)
        if any(row.published_at is None for row in rows.order_by("pk")):
            raise InvalidError(
                "An import was undone while the release was frozen: ask for it again.", code="undone"
            )
        rows.filter(worked_on=False).update(worked_on=True)


def _check_embargo(release: Release, splits: set[str]) -> None:
    for name in release.embargo:
        if name not in splits:
            raise wrong_field(
                "embargo", f"There is no split “{name}” to hold back: {', '.join(sorted(splits))}."
            )


class _FrozenItems:
    """Items of a release, collected in one pass. Splits are assigned when all items of a language are known."""

    def __init__(
        self, plan: SplitPlan, policy: GoldPolicy, project: Project, request: Mapping[str, Any]
    ) -> None:
        self.selected = (
            SelectedItems(project, request["selection"], policy) if "selection" in request else None
        )
        self._project = project
        self.left_out: Counter[str] = Counter()
        self.decided_left_out = 0
        self.features: dict[str, FieldTypes] = {}  # by language
        self.imports: set[int] = set()
        self._plan = plan
        self._seed = project.seed
        self._format = record_format_of(project)
        self.labels = label_types(
            scheme_of(project), policy, adjudicated=project.adjudication, record_format=self._format
        )
        self.needed = {self._format.key(name) for name in ("id", "answer", "lang")}
        self._image_files = bool(request.get("images"))
        if self._image_files:
            self.needed.add(IMAGE_FILES)
        self._tied: list[str] = []
        self._listed = {id_: name for name, ids in plan.lists.items() for id_ in ids}
        self._scheme = scheme_of(project)
        self._label_names = {
            *(self._format.label_fields if self._format.labels else ()),
            *(label.name for label in self._scheme.item_labels),
        }
        self._policy = policy
        self._drawn: dict[str, list[Drawn]] = {}
        self._valued: set[str] = set()  # fields of the plan that items have
        self._annotated_groups: set[str] = set()
        self._splits: dict[str, list[str]] = {}
        self._keys: dict[str, array[int]] = {}
        self._unannotated: set[str] = set()  # languages
        self._without_labels = {*self.labels, *OTHER_LABELS, *request.get("withhold", [])}
        self.left_out_fields: set[str] = set()  # those of the request that records have
        self._leave_out = frozenset(request.get("leave_out", []))

    def candidates(self, language: str) -> Iterator[Candidate]:
        found = candidates(self._project, language, self._policy, choices=self.reads_choices)
        return self.selected.judged(found) if self.selected else found

    def add(self, file: IO[bytes], language: str, each: Candidate, least: int) -> None:
        record = each.record
        if (
            self._plan.unannotated
            and not each.revisions
            and not each.excluded
            and self._may_be_unannotated(record)
        ):
            if self._plan.group and self._value(each, self._plan.group) in self._annotated_groups:
                self.left_out[language] += 1
            elif self._is_selected(each, language):
                self._add_unannotated(file, language, each)
            return
        if len(each.revisions) < least and not self._implied(record):
            self.left_out[language] += 1
            self.decided_left_out += each.decision is not None
            return
        if not self._is_selected(each, language):
            return
        if self._plan.group or self._plan.stratify:
            self._drawn.setdefault(language, []).append(self._drawn_item(each, language))
        elif self._plan.by == "share":
            key = draw_key(self._seed, record.external_id)
            self._keys.setdefault(language, array("Q")).append(key)
        else:
            self._splits.setdefault(language, []).append(self._annotated_split(record))
        seen = self.features.setdefault(language, FieldTypes(self.labels))
        kept = self._released(each)
        seen.add(self._without_left_out(labelled(kept, dict.fromkeys(self.labels), self._format)))
        self.imports |= each.imports
        if each.tied:
            self._tied.append(record.external_id)
        line = {
            "item": each.pk,
            "language": language,
            "was": record.external_id,
            "revisions": each.revisions,
            "excluded": each.excluded,
            **({"decision": each.decision} if each.decision else {}),
            **_replaced_split(each.record),
        }
        file.write(f"{dumps(line)}\n".encode())

    def note_group(self, each: Candidate, least: int) -> None:
        """Remember the group of a labelled item: items that nobody has annotated are not released from it."""
        if self.selected and not self.selected.keeps(each):
            return
        labelled = len(each.revisions) >= max(1, least) or self._implied(each.record)
        if labelled and (group := self._value(each, self._plan.group)):
            self._annotated_groups.add(group)

    def _released(self, each: Candidate) -> ItemRecord:
        """Return the item as its record is released, without a new id."""
        id_ = "" if self._plan.rename else each.record.external_id
        return with_image_files(
            released_item(each.record, id_, self._format), each.images, files=self._image_files
        )

    def _is_selected(self, each: Candidate, language: str) -> bool:
        """Return whether the release has the item, which could be released; its place in a list is settled."""
        if self.selected is None or self.selected.keeps(each, language):
            return True
        self._listed.pop(each.record.external_id, None)
        return False

    def _without_left_out(self, record: dict[str, Any]) -> dict[str, Any]:
        self.left_out_fields |= self._leave_out & record.keys()
        return unlabelled(record, self._leave_out)

    def _may_be_unannotated(self, record: ItemRecord) -> bool:
        """Return whether the plan puts the item into the split of items that nobody has annotated."""
        if self._plan.by in ("field", "list"):
            return self._split(record, take=False) == self._plan.unannotated
        return not self._implied(record)

    def _implied(self, record: ItemRecord) -> Mapping[str, str]:
        """Return the item labels that the answer implies: with them, an item needs no annotations."""
        return self._format.implied_labels(record.answer)

    def _add_unannotated(self, file: IO[bytes], language: str, each: Candidate) -> None:
        self._unannotated.add(language)
        self._listed.pop(each.record.external_id, None)
        kept = self._released(each)
        seen = self.features.setdefault(language, FieldTypes(self.labels))
        bare = self._without_left_out(labelled(kept, {}, self._format))
        seen.add(unlabelled(bare, self._without_labels))
        self.imports |= each.imports
        line = {
            "item": each.pk,
            "language": language,
            "was": each.record.external_id,
            **_replaced_split(each.record),
        }
        file.write(f"{dumps(line | {'revisions': [], 'excluded': [], 'unannotated': True})}\n".encode())

    def check(self, minimum: dict[str, int]) -> None:
        for language, least in minimum.items():
            if self.selected:
                self.selected.require(language)
            if language not in self.features:
                raise InvalidError(
                    f"No item of “{language}” has the {least} annotations it needs: release the other languages, or "
                    "ask for fewer.",
                    code="below_minimum",
                )
        if not (self._splits or self._keys or self._drawn):
            raise InvalidError(
                "There is nothing to release: no item has annotations that count.", code="nothing"
            )
        if self._tied:
            raise InvalidError(
                f"Items that are tied, and on which no curator has decided: {len(self._tied)}, the first of them "
                f"“{self._tied[0]}”. Adjudicate them first.",
                code="tied",
            )
        for id_ in self._listed:
            raise wrong_field(
                "splits", f"No item that can be released has the id “{id_[:80]}”.", "unknown_item"
            )
        for language, keys in self._keys.items():
            self._splits[language] = draw_splits(self._plan.shares, keys)
        self._draw()
        filled = {split for splits in self._splits.values() for split in splits}
        if empty := [split for split in self._plan.shares if split not in filled]:
            raise wrong_field(
                "splits", f"The split “{empty[0]}” would be empty: there are too few items.", "not_drawn"
            )

    @property
    def reads_choices(self) -> bool:
        """Whether the plan needs the labels of items."""
        return bool({self._plan.group, *self._plan.stratify} & self._label_names)

    def _draw(self) -> None:
        """Draw the splits of groups or strata. Raises InvalidError.

        A group can have items in several languages, so groups are drawn in all languages at once.
        """
        for name in (self._plan.group, *self._plan.stratify) if self._drawn else ():
            if name and name not in self._valued:
                raise wrong_field("splits", f"No item has the field “{name[:80]}”.", "unknown_field")
        if not self._plan.group:
            for language, items in self._drawn.items():
                self._splits[language] = draw_strata(self._plan.shares, items)
        elif self._drawn:
            try:
                drawn = iter(draw_groups(self._plan.shares, [*chain.from_iterable(self._drawn.values())]))
            except DrawError as error:
                raise wrong_field("splits", str(error), "not_drawn") from error
            self._splits = {language: [next(drawn) for _ in items] for language, items in self._drawn.items()}

    def _drawn_item(self, each: Candidate, language: str) -> Drawn:
        """Return the item for the draw. An item without a group is one by itself."""
        key = draw_key(self._seed, each.record.external_id)
        group = self._value(each, self._plan.group) if self._plan.group else ""
        stratum = (language, *(self._value(each, name) for name in self._plan.stratify))
        return Drawn(
            key, f"{self._plan.group}={group}" if group else f"id {each.record.external_id}", stratum
        )

    def _value(self, each: Candidate, name: str) -> str:
        """Return the gold of a label, or the value of a field; "" if the item has none."""
        value = ""
        choices = votes_or_implied(each.choices, self._implied(each.record))
        if name not in self._label_names:
            value = field_text(each.record, name, self._format)
        elif name in self._format.label_fields:
            value = dumps({"": choice_fields(self._scheme, self._policy, choices, self._format)[name]})
        else:
            gold = item_labels_gold([name], choices, self._policy).get(name)
            value = dumps({"": gold["value"] if gold else None})
        if value:
            self._valued.add(name)
        return value

    def parts(self) -> list[list[str]]:
        return [
            [language, split]
            for language in sorted(self.features)
            for split in sorted(
                {
                    *self._splits.get(language, []),
                    *([self._plan.unannotated] if language in self._unannotated else []),
                }
            )
        ]

    def imported_labels(self) -> list[str]:
        """Label fields that items had when they were imported."""
        there = {name for seen in self.features.values() for name in seen.types}
        return [name for name in OTHER_LABELS if name in there and name not in self.labels]

    def final_lines(self, file: IO[bytes]) -> Iterator[dict[str, Any]]:
        id_pattern = IdPattern(self._plan.rename)
        splits = {language: iter(each) for language, each in self._splits.items()}
        for content in file:
            line = json.loads(content)
            unannotated = line.pop("unannotated", False)
            split = self._plan.unannotated if unannotated else next(splits[line["language"]])
            try:
                id_ = id_pattern.name(line["was"], line["language"], split)
            except ValueError as error:
                raise wrong_field("splits", f"By “{self._plan.rename}” {error}.", "rename") from error
            yield line | {"split": split, "id": id_}

    def _annotated_split(self, record: ItemRecord) -> str:
        split = self._split(record)
        if split == self._plan.unannotated:
            raise wrong_field(
                "splits",
                f"Item {record.external_id} belongs to the split “{split}” of items that nobody has annotated, and is "
                "annotated.",
                "annotated",
            )
        return split

    def _split(self, record: ItemRecord, *, take: bool = True) -> str:
        """Return the split of the item by field or list. `take`: remove it from those still to be found."""
        if self._plan.by == "field":
            value = field_text(record, self._plan.field, self._format)
            try:
                return split_name(value)
            except ValueError as error:
                raise wrong_field("splits", f"Item {record.external_id}: {error}.", "split_name") from error
        if self._plan.by == "list":
            try:
                return self._listed.pop(record.external_id) if take else self._listed[record.external_id]
            except KeyError:
                raise wrong_field(
                    "splits", f"Item {record.external_id} stands in none of the lists.", "not_listed"
                ) from None
        return UNSPLIT


def _replaced_split(record: ItemRecord) -> dict[str, str]:
    """The split that a lead has set: another one may be set before the release is built again."""
    return {"replaced_split": record.split} if record.split_replaced else {}
