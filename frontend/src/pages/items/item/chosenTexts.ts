import type { ItemLabel } from "../../../api/types";

/** Returns "question: choice" for each item label with a choice. A choice that the scheme does not have keeps its name. */
export function chosenTexts(
  labels: readonly ItemLabel[],
  chosen: Readonly<Record<string, string>>,
): string[] {
  return labels.flatMap(({ name, text, choices }) => {
    const choice = chosen[name];
    if (choice === undefined) return [];
    return [`${text}: ${choices.find((each) => each.name === choice)?.text ?? choice}`];
  });
}
