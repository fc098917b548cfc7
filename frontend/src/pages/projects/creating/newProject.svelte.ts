/* The form of a new project in steps. What is typed is stored in this browser until the project is created. */

import type { NewProject } from "../../../api/types";
import { fieldErrors } from "../../../shared/forms/fieldErrors";
import { slugOf, tagsIn } from ".";

export const STEPS = ["name", "languages", "scheme", "file"] as const;
export type Step = (typeof STEPS)[number];

export const PRESETS = [
  "mu-shroom+labels",
  "mu-shroom",
  "shroom",
  "cap",
  "openhaldet",
  "much",
  "table",
  "shroom-cap",
  "visions",
] as const;
export type Preset = (typeof PRESETS)[number];

/** A field that names annotators is set in the settings, where items show which fields there are. */
export type Policy = Exclude<NonNullable<NewProject["assignment"]>, "field">;
export const POLICIES: readonly Policy[] = ["pool", "everyone", "balanced"];

export const FIELDS_OF: Record<Step, readonly string[]> = {
  name: ["name", "slug", "description"],
  languages: ["languages"],
  scheme: ["preset", "like", "assignment", "redundancy", "quota", "lead"],
  file: [],
};

const SLUG = /^[a-z0-9][a-z0-9_-]{0,49}$/;
const WHOLE = /^[0-9]{0,7}$/;

interface Fields {
  name: string;
  /** null: it follows the name. */
  ownSlug: string | null;
  description: string;
  languages: string;
  preset: Preset;
  /** The slug of the project whose settings are copied; "": none is. */
  like: string;
  /** "" is the value of the copied project, also below. */
  policy: Policy | "";
  redundancy: string;
  quota: string;
  lead: string;
}

const EMPTY: Fields = {
  name: "",
  ownSlug: null,
  description: "",
  languages: "",
  preset: PRESETS[0],
  like: "",
  policy: "pool",
  redundancy: "3",
  quota: "",
  lead: "",
};

export class NewProjectForm {
  fields = $state<Fields>({ ...EMPTY });
  step = $state<Step>("name");
  /** The last step that was opened. */
  reached = $state(0);
  file = $state.raw<File | null>(null);
  failure = $state.raw<unknown>(null);
  /** Whether it has what was typed on an earlier visit. */
  restored = $state(false);

  readonly slug = $derived(this.fields.ownSlug ?? slugOf(this.fields.name));
  readonly tags = $derived(tagsIn(this.fields.languages));
  readonly at = $derived(fieldErrors(this.failure));
  readonly number = $derived(STEPS.indexOf(this.step));
  readonly wrongSlug = $derived(this.slug !== "" && !SLUG.test(this.slug));

  readonly #key: string;
  readonly #username: string;

  constructor(username: string) {
    this.#username = username;
    this.#key = `morel new project ${username}`;
    this.fields = { ...EMPTY, lead: username, ...read(this.#key) };
    this.restored = this.#isTouched;
  }

  /** Whether somebody else will lead the project, who then imports its first file. */
  get otherLead(): string {
    const lead = this.fields.lead.trim();
    return lead === this.#username ? "" : lead;
  }

  get request(): NewProject {
    const { name, description, preset, like, policy, redundancy, quota, lead } = this.fields;
    return {
      slug: this.slug,
      name: name.trim(),
      description,
      languages: this.tags,
      lead: lead.trim(),
      ...(like ? { like } : { preset }),
      ...(policy && { assignment: policy }),
      ...(redundancy.trim() && { redundancy: Number(redundancy) }),
      ...(quota.trim() && { quota: Number(quota) }),
    };
  }

  /** The settings of a copied project are the defaults. */
  copy(slug: string): void {
    const before = this.fields.like;
    this.fields.like = slug;
    if (Boolean(before) === Boolean(slug)) return;
    this.fields.policy = slug ? "" : "pool";
    this.fields.redundancy = slug ? "" : "3";
  }

  isWhole(text: string): boolean {
    return WHOLE.test(text.trim());
  }

  /** Whether the fields of a step can be sent. The browser checks the required ones of the open step. */
  isValid(step: Step): boolean {
    const { redundancy, quota, like } = this.fields;
    if (step === "name") return this.fields.name.trim() !== "" && SLUG.test(this.slug);
    if (step === "scheme")
      return this.isWhole(redundancy) && this.isWhole(quota) && (like !== "" || redundancy.trim() !== "");
    return true;
  }

  /** Opens a step. A later one is opened only if those before it are valid. */
  open(step: Step): void {
    const number = STEPS.indexOf(step);
    const wrong = STEPS.slice(0, number).find((each) => !this.isValid(each));
    this.step = wrong ?? step;
    this.reached = Math.max(this.reached, this.number);
  }

  /** Shows a refusal, at the step of its first field. */
  refuse(error: unknown): void {
    this.failure = error;
    this.step = STEPS.find((step) => FIELDS_OF[step].some((field) => this.at(field))) ?? this.step;
  }

  keep(): void {
    if (!this.#isTouched) this.forget();
    else attempt(() => localStorage.setItem(this.#key, JSON.stringify(this.fields)));
  }

  /** Whether anything was typed or chosen. */
  get #isTouched(): boolean {
    return JSON.stringify(this.fields) !== JSON.stringify({ ...EMPTY, lead: this.#username });
  }

  forget(): void {
    attempt(() => localStorage.removeItem(this.#key));
  }

  startOver(): void {
    this.forget();
    this.fields = { ...EMPTY, lead: this.#username };
    this.step = "name";
    this.reached = 0;
    this.file = null;
    this.failure = null;
    this.restored = false;
  }
}

/** Returns the stored fields that this version knows; null if there are none. */
function read(key: string): Partial<Fields> | null {
  const text = attempt(() => localStorage.getItem(key));
  const stored: unknown = text ? attempt(() => JSON.parse(text)) : null;
  if (typeof stored !== "object" || stored === null) return null;
  const values = new Map(Object.entries(stored));
  const textOf = (name: string) => {
    const value: unknown = values.get(name);
    return typeof value === "string" ? { [name]: value } : {};
  };
  const preset = PRESETS.find((each) => each === values.get("preset"));
  const policy = values.get("policy") === "" ? "" : POLICIES.find((each) => each === values.get("policy"));
  return {
    ...textOf("name"),
    ...textOf("ownSlug"),
    ...textOf("description"),
    ...textOf("languages"),
    ...textOf("like"),
    ...textOf("redundancy"),
    ...textOf("quota"),
    ...textOf("lead"),
    ...(preset && { preset }),
    ...(policy !== undefined && { policy }),
  };
}

/** A browser may forbid storage. Then the fields live as long as the page. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
