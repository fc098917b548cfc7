import { describe, expect, test } from "vitest";
import { project } from "../../api/samples";
import {
  exportAddress,
  furtherConditions,
  isInItems,
  itemAddress,
  itemQuery,
  itemsAddress,
  ordersFor,
  queryString,
  unknownValue,
  whyEmpty,
} from "./itemQuery";

test("orders by marked characters are for schemes with spans, unless one is chosen", () => {
  expect(ordersFor(project.scheme)).toContain("disputed");
  const scheme = { ...project.scheme, uses_spans: false };
  expect(ordersFor(scheme)).toEqual(["agreement", "unsure", "comments", "few", "ordinal"]);
  expect(ordersFor(scheme, "ties")).toContain("ties");
});

describe("the query in an address", () => {
  test.each([
    ["", { order: "agreement" }],
    ["?language=ar&order=ordinal&search=a%20b%26c", { language: "ar", order: "ordinal", search: "a b&c" }],
    ["?order=nonsense&language=", { order: "agreement" }],
  ])("%s is read", (address, query) => {
    expect(itemQuery(new URLSearchParams(address))).toEqual(query);
  });

  test("has only what differs from the default", () => {
    expect(queryString({ order: "agreement", search: "", language: "" })).toBe("");
    expect(queryString({ order: "ordinal" })).toBe("?order=ordinal");
  });

  test("is read back unchanged, for any text", () => {
    const query = {
      language: "zh",
      order: "disputed",
      search: "青石桥 & <b>?#+%",
      annotator: "ada",
      label: "fluency:minor",
      model: "a/b",
      split: "",
      status: "over-full",
      with_label: "factuality:",
      counted: 2,
      agreement_from: "0.35",
      agreement_to: "0.4",
      decision: "open",
    } as const;
    expect(itemQuery(new URLSearchParams(queryString(query)))).toEqual(query);
  });
});

test("reports unknown orders, statuses and decisions", () => {
  expect(unknownValue(new URLSearchParams("?order=ties&status=open"))).toBeNull();
  expect(unknownValue(new URLSearchParams("?order=random"))).toEqual({ field: "order", value: "random" });
  expect(unknownValue(new URLSearchParams("?status=x"))).toEqual({ field: "status", value: "x" });
  expect(unknownValue(new URLSearchParams("?decision=x"))).toEqual({ field: "decision", value: "x" });
});

test("the export of a list has the query of the list", () => {
  expect(exportAddress("p", {}, "csv")).toBe("/api/v1/projects/p/items-export/?as=csv");
  expect(exportAddress("p", {}, "csv", ["links", "unsure"])).toBe(
    "/api/v1/projects/p/items-export/?as=csv&include=links&include=unsure",
  );
  expect(exportAddress("p", { order: "few" }, "jsonl")).toBe(
    "/api/v1/projects/p/items-export/?order=few&as=jsonl",
  );
});

test("an empty value stands for items without a model", () => {
  expect(itemQuery(new URLSearchParams("?model="))).toEqual({ order: "agreement", model: "" });
  expect(furtherConditions({ model: "", split: "val", status: "open" })).toBe(3);
});

test("the number of counted annotations is sent as typed: the server refuses invalid numbers", () => {
  expect(itemQuery(new URLSearchParams("?counted=2")).counted).toBe(2);
  expect(queryString(itemQuery(new URLSearchParams("?counted=x")))).toBe("");
  expect(itemsAddress("p", { counted: 2, agreement_to: "0.4" })).toBe(
    "/p/p/items?agreement_to=0.4&counted=2",
  );
  expect(furtherConditions({ counted: 2, agreement_from: "0.35", agreement_to: "0.4", label: "" })).toBe(3);
});

describe("an empty list", () => {
  test("by agreement may lack only a second annotation", () => {
    expect(whyEmpty({ order: "agreement" })).toBe("agreement");
    expect(whyEmpty({ language: "ar" })).toBe("agreement");
  });

  test("of a search has no match, or none with two annotations", () => {
    expect(whyEmpty({ order: "ordinal", search: "lamp" })).toBe("words");
    expect(whyEmpty({ order: "agreement", search: "lamp" })).toBe("both");
  });

  test("in the order of import lacks items of the language", () => {
    expect(whyEmpty({ order: "ordinal", language: "ar" })).toBe("language");
  });

  test("of a status has no items with it", () => {
    expect(whyEmpty({ order: "ties" })).toBe("order");
    expect(whyEmpty({ order: "ties", language: "ar" })).toBe("filters");
    expect(whyEmpty({ order: "few", status: "open" })).toBe("filters");
  });
});

describe("the address of an item", () => {
  const decided = { order: "ordinal", decision: "done" } as const;

  test("returns to the list of items if it was opened there, otherwise to the queue", () => {
    expect(itemAddress("harbours", 7, decided)).toBe("/p/harbours/items/7?order=ordinal&decision=done");
    const { search, pathname } = new URL(itemAddress("harbours", 7, decided, true), "https://morel.test");
    expect(pathname).toBe("/p/harbours/items/7");
    expect(isInItems(new URLSearchParams(search))).toBe(true);
    expect(itemQuery(new URLSearchParams(search))).toEqual(decided);
  });

  test("does not lead to the list of items with an order of the queue", () => {
    expect(itemAddress("harbours", 7, { order: "ordinal" }, true)).toBe("/p/harbours/items/7?order=ordinal");
    expect(isInItems(new URLSearchParams("?order=ordinal"))).toBe(false);
  });
});
