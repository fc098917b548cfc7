// @vitest-environment jsdom
import { mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { project as sample } from "../../../api/samples";
import { getAssignees } from "../../../api/settings";
import type { ChangeProject, Project } from "../../../api/types";
import { Saving } from "./saving.svelte";
import Work from "./Work.svelte";

vi.mock("../../../api/settings", () => ({ getAssignees: vi.fn(), changeLanguage: vi.fn() }));

const props = $state({
  project: sample,
  saving: new Saving(),
  onchange: vi.fn<(wanted: ChangeProject) => void>(),
});
let page: Record<string, unknown>;

function open(changes: Partial<Project>) {
  props.project = { ...sample, ...changes };
  page = mount(Work, { target: document.body, props });
}

async function settled() {
  for (let round = 0; round < 8; round += 1) await tick();
}

const find = <E extends HTMLElement>(which: string) => document.querySelector<E>(which);

async function type(name: string, text: string) {
  const field = find<HTMLInputElement>(`[name=${name}]`);
  if (!field) throw new Error(`There is no ${name}.`);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await tick();
  field.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
}

beforeEach(() => {
  vi.mocked(getAssignees).mockResolvedValue({
    assigned: 12,
    unnamed: 2,
    unknown: [
      { name: "bo", items: 3 },
      { name: "cy", items: 1 },
    ],
  });
});

afterEach(async () => {
  await unmount(page);
  vi.clearAllMocks();
});

describe("assignment by a field", () => {
  test("is stored when its field is named, not before", async () => {
    open({ assignment: "pool" });
    find<HTMLInputElement>("[value=field]")?.click();
    await settled();
    expect(props.onchange).not.toHaveBeenCalled();
    await type("assignment-field", " asker ");
    expect(props.onchange.mock.calls).toEqual([[{ assignment: "field", assignment_field: "asker" }]]);
  });

  test("keeps a field that was refused", async () => {
    open({ assignment: "pool" });
    find<HTMLInputElement>("[value=field]")?.click();
    await settled();
    await type("assignment-field", "author");
    props.project = { ...props.project };
    await settled();
    expect(find<HTMLInputElement>("[name=assignment-field]")?.value).toBe("author");
    expect(find<HTMLInputElement>("[value=field]")?.checked).toBe(true);
  });

  test("says how many items it reaches, and has no redundancy", async () => {
    open({ assignment: "field", assignment_field: "asker" });
    await settled();
    const found = find("[data-testid=assignees]")?.textContent.replace(/\s+/g, " ");
    expect(found).toContain("12 items name a member · 2 items name no member");
    expect(found).toContain("bo (3 items) and cy (1 item)");
    expect(find("[name=redundancy]")).toBeNull();
  });
});

describe("numbers", () => {
  test("a cap belongs to a balanced sample", async () => {
    open({ assignment: "pool" });
    expect(find("[name=question-cap]")).toBeNull();
    props.project = { ...props.project, assignment: "balanced" };
    await settled();
    await type("question-cap", "8");
    expect(props.onchange.mock.calls).toEqual([[{ question_cap: 8 }]]);
  });

  test("a notice can repeat, if there is one", async () => {
    open({ notice_after: 0 });
    expect(find("[data-testid=notice-repeats]")).toBeNull();
    props.project = { ...props.project, notice_after: 60 };
    await settled();
    find<HTMLInputElement>("[data-testid=notice-repeats]")?.click();
    expect(props.onchange.mock.calls).toEqual([[{ notice_repeats: true }]]);
  });
});
