import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "reference.name": "Referencia",
  "reference.wikipedia": "Wikipedia, {language}",
  "reference.text": "Texto de referencia",
  "reference.publication": "Publicación",
  "reference.revision": "revisión {revision}",
  "reference.open": "Abrir la página",
  "reference.contents": "Contenido",
  "reference.top": "Inicio",
  "reference.link": "El texto de esta referencia no está guardado aquí. Léelo en su fuente:",

  "find.name": "Buscar en la página",
  "find.count": "{at} de {total}",
  "find.none": "Sin coincidencias",
  "find.on": "Coincidencia siguiente (Intro)",
  "find.back": "Coincidencia anterior (Mayús Intro)",
} as const satisfies Spanish<typeof en>;
