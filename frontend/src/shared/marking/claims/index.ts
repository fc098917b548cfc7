/* The claims of an answer, loaded together where the unit of the scheme is the claim. */
export { default as ClaimedAnswer } from "./ClaimedAnswer.svelte";
export { default as IncorrectClaims } from "./IncorrectClaims.svelte";
export { Judging } from "./judging.svelte";
export { readJudged, writeJudged } from "./judged";
