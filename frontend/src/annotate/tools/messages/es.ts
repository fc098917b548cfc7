import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "strip.name": "Marca seleccionada",
  "strip.start": "Inicio",
  "strip.end": "Fin",
  "strip.start.back": "Empezar un carácter antes",
  "strip.start.on": "Empezar un carácter después",
  "strip.end.back": "Terminar un carácter antes",
  "strip.end.on": "Terminar un carácter después",
  "strip.remove": "Quitar la marca",
  "handle.start": "Arrastra para mover el inicio",
  "handle.end": "Arrastra para mover el fin",
  "selection.name": "Texto seleccionado",
  "selection.mark": "Marcar",
  "selection.key": "Enter",
  "chooser.name": "¿Qué marca?",
  "evidence.name": "Prueba",
  "evidence.add": "Añadir una prueba para «{quote}»",
  "evidence.count": { one: "{n} prueba para «{quote}»", other: "{n} pruebas para «{quote}»" },
  "evidence.lacking": {
    one: "Cada marca necesita una prueba, y a {n} le falta.",
    other: "Cada marca necesita una prueba, y a {n} les falta.",
  },
  "evidence.lacking.show": "Mostrar la siguiente",
} satisfies Spanish<typeof en>;
