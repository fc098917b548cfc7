import { describe, expect, test } from "vitest";
import { hasTexts } from "../i18n";
import { t } from "../i18n/navigation";
import { componentPaths, loadPage } from "./loadPage";
import { pageTable } from "./pageTable";
import { entries, entryOf, matchPath, mayOpen, rowOf, taskEntries } from "./paths";

/** An address of the page, with every part. */
function addressOf(path: string): string {
  return path
    .replace(":slug", "harbour")
    .replace(":task", "lantern")
    .replace(":item?", "7")
    .replace(":item", "7")
    .replace(/:code\??/, "c0-ffee");
}

describe.each(pageTable)("the page $name", (row) => {
  test("is shown at its path, with and without the last part where that is optional", () => {
    const code = "code" in row ? "MQ/" : "";
    expect(matchPath(addressOf(row.path).replace("c0-ffee", `${code}c0-ffee`))?.name).toBe(row.name);
    if (row.path.endsWith("?"))
      expect(matchPath(addressOf(row.path.replace(/\/[^/]*$/, "")))?.name).toBe(row.name);
  });

  test("has a component", async () => {
    expect(componentPaths).toContain(`../pages/${row.component}.svelte`);
    expect(await loadPage(row.name)).toBeTypeOf("function");
  });

  test("stands in the navigation of a project if and only if it is for its leads, or is the workspace", () => {
    if (row.path.includes(":task")) return;
    const entry = entryOf(row.name);
    expect(entry !== null).toBe(row.roles === "leads" || row.name === "annotate");
    if (entry) expect(entries.map(({ name }) => name)).toContain(entry);
  });

  test("of a shared task that names an entry of the navigation names one that exists", () => {
    const entry = row.path.includes(":task") ? entryOf(row.name) : null;
    if (entry) expect(taskEntries.map(({ name }) => name)).toContain(entry);
  });

  test("is open to leads, and to annotators if it is not for leads", () => {
    expect(mayOpen(row.name, "lead")).toBe(true);
    expect(mayOpen(row.name, "annotator")).toBe(row.roles !== "leads");
  });

  test("needs a project where its roles are those of a project", () => {
    expect(row.path.includes(":slug")).toBe(row.roles === "members" || row.roles === "leads");
  });
});

test("names and paths are unique, and every component is in the table", () => {
  expect(new Set(pageTable.map(({ name }) => name)).size).toBe(pageTable.length);
  expect(new Set(pageTable.map(({ path }) => path)).size).toBe(pageTable.length);
  const inTable = pageTable.map(({ component }) => `../pages/${component}.svelte`);
  expect(inTable.toSorted()).toEqual(componentPaths.toSorted());
});

test("entries of the navigation have texts", () => {
  expect(hasTexts()).toBe(true);
  expect(
    [...entries, ...taskEntries].map(({ title }) => t(title)).filter((text) => text.startsWith("nav.")),
  ).toEqual([]);
  expect(rowOf("agreement").name).toBe("agreement");
});
