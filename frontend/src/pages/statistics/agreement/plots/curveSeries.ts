import type { Agreement, Point } from "../../../../api/types";
import { languageTitle } from "../../overview/statisticTexts";

/** The pool-size curve of a language. `items`: over how many it is the mean. */
export interface CurveSeries {
  id: string;
  name: string;
  items: number;
  points: readonly Point[];
}

/** Returns the curves of those languages that have one, in their order. */
export function curveSeries(languages: Agreement["languages"]): CurveSeries[] {
  return languages.flatMap((row) =>
    row.figures?.curve.length
      ? {
          id: row.language,
          name: languageTitle(row),
          items: row.figures.counted,
          points: row.figures.curve,
        }
      : [],
  );
}
