import { mount } from "svelte";
import App from "./App.svelte";
import { preferences } from "../shared/preferences/preferences.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

preferences.begin();
mount(App, { target: document.body });
