/* Suggestions of a source beside an answer. Loaded where an item shows some. */
export { default as Outlines } from "./Outlines.svelte";
export { default as SuggestionList } from "./SuggestionList.svelte";
