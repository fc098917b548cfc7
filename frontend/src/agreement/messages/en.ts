export default {
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
} as const;
