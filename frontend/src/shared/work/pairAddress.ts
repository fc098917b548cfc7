import { to } from "../../app/paths";

export interface PairQuery {
  /** Keys of the annotators; empty if not chosen yet. */
  annotator: string;
  beside: string;
  language: string;
  /** How many items are shown. */
  n: number;
}

export const PAIR_STEP = 20;
const MOST = 100;

/** Returns the address of the page that shows two annotators side by side. */
export function pairAddress(slug: string, query: Partial<PairQuery>): string {
  const { annotator, beside, language, n = PAIR_STEP } = query;
  const parameters = new URLSearchParams({
    ...(annotator && { annotator }),
    ...(beside && { beside }),
    ...(language && { language }),
    ...(n > PAIR_STEP && { n: String(n) }),
  });
  const text = parameters.toString();
  return text ? `${to("pair", slug)}?${text}` : to("pair", slug);
}

export function pairQueryOf(parameters: URLSearchParams): PairQuery {
  const n = Number(parameters.get("n"));
  const asked = (name: string) => parameters.get(name) ?? "";
  return {
    annotator: asked("annotator"),
    beside: asked("beside"),
    language: asked("language"),
    n: Number.isInteger(n) && n > PAIR_STEP ? Math.min(n, MOST) : PAIR_STEP,
  };
}

/** Returns the query with more items, or null where no more can be shown. */
export function withMore(query: PairQuery, items: number): PairQuery | null {
  return query.n < Math.min(items, MOST) ? { ...query, n: Math.min(query.n + PAIR_STEP, MOST) } : null;
}
