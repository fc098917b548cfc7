/* The texts of a project's card. */

import type { MyProgress, ProjectCard } from "../../api/types";

export type Part = "morning" | "afternoon" | "evening";

export function partOfDay(now: Date): Part {
  const hour = now.getHours();
  if (hour >= 4 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}

/** Items this person may still submit. A skipped one has gone back to the others. */
export function toDo(mine: MyProgress): number {
  return Math.max(mine.items - mine.done - mine.skipped, 0);
}

/** The project to go on with: one with an open draft, else the first that has work; null when all is done. */
export function nextStep(cards: readonly ProjectCard[]): ProjectCard | null {
  const mine = cards.filter((card) => card.languages.length > 0);
  return (
    mine.find((card) => card.current !== null) ??
    mine.find((card) => card.role === "annotator" && toDo(card.mine) > 0) ??
    null
  );
}

/** The beginning of a question, cut between words. */
export function beginning(question: string, length = 60): string {
  const line = question.replace(/\s+/gu, " ").trim();
  const letters = [...line];
  if (letters.length <= length) return line;
  const cut = letters.slice(0, length).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > length / 2 ? cut.slice(0, space) : cut}…`;
}

/** Text of unknown direction, to stand inside a sentence without turning it round (U+2068, U+2069). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
