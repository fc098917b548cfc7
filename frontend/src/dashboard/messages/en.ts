export default {
  "overview.title": "Overview of {project}",

  "live.on": "Live",
  "live.title": "What changes shows within a second",
  "live.lost": "Reconnecting, since {time}",
  "live.lost.title": "Read anew every {n} seconds until the server can be heard again",
  "live.none": "Every {n} seconds",
  "live.none.title": "No live connection gets through to the server: the figures are asked for",
  "live.off": "As of {time}",
  said: {
    one: "Agreement {agreement}, {done} of {n} item complete",
    other: "Agreement {agreement}, {done} of {n} items complete",
  },
  "refresh.failed": "The figures could not be read anew",

  "recomputing.far": {
    one: "Being recomputed under {policy}: {done} of {n} item.",
    other: "Being recomputed under {policy}: {done} of {n} items.",
  },
  "recomputing.failed": "It stands still: {reason}",
  "recomputing.go-on": "Go on in the settings",
  "recomputing.until": "Until then all figures are those of {policy}.",

  "figure.name": "Agreement, all languages",
  "figure.none": "–",
  "figure.counted": {
    one: "{n} item with n ≥ 2",
    other: "{n} items with n ≥ 2",
  },
  "figure.policy": "multiset IoU · {policy}",
  "figure.no-spans": "this scheme has no spans to agree on",
  "progress.complete": {
    one: "{done} of {n} item complete",
    other: "{done} of {n} items complete",
  },
  "progress.everyone": "Everyone annotates everything: a language is complete when you close it.",
  "annotations.count": { one: "{n} annotation", other: "{n} annotations" },
  "annotations.range": "{range} an item",
  "annotations.surplus": { one: "{n} surplus, not counted", other: "{n} surplus, not counted" },
  "annotations.surplus.title":
    "Submitted late, when the item already had all it needs. Kept, but not counted.",

  "table.caption": "Progress and agreement by language, policy {policy}",
  "table.language": "Language",
  "table.complete": "Complete",
  "table.n": "n",
  "table.n.title": "Counted annotations of an item, fewest to most",
  "table.agreement": "Agreement",
  "table.counted": "Counted",
  "table.counted.title": "Items with n ≥ 2, over which agreement is the mean",
  "table.floor": "Floor",
  "table.floor.title": "1/n with the most annotations of an item: no agreement can be lower",
  "table.axis.start": "0",
  "table.axis": "dashed: floor 1/n",
  "table.axis.end": "1",
  "table.annotations": "Annotations",
  "table.over-full": "Over-full",
  "table.over-full.title": "Items with more annotations than their redundancy; all of them count",
  "table.gold": "Download",
  "table.closing": "Language",

  "cell.number": "{n}",
  "cell.range": "{least}–{most}",
  "cell.agreement": "Agreement, {language}: {agreement}",
  "cell.complete": "{done} of {total} items complete",
  "cell.total": " / {n}",
  "cell.closed": "closed",
  "cell.none": "–",

  "plot.label": "{language}: agreement {agreement}, floor {floor}",
  "plot.none": "{language}: no agreement yet",

  "gold.plain": "Gold",
  "gold.extra": "Gold + raw",
  "gold.plain.label": "Gold, {language}",
  "gold.extra.label": "Gold + raw annotations, {language}",
  "gold.saved": "{language}: gold downloaded, no item left out.",
  "gold.left-out": {
    one: "{language}: gold downloaded. {n} item is left out because it has too few annotations.",
    other: "{language}: gold downloaded. {n} items are left out because they have too few annotations.",
  },
  "gold.empty":
    "{language}: nothing to download yet. Gold is made of items that have all the annotations they need.",
  "gold.failed": "{language}: the gold could not be downloaded",

  "closing.close": "Close",
  "closing.open": "Re-open",
  "closing.close.label": "Close, {language}",
  "closing.open.label": "Re-open, {language}",
  "closing.failed": "{language}: this could not be changed",

  "worst.title": "Where people disagree",
  "worst.note": "Lowest agreement first · {policy}",
  "worst.all": "All items",
  "worst.none": "No item has two annotations yet. As soon as one has, it is here.",

  "empty.items.title": "No items yet",
  "empty.items.text":
    "Items are the questions and answers to be marked. Import a file of them, and people can begin; this page then shows how far they are and how well they agree.",
  "empty.items.import": "Import items",
  "empty.annotations.title": "Nobody has annotated yet",
  "empty.annotations.text":
    "Tell the annotators of this project that they can begin: after logging in they are given the first item. Annotations made elsewhere can be imported.",
  "empty.annotations.import": "Import annotations",
  "empty.annotations.begin": "Annotate yourself",
} as const;
