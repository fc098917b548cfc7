/* The form of a phase: its texts, what is wrong with them, and what to send. */

import type { ChangePhase, NewPhase, TaskPhase } from "../../../api/types";
import { instantsOf, isZone, wallClock } from "../../../shared/format/wallClock";

export const DATES = ["starts_at", "ends_at", "results_at", "names_at", "gold_at"] as const;
export const NUMBERS = ["daily_cap", "total_cap", "daily_attempts"] as const;
export const KINDS = ["development", "test", "post"] as const;
export const VISIBILITIES = ["board", "own", "blind"] as const;
export const RULES = ["best", "last", "chosen"] as const;

export type DateName = (typeof DATES)[number];
type Choices = Pick<TaskPhase, "kind" | "visibility" | "board_rule">;

/** Dates are what clocks of `zone` show, "2027-01-15T23:59", or empty. */
export interface PhaseFields
  extends Choices, Record<"name" | "slug" | "split" | "zone" | DateName | (typeof NUMBERS)[number], string> {}

export type Wrong = "required" | "skipped" | "twice" | "end-first" | "zone.unknown" | "whole";
export type Wrongs = Partial<Record<keyof PhaseFields, Wrong>>;

/** The fields of a new phase. */
export function newFields(split: string): PhaseFields {
  return {
    name: "",
    slug: "",
    kind: "development",
    split,
    zone: "AoE",
    starts_at: "",
    ends_at: "",
    results_at: "",
    names_at: "",
    gold_at: "",
    visibility: "board",
    board_rule: "best",
    daily_cap: "5",
    total_cap: "0",
    daily_attempts: "40",
  };
}

export function fieldsOf(phase: TaskPhase): PhaseFields {
  const zone = isZone(phase.zone) ? phase.zone : "UTC";
  const wall = (at: string | null) => (at === null ? "" : wallClock(at, zone));
  return {
    name: phase.name,
    slug: phase.slug,
    kind: phase.kind,
    split: phase.split,
    zone,
    starts_at: wall(phase.starts_at),
    ends_at: wall(phase.ends_at),
    results_at: wall(phase.results_at),
    names_at: wall(phase.names_at),
    gold_at: wall(phase.gold_at),
    visibility: phase.visibility,
    board_rule: phase.board_rule,
    daily_cap: String(phase.daily_cap),
    total_cap: String(phase.total_cap),
    daily_attempts: String(phase.daily_attempts),
  };
}

/** Returns what is wrong, by field. The server checks the rest. */
export function wrongsOf(fields: PhaseFields): Wrongs {
  const wrongs: Wrongs = {};
  if (!isZone(fields.zone)) wrongs.zone = "zone.unknown";
  else {
    for (const name of DATES) {
      if (!fields[name]) continue;
      const found = instantsOf(fields[name], fields.zone);
      if (found.length !== 1) wrongs[name] = found.length === 0 ? "skipped" : "twice";
    }
    const [starts] = instantsOf(fields.starts_at, fields.zone);
    const [ends] = instantsOf(fields.ends_at, fields.zone);
    if (!wrongs.ends_at && starts !== undefined && ends !== undefined && ends <= starts)
      wrongs.ends_at = "end-first";
  }
  if (!fields.starts_at) wrongs.starts_at = "required";
  for (const name of NUMBERS) if (!/^\d{1,6}$/.test(fields[name].trim())) wrongs[name] = "whole";
  return wrongs;
}

type Local = { at: string; zone: string };

/** What a new phase sends. Empty dates other than the end are left to the server's defaults. */
export function newPhaseOf(fields: PhaseFields): NewPhase {
  const local = (at: string): Local | null => (at ? { at, zone: fields.zone } : null);
  return {
    ...textsOf(fields),
    ...numbersOf(fields),
    starts_at: { at: fields.starts_at, zone: fields.zone },
    ends_at: local(fields.ends_at),
    results_at: local(fields.results_at),
    names_at: local(fields.names_at),
    ...(fields.gold_at && { gold_at: local(fields.gold_at) }),
  };
}

/** The fields that differ from the stored ones. In another zone, every date differs. */
export function changesOf(fields: PhaseFields, stored: PhaseFields): Omit<ChangePhase, "version"> {
  const differs = (name: keyof PhaseFields) => fields[name] !== stored[name];
  const texts = Object.entries({ ...textsOf(fields), ...numbersOf(fields) }).filter(([name]) =>
    isField(name) ? differs(name) : false,
  );
  const dates = DATES.filter((name) => differs(name) || (differs("zone") && fields[name])).map((name) => [
    name,
    fields[name] ? { at: fields[name], zone: fields.zone } : null,
  ]);
  const changes: Omit<ChangePhase, "version"> = Object.fromEntries([...texts, ...dates]);
  return changes;
}

function isField(name: string): name is keyof PhaseFields {
  return name in newFields("");
}

function textsOf({ name, slug, kind, split, visibility, board_rule }: PhaseFields) {
  return { name, slug, kind, split, visibility, board_rule };
}

function numbersOf(fields: PhaseFields) {
  return {
    daily_cap: Number(fields.daily_cap),
    total_cap: Number(fields.total_cap),
    daily_attempts: Number(fields.daily_attempts),
  };
}

/** Returns whether a change moves the end of a phase that has begun, for which participants are told a reason. */
export function needsReason(phase: TaskPhase, changes: Omit<ChangePhase, "version">, now: number): boolean {
  return "ends_at" in changes && Date.parse(phase.starts_at) <= now;
}

const TIMES = ["zone", ...DATES] as const;

/**
 * Returns the fields after another organizer has saved `now` over `before`: what was typed stays, the rest is as stored. Dates
 * and their zone belong together.
 */
export function merged(fields: PhaseFields, before: PhaseFields, now: PhaseFields): PhaseFields {
  const typed = new Set(differences(fields, before));
  const timed = TIMES.some((name) => typed.has(name));
  const isTime = (name: string) => TIMES.some((each) => each === name);
  const names = Object.keys(now).filter(isField);
  const kept = names.filter((name) => (isTime(name) ? timed : typed.has(name)));
  return { ...now, ...Object.fromEntries(kept.map((name) => [name, fields[name]])) };
}

/** The fields that hold something else than what is stored: another organizer has changed them. */
export function differences(fields: PhaseFields, stored: PhaseFields): (keyof PhaseFields)[] {
  return Object.keys(stored)
    .filter(isField)
    .filter((name) => fields[name] !== stored[name]);
}
