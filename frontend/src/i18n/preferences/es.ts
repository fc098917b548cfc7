import type { Spanish } from "../types";
import type en from "./en";

export default {
  "theme.name": "Tema",
  "theme.system": "Sistema",
  "theme.light": "Claro",
  "theme.dark": "Oscuro",
  "display.language": "Idioma",
  "display.language.browser": "El del navegador",
  "display.size": "Tamaño del texto",
  "display.leading": "Interlineado",
  "display.designed": "Tamaños originales",
  "display.waiting": "Conservado en este navegador; se enviará cuando se alcance el servidor.",
  "display.failed": "No se ha podido cambiar.",
} as const satisfies Spanish<typeof en>;
