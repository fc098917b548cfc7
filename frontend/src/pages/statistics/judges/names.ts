/* Names of sources, groups, questions and choices on this page, and the options in its address. */

import type { ComparisonQuery } from "../../../api/sourceComparison";
import type { ComparedSource, ItemLabel, Project } from "../../../api/types";
import { to } from "../../../app/paths";
import { t } from "../../../i18n/judges";
import { languageName } from "../../../shared/format/format";

type Grouping = NonNullable<ComparisonQuery["by"]>;
type Annotators = NonNullable<ComparisonQuery["annotators"]>;

const ANNOTATORS: readonly Annotators[] = ["expert", "skilled", "crowd"];
const DEFAULTS = { by: "language", annotators: "expert", tag: "" } as const;

export function queryOf(parameters: URLSearchParams): Required<ComparisonQuery> {
  const annotators = ANNOTATORS.find((each) => each === parameters.get("annotators"));
  return {
    by: parameters.get("by") === "model" ? "model" : DEFAULTS.by,
    annotators: annotators ?? DEFAULTS.annotators,
    tag: parameters.get("tag") ?? DEFAULTS.tag,
  };
}

export function judgesAddress(slug: string, query: Required<ComparisonQuery>): string {
  const parameters = new URLSearchParams();
  for (const name of ["by", "annotators", "tag"] as const) {
    if (query[name] !== DEFAULTS[name]) parameters.set(name, query[name]);
  }
  return to("judges", slug) + (parameters.size > 0 ? `?${parameters.toString()}` : "");
}

/** A key of a group: the one of all items is none of a model without a name. */
export const groupKey = (value: string | null) => (value === null ? "all" : `=${value}`);

type NamedSource = Pick<ComparedSource, "source" | "name" | "version">;

export class Names {
  readonly #labels: readonly ItemLabel[];
  readonly #sources: ReadonlyMap<number, NamedSource>;
  readonly #by: Grouping;

  constructor(project: Project, sources: readonly NamedSource[], by: Grouping) {
    this.#labels = project.scheme.item_labels;
    this.#sources = new Map(sources.map((each) => [each.source, each]));
    this.#by = by;
  }

  /** The name of a source with its version. */
  source(key: number): string {
    const found = this.#sources.get(key);
    return found ? `${found.name} ${found.version}` : "";
  }

  /** The same of a source that suggests; null: of all. */
  suggesting(key: number | null): string {
    return key === null ? t("work.all") : this.source(key);
  }

  group(value: string | null): string {
    if (value === null) return t("all");
    if (this.#by === "model") return value || t("no-model");
    return languageName(value);
  }

  question(name: string): string {
    const label = this.#labels.find((each) => each.name === name);
    if (label) return label.text;
    return name === "claims" ? t("claims") : t("spans");
  }

  choice(question: string, name: string): string {
    const label = this.#labels.find((each) => each.name === question);
    if (label) return label.choices.find((each) => each.name === name)?.text ?? name;
    return name === "correct" ? t("claims.correct") : t("claims.incorrect");
  }
}
