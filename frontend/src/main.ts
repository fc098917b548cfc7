import { mount } from "svelte";
import App from "./App.svelte";
import { chooseLocale } from "./messages";
import { bestLocale } from "./messages/locales";
import "./styles/tokens.css";
import "./styles/base.css";

void chooseLocale(bestLocale(navigator.languages));
mount(App, { target: document.body });
