// @vitest-environment jsdom
import { createRawSnippet, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NetworkFailure } from "../../../api/problem";
import { item } from "../../../api/samples";
import LoadOnOpen from "./LoadOnOpen.svelte";

const load = vi.fn<(item: number) => Promise<readonly string[]>>();
const props = $state({
  testid: "list",
  title: "List",
  item,
  load,
  empty: createRawSnippet(() => ({ render: () => "<i>none</i>" })),
  children: createRawSnippet<[readonly unknown[]]>((rows) => ({ render: () => `<ul>${rows().join()}</ul>` })),
});
let page: Record<string, unknown>;

async function settled() {
  for (let round = 0; round < 8; round += 1) await tick();
}

async function open() {
  const details = document.querySelector("details");
  if (!details) throw new Error("There are no details.");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await settled();
}

beforeEach(async () => {
  props.item = item;
  page = mount(LoadOnOpen, { target: document.body, props });
  await settled();
});
afterEach(async () => {
  await unmount(page);
  vi.resetAllMocks();
});

test("rows are loaded when it is opened, and again when the item has changed", async () => {
  load.mockResolvedValueOnce(["first"]);
  expect(load).not.toHaveBeenCalled();
  await open();
  expect(load.mock.calls).toEqual([[item.id]]);
  expect(document.querySelector("ul")?.textContent).toBe("first");
  load.mockResolvedValueOnce([]);
  props.item = { ...item };
  await settled();
  expect(load).toHaveBeenCalledTimes(2);
  expect(document.querySelector("ul")).toBeNull();
  expect(document.querySelector("p.muted")?.textContent).toBe("none");
});

test("rows that could not be loaded are requested again", async () => {
  load.mockRejectedValueOnce(new NetworkFailure()).mockResolvedValueOnce(["first"]);
  await open();
  document.querySelector<HTMLButtonElement>("[role=alert] button")?.click();
  await settled();
  expect(document.querySelector("[role=alert]")).toBeNull();
  expect(document.querySelector("ul")?.textContent).toBe("first");
});

test("rows of an item that has changed since are not shown", async () => {
  let arrive: (rows: readonly string[]) => void = () => undefined;
  load.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve))).mockResolvedValueOnce(["second"]);
  await open();
  props.item = { ...item };
  await settled();
  arrive(["first"]);
  await settled();
  expect(document.querySelector("ul")?.textContent).toBe("second");
});
