/* Where the code of every page is that is not the workspace. */

import type { Component } from "svelte";
import type { PageName, PageProps } from "./routes";

const files = import.meta.glob<{ default: Component<PageProps> }>([
  "./{session,entering,account,projects,dashboard,agreement,review,curation,tables,gold,questions,people,joining,settings,imports,releases}/{Login,Join,SignUp,Enter,Complete,Account,Reset,Projects,NewProject,Overview,Agreement,Items,Tables,Gold,Item,Review,Curation,Exclusions,Questions,People,Settings,Import,Releases}.svelte",
  "./annotate/queues/Mine.svelte",
]);

const pages: Readonly<Record<Exclude<PageName, "annotate">, string>> = {
  login: "./session/Login.svelte",
  join: "./joining/Join.svelte",
  enter: "./entering/Enter.svelte",
  complete: "./entering/Complete.svelte",
  signup: "./joining/SignUp.svelte",
  account: "./account/Account.svelte",
  reset: "./account/Reset.svelte",
  projects: "./projects/Projects.svelte",
  new: "./projects/NewProject.svelte",
  mine: "./annotate/queues/Mine.svelte",
  overview: "./dashboard/Overview.svelte",
  agreement: "./agreement/Agreement.svelte",
  items: "./review/Items.svelte",
  tables: "./tables/Tables.svelte",
  gold: "./gold/Gold.svelte",
  item: "./review/Item.svelte",
  review: "./review/Review.svelte",
  curation: "./curation/Curation.svelte",
  exclusions: "./curation/Exclusions.svelte",
  questions: "./questions/Questions.svelte",
  people: "./people/People.svelte",
  settings: "./settings/Settings.svelte",
  import: "./imports/Import.svelte",
  releases: "./releases/Releases.svelte",
};

export async function loadOther(name: keyof typeof pages): Promise<{ default: Component<PageProps> }> {
  const load = files[pages[name]];
  if (!load) throw new Error(`There is no code for the page “${name}”.`);
  return load();
}
