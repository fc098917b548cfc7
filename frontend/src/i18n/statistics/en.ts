export default {
  /* Agreement */

  "page.title": "Agreement, {language} · {project}",
  "page.name": "Agreement",
  "page.all": "all languages",
  "page.path": "Where this page is",

  "live.figures": "What has come since the figures were computed shows within seconds",
  "stamp.as-of": "As of {time}",
  "stamp.as-of.day": "As of {day}",
  "stamp.begun": "Being computed",
  "stamp.saves": { one: "{n} save since", other: "{n} saves since" },
  "stamp.changed": "something has changed since",
  "stamp.again": "Compute again",
  "stamp.working": { one: "Computing: {done} of {n} item", other: "Computing: {done} of {n} items" },
  "stamp.waiting": "Waiting to be computed…",
  "stamp.failed": "The last computation failed: {message}",
  "stamp.policy": "Computed under {was}; the project now uses {policy}.",
  "none.title": "Being computed for the first time",
  "none.text": "Intervals, α, F1 and curves are too dear for every save. They appear here in a moment.",

  "head.name": "Multiset IoU",
  "head.counted": { one: "mean over {n} item with n ≥ 2", other: "mean over {n} items with n ≥ 2" },
  "head.items": { one: "{n} item in all", other: "{n} items in all" },
  "head.n": "{range} annotators an item",
  "head.range": "{least}–{most}",
  "head.interval": "95 % interval {low} – {high}",
  "head.floor": "floor 1/n: {floor}",
  "head.mixed": "Items with n = {ns} are mixed here: their values have different floors and do not compare.",

  "undefined.no_items": "undefined: there are no items",
  "undefined.no_spans": "undefined: the scheme has no spans",
  "undefined.no_pairs": "undefined: no item has two annotations",
  "undefined.one_item": "undefined: one item has no spread",
  "undefined.nothing_marked": "undefined: nobody marked anything",
  "undefined.all_marked": "undefined: everybody marked everything",
  "undefined.no_values": "undefined: nobody set both labels",
  "undefined.one_value": "undefined: only one value was chosen",

  "measures.title": "Measures",
  "measures.note": "Open a name for what it means, its formula and an example.",
  "name.agreement": "Multiset IoU",
  "name.interval": "95 % interval",
  "name.alpha": "Krippendorff’s α",
  "name.character_f1": "Character F1",
  "name.exact_f1": "Exact-span F1",
  "name.overlap_f1": "Overlap F1",
  "name.curve": "Pool-size curve",
  "name.label_alpha": "Krippendorff’s α",
  "name.percentage": "Percentage agreement",
  "name.chi_square": "χ²",
  "name.cramers_v": "Cramér’s V",
  "explain.agreement":
    "How much of what anybody marked was marked by everybody: all marked characters, each as often as it was marked, over n times those that anyone marked. 1 where nobody marked anything. It cannot be lower than 1/n.",
  "example.agreement":
    "Ada marks 25 characters, Bo 11 of them, Chen 13 of them: 49 / (3 · 25) = 0.653. The value of a language is the mean over its items.",
  "explain.interval":
    "Where the mean might as well lie: as many items are drawn with replacement as there are, 2,000 times, seeded by the project. The middle 95 % of the means are the interval.",
  "example.interval": "0.677 [0.657, 0.697]: another such set of items would rarely have a mean outside.",
  "explain.alpha":
    "One minus observed over expected disagreement, for all characters of all items pooled, marked or not. k of n annotators mark a character; of all N votes, M are marks. 1 is full agreement, 0 what chance would give.",
  "example.alpha":
    "In an answer of 50 characters three annotators give 150 votes, 49 of them marks; 18 characters are marked by some but not by all, and each adds 1: 1 − 149 · 18 / (49 · 101) = 0.458.",
  "explain.character_f1":
    "Of each pair of annotators: twice the characters both marked, over those that either marked. Mean over pairs, then over items. 1 where both marked nothing.",
  "example.character_f1":
    "Ada marks 25 characters, Bo 11, all of them among Ada’s: 2 · 11 / (25 + 11) = 0.611.",
  "explain.exact_f1":
    "The same with whole spans: twice the spans that both have from the same start to the same end, over the spans of both.",
  "example.exact_f1": "Ada has two spans, Chen one of these two: 2 · 1 / (2 + 1) = 0.667.",
  "explain.overlap_f1":
    "P is the share of one’s spans that share a character with one of the other’s, R the same the other way round. 1 where neither has spans, 0 where one has none.",
  "example.overlap_f1":
    "Ada has two spans, Chen one of these two: P = ½, R = 1, so 2 · ½ · 1 / (½ + 1) = 0.667.",
  "explain.curve":
    "What agreement to expect of 2, 3, … annotators: the mean over all groups of k of an item’s annotators, then over items. An item with fewer counts with all it has. It falls with k because its floor does.",
  "example.curve":
    "Three annotators whose pairs have 0.720, 0.760 and 0.706: two annotators would give 0.729, three give 0.653.",
  "explain.label_alpha":
    "One minus observed over expected disagreement; units are items, n_c of whose n annotations chose c. N and N_c are the same over all items.",
  "example.label_alpha": "Three items, chosen yes yes, yes no, no no: 1 − 5 · 2 / 18 = 0.444.",
  "explain.percentage": "The share of pairs of an item’s annotations that chose alike, mean over items.",
  "example.percentage": "Three items, chosen yes yes, yes no, no no: (1 + 0 + 1) / 3 = 0.667.",
  "explain.chi_square":
    "How far the counts O are from what rows and columns alone would give, E. Without correction; the annotations of an item depend on one another, so it is no test.",
  "example.chi_square": "Counts 9, 3 / 1, 7: expected are 6, 6 / 4, 4, so 9/6 + 9/6 + 9/4 + 9/4 = 7.5.",
  "explain.cramers_v": "χ² brought to a scale from 0, the labels have nothing to do with each other, to 1.",
  "example.cramers_v": "χ² = 7.5 over 20 annotations in two rows and columns: √(7.5 / 20) = 0.612.",

  "plot.svg": "SVG",
  "plot.csv": "CSV",
  "plot.svg.label": "Download as SVG: {plot}",
  "plot.csv.label": "Download as CSV: {plot}",
  "plot.table": "As a table",
  "plot.none": "There is nothing to draw before an item has two annotations.",
  "distribution.title": "How items are distributed",
  "distribution.note": "Items by agreement; line: mean, bar: 95 % interval, dashed: floor 1/n",
  "distribution.label": {
    one: "Histogram of the agreement of {n} item; mean {mean}",
    other: "Histogram of the agreement of {n} items; mean {mean}",
  },
  "distribution.from": "From",
  "distribution.to": "To",
  "distribution.items": "Items",
  "distribution.axis": "agreement",
  "curve.title": "With fewer annotators",
  "curve.note": "Expected agreement of k annotators, over all their subsets",
  "curve.sampled": {
    one: "Of {n} item with more than 12 annotators estimated from 1,000 random orders; bars: twice the standard error",
    other:
      "Of {n} items with more than 12 annotators estimated from 1,000 random orders; bars: twice the standard error",
  },
  "curve.label": "Expected agreement by number of annotators, from {first} at k = 2 to {last} at k = {k}",
  "curve.label.many": { one: "Pool-size curve of {n} language", other: "Pool-size curves of {n} languages" },
  "curve.axis": "annotators an item, k",
  "curve.k": "k",
  "curve.agreement": "Agreement",
  "curve.error": "Standard error",

  "languages.title": "Languages",
  "languages.caption": "Agreement by language, policy {policy}",
  "languages.language": "Language",
  "languages.n": "n",
  "languages.counted": "Items counted",

  "labels.spans": "By span label",
  "labels.items": "Item labels",
  "labels.label": "Label",
  "labels.n": "Annotations",
  "table.title": "{rows} × {columns}",
  "table.caption": {
    one: "{n} annotation that sets both labels",
    other: "{n} annotations that set both labels",
  },
  "table.total": "All",
  "table.freedom": { one: "{n} degree of freedom", other: "{n} degrees of freedom" },
  "table.dependent": "The annotations of an item depend on one another: χ² describes, it does not test.",
  "behind.annotations": {
    one: "{n} annotation: its item",
    other: "{n} annotations: the items they are of, each once",
  },

  /* Overview */

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

  "overview.caption": "Progress and agreement by language, policy {policy}",
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
  "overview.plot.none": "{language}: no agreement yet",

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

  /* Breakdowns */

  "tables.title": "Tables",
  "tables.of": "Tables of {project}",
  "tables.running": "Being worked out…",
  "tables.as-of": "As of {when}",
  "tables.as-of.day": "As of {day}",
  "tables.never": "Not worked out yet",
  "tables.done": "Worked out",
  "tables.failed": "The last computation failed: {message}",
  "tables.again": "Work out anew",
  "tables.empty": "There is nothing to compare yet.",
  number: "{n}",
  n: "n = {n}",
  "done.title": "Done against planned",
  "done.title.everyone": "Done by language",
  "done.note": "Counted annotations, of as many as the items need. Up to date.",
  "done.note.everyone": "Counted annotations. Up to date.",
  "done.note.above": "Some items have more than they need: in the share, these make up for what others lack.",
  "done.language": "Language",
  "done.annotations": "Done",
  "done.planned": "Planned",
  "done.share": "Share",
  "done.complete": "Complete items",
  "done.over-full": "Over-full items",
  "done.open": "Open items",
  "models.title": "Hallucination by model and language",
  "models.note":
    "Share of items in which something is gold; below it the share of characters, and n, the items with an annotation that counts; each cell leads to these · {policy}",
  "models.model": "Model",
  "models.none": "None named",
  "models.cell": {
    one: "{part} of {n} item has gold",
    other: "{part} of {n} items have gold",
  },
  "models.characters": "{share} of characters",
  "matrix.title": "Agreement of every two annotators",
  "matrix.note":
    "Mean multiset IoU of the two on the items that both have annotated, of which there are n; the least possible is one half · {policy}",
  "matrix.annotator": "Annotator",
  "matrix.cell": {
    one: "{one} and {other}: {n} item in common",
    other: "{one} and {other}: {n} items in common",
  },
  "days.title": "Work by day",
  "days.note": "Annotations submitted here that count, by day (UTC). Each day leads to its items.",
  "days.label": {
    one: "{n} annotation in the days shown, {most} on the busiest",
    other: "{n} annotations in the days shown, {most} on the busiest",
  },
  "days.day": "Day",
  "days.annotations": "Annotations",
} as const;
