/* Blind work beside work with suggestions, as rows of tables and plots. */

import type { ComparedSources } from "../../../api/types";
import { t } from "../../../i18n/judges";
import { percent } from "../../../shared/format/format";
import type { Cell } from "../../../shared/plots/csv";
import { countText } from "../agreement/numbers";

type Suggesting = ComparedSources["suggestions"][number];
export type Group = Suggesting["groups"][number];

/** Work without suggestions, and what it is compared with. */
const PAIRS = [
  ["blind", "shown"],
  ["first", "revealed"],
] as const;
export const CONDITIONS = ["blind", "shown", "first", "revealed"] as const;
export const MEASURES = ["iou", "kappa", "agreement"] as const;

export type Condition = (typeof CONDITIONS)[number];
export type Measure = (typeof MEASURES)[number] | "seconds";

/** `n`: items, or annotations whose time is known. */
export interface Point {
  condition: Condition;
  value: number;
  n: number;
  interval: readonly number[] | null;
}

export interface Beside {
  key: string;
  source: number | null;
  value: string | null;
  measure: Measure;
  before: Point | null;
  after: Point | null;
}

/** `source`: null for all; `value`: of the group, null for all items. */
export interface WorkRow {
  key: string;
  source: number | null;
  value: string | null;
}

/** A column of a table of such work. */
export interface WorkColumn<Row> {
  key: string;
  name: string;
  /** In LaTeX. */
  decimals?: number;
  cell: (row: Row) => Cell;
  /** On the page, if it is more than the cell. */
  text?: (row: Row) => string;
  /** Its cells are words and not numbers. */
  words?: boolean;
  inFilesOnly?: boolean;
}

/** Returns the column that says under which condition the work was done. */
export function workUnder<Row extends { condition: Condition }>(): WorkColumn<Row> {
  return {
    key: "work",
    name: t("work.work"),
    cell: ({ condition }) => t(`work.${condition}`),
    words: true,
  };
}

/** Returns a count with its share of a whole: "1 (100 %)". Of nothing there is no share. */
export function withShare(count: number, whole: number): string {
  const n = countText(count);
  return whole > 0 ? t("work.share", { n, share: percent(count / whole) }) : n;
}

export function groupsOf(suggestions: readonly Suggesting[]) {
  return suggestions.flatMap(({ source, groups }) =>
    groups
      .filter(({ conditions }) => Object.keys(conditions).length > 0)
      .map((group) => ({ key: `${source ?? "all"}/${group.value ?? "all"}`, source, group })),
  );
}

/** A row for each measure of each group and pair of conditions with a value on either side. */
export function besides(suggestions: readonly Suggesting[], measures: readonly Measure[]): Beside[] {
  return groupsOf(suggestions).flatMap(({ key, source, group }) =>
    PAIRS.flatMap(([before, after]) =>
      measures
        .map((measure) => ({
          key: `${key}/${before}/${measure}`,
          source,
          value: group.value,
          measure,
          before: point(group, before, measure),
          after: point(group, after, measure),
        }))
        .filter((row) => row.before ?? row.after),
    ),
  );
}

function point(group: Group, condition: Condition, measure: Measure): Point | null {
  const found = group.conditions[condition];
  if (!found) return null;
  const { n, value, interval } =
    measure === "seconds" ? { n: found.timed, value: found.seconds, interval: null } : found[measure];
  return value === null ? null : { condition, value, n, interval };
}
