import { expect, test } from "vitest";
import { project } from "../../api/samples";
import { ordersOf, queueAddress, curationQueryOf } from "./curationQuery";

const { scheme } = project;
const [label] = [
  { name: "fluency", text: "Fluency", key: "", texts: {}, description: "", required: true, choices: [] },
];
const mark = { name: "invention", text: "Invention", color: 1, key: "", texts: {}, description: "" };
const arabic = { language: "ar", spelling: "AR", redundancy: 2, own_redundancy: null, closed: false };
const of = (address: string) =>
  curationQueryOf(new URLSearchParams(address), {
    scheme: { ...scheme, item_labels: [] },
    languages: [arabic],
  });

test("the most disputed items come first, unless labels may differ too", () => {
  expect(of("")).toEqual({ decision: "open", order: "disputed", language: "" });
  expect(ordersOf({ ...scheme, item_labels: label ? [label] : [] })[0]).toBe("agreement");
  expect(ordersOf({ ...scheme, span_labels: [mark] })[0]).toBe("disputed");
  expect(ordersOf({ ...scheme, span_labels: [mark, { ...mark, name: "ocr" }] })[0]).toBe("agreement");
  expect(ordersOf({ ...scheme, uses_spans: false })).toEqual(["agreement", "ordinal"]);
});

test("the URL keeps the choice, and decided items are in the order of import", () => {
  expect(of("decision=open&order=ties&language=ar")).toEqual({
    decision: "open",
    order: "ties",
    language: "ar",
  });
  expect(of("decision=done&order=ties").order).toBe("ordinal");
  expect(of("decision=odd&order=odd&language=xx")).toEqual(of(""));
  expect(queueAddress("harbours", { decision: "open", order: "agreement" })).toBe(
    "/p/harbours/curation?decision=open&order=agreement",
  );
});
