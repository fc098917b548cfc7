/* What judges claims. */
import { LazyTools } from "./lazyTools.svelte";

export const claimTools = new LazyTools(() => import("./claims"));
