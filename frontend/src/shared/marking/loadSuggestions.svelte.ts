/* What shows suggestions of a source. Most projects have none. */
import { LazyTools } from "./lazyTools.svelte";

export const suggestionTools = new LazyTools(() => import("./suggestions"));
