/* Loads the code of a page. Each page is a chunk of its own, so that the workspace loads no dashboard. */

import type { Component } from "svelte";
import { withTexts } from "../i18n";
import type { PageName } from "./pageTable";
import { type PageProps, rowOf } from "./paths";

const components = import.meta.glob<{ default: Component<PageProps> }>("../pages/**/*Page.svelte");

export const componentPaths = Object.keys(components);

export async function loadPage(name: PageName): Promise<Component<PageProps>> {
  const load = components[`../pages/${rowOf(name).component}.svelte`];
  if (!load) throw new Error(`There is no component for the page “${name}”.`);
  return (await withTexts(load())).default;
}
