/* Keys of the disputed stretches. */
import { hasLetters, type OwnKeys } from "../../../shared/keys/commands";
import type { DecisionState } from "./decisionState.svelte";

/**
 * Carries out a key of the stretches and returns whether the press was one: digits choose a version while no mark is selected, M the
 * majority, arrows step. A digit without a version does nothing.
 */
export function pressOnStretches(decision: DecisionState, event: KeyboardEvent, own: OwnKeys): boolean {
  if (!decision.current || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  if (event.code === "ArrowLeft" || event.code === "ArrowRight") {
    if (event.target instanceof HTMLInputElement) return false;
    decision.step((event.code === "ArrowRight") === (decision.item.direction === "ltr") ? 1 : -1);
    return true;
  }
  if (!hasLetters(own) || decision.selectedId) return false;
  if (event.code === "KeyM") {
    decision.takeMajority();
    return true;
  }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (digit === undefined) return false;
  decision.takeNumber(Number(digit));
  return true;
}
