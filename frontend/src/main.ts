import { mount } from "svelte";
import App from "./App.svelte";
import { preferences } from "./ui/preferences.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

preferences.begin();
mount(App, { target: document.body });
