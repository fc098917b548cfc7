import { beforeEach, expect, test } from "vitest";
import { ApiProblem } from "../../../api/problem";
import { NewProjectForm } from "./newProject.svelte";

beforeEach(() => localStorage.clear());

function typed(): NewProjectForm {
  const form = new NewProjectForm("lena");
  form.fields.name = "Harbour facts";
  return form;
}

test("a later step is opened only after valid ones, and earlier ones stay reachable", () => {
  const form = new NewProjectForm("lena");
  form.open("scheme");
  expect(form.step).toBe("name");
  form.fields.name = "Harbour facts";
  form.open("file");
  expect([form.step, form.reached]).toEqual(["file", 3]);
  form.open("languages");
  expect([form.step, form.reached]).toEqual(["languages", 3]);
  form.fields.redundancy = "three";
  form.open("file");
  expect(form.step).toBe("scheme");
});

test("what was typed is restored for the same person only, and forgotten after the creation", () => {
  const form = typed();
  form.fields.languages = "EN";
  form.fields.preset = "cap";
  form.keep();
  const again = new NewProjectForm("lena");
  expect(again.restored).toBe(true);
  expect([again.fields.name, again.fields.languages, again.fields.preset]).toEqual([
    "Harbour facts",
    "EN",
    "cap",
  ]);
  expect(new NewProjectForm("otto").restored).toBe(false);
  again.forget();
  expect(new NewProjectForm("lena").restored).toBe(false);
});

test("an untouched form and damaged storage restore nothing", () => {
  new NewProjectForm("lena").keep();
  expect(localStorage).toHaveLength(0);
  localStorage.setItem("morel new project lena", '{"name": 3, "preset": "unknown"');
  expect(new NewProjectForm("lena").fields.name).toBe("");
  localStorage.setItem("morel new project lena", '{"name": 3, "preset": "unknown"}');
  expect(new NewProjectForm("lena").restored).toBe(false);
});

test("a copied project sets the defaults, and a preset brings them back", () => {
  const form = typed();
  form.copy("alpha");
  expect(form.request).toMatchObject({ like: "alpha", lead: "lena" });
  expect(form.request).not.toHaveProperty("preset");
  expect(form.request).not.toHaveProperty("redundancy");
  form.copy("");
  expect(form.request).toMatchObject({ preset: "mu-shroom+labels", assignment: "pool", redundancy: 3 });
});

test("a refusal opens the step of its field", () => {
  const form = typed();
  form.open("file");
  const errors = [{ pointer: "/languages/1", code: "language", detail: "no tag" }];
  form.refuse(new ApiProblem({ type: "", title: "", status: 422, detail: "", errors }));
  expect(form.step).toBe("languages");
  expect(form.at("languages")).toBe("no tag");
});
