export default {
  "open.assign": "Assign…",
  "open.split": "Set split…",
  "open.tag": "Add tag…",
  "open.untag": "Remove tag…",
  "open.archive": "Archive…",
  "open.restore": "Restore…",
  more: "More actions",
  clear: "Clear selection",

  "field.split": "Split",
  "field.split.hint": "Leave empty to remove the split",
  "field.tag": "Tag",

  "do.split": "Set split",
  "do.split.none": "Remove split",
  "do.tag": "Add tag",
  "do.untag": "Remove tag",
  "do.archive": "Archive",
  "do.restore": "Restore",
  cancel: "Cancel",

  "preview.name": "Effect",
  "preview.counting": "Counting…",
  "preview.changes": { one: "{n} item changes.", other: "{n} items change." },
  "preview.none": "No item changes.",
  "preview.unchanged": { one: "{n} item stays as it is.", other: "{n} items stay as they are." },
  "preview.begun": {
    one: "{n} item cannot be archived, because it is assigned or annotated.",
    other: "{n} items cannot be archived, because they are assigned or annotated.",
  },
  "preview.too_many_tags": {
    one: "{n} item has too many tags already.",
    other: "{n} items have too many tags already.",
  },
  "preview.archive": "Archived items are assigned to nobody. Find them under Status: Archived.",

  "done.split": {
    one: "{n} item is in the split “{value}”.",
    other: "{n} items are in the split “{value}”.",
  },
  "done.split.none": { one: "{n} item has no split now.", other: "{n} items have no split now." },
  "done.tag": { one: "{n} item has the tag “{value}”.", other: "{n} items have the tag “{value}”." },
  "done.untag": {
    one: "The tag “{value}” was removed from {n} item.",
    other: "The tag “{value}” was removed from {n} items.",
  },
  "done.archive": { one: "{n} item is archived.", other: "{n} items are archived." },
  "done.restore": { one: "{n} item is restored.", other: "{n} items are restored." },
  undone: { one: "{n} item is as before.", other: "{n} items are as before." },
  "undone.kept": {
    one: "{n} item was changed since and stays as it is.",
    other: "{n} items were changed since and stay as they are.",
  },
  running: "{done} of {total} items changed",
  failed: "The change stopped: {message}",
  resume: "Continue",

  tags: "Tags",
  "tag.items": "{name} ({n})",
  "tag.remove": "Remove the tag {name}",
  "filter.tag": "Tag",
  archived: "Archived: the item is assigned to nobody.",
} as const;
