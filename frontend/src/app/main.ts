import { mount } from "svelte";
import App from "./App.svelte";
import { deliveredSession } from "../api/delivered";
import { hasDrafts } from "../saving/recovery.svelte";
import { preferences } from "../shared/preferences/preferences.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

function start() {
  const delivered = deliveredSession();
  // The browser's store takes a while to open.
  if (delivered?.user) void hasDrafts(delivered.user.username);
  preferences.begin(delivered?.user?.preferences);
  mount(App, { target: document.body });
}

// A page that the browser renders before it is opened reserves no item.
if ("prerendering" in document && document.prerendering) {
  document.addEventListener("prerenderingchange", start, { once: true });
} else {
  start();
}
