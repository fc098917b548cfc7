/* The tools for marks, loaded together. */
export { default as Chooser } from "./Chooser.svelte";
export { default as Contradiction } from "./Contradiction.svelte";
export { default as MarkRows } from "./MarkRows.svelte";
export { default as Tools } from "./Tools.svelte";
export { default as SkipForm } from "./SkipForm.svelte";
