import type { Spanish } from "../types";
import type en from "./en";

export default {
  "read.title": "Lee esto antes de empezar",
  "read.again": "Las instrucciones han cambiado",
  "read.again.text":
    "Aceptaste la versión {before}; esta es la versión {n}. Léela antes de continuar, por favor.",
  "read.text": "Estas son las instrucciones del proyecto. Todas las personas que anotan las siguen.",
  "read.accept": "Lo he leído y trabajaré así",
  "read.later": "Puedes abrirlas en cualquier momento mientras trabajas: pulsa H.",
  "read.changed": "Han cambiado mientras leías: aquí está la versión más reciente.",

  "begin.title": "Primero, práctica",
  "begin.text": {
    one: "Antes del trabajo hay un ítem para practicar. Anótalo como cualquier otro y envíalo; entonces verás tus anotaciones junto a las correctas, y por qué. La práctica no cuenta.",
    other:
      "Antes del trabajo hay {n} ítems para practicar. Anota cada uno como cualquier otro y envíalo; entonces verás tus anotaciones junto a las correctas, y por qué. La práctica no cuenta.",
  },
  "begin.needed":
    "Para empezar el trabajo, tus anotaciones deben coincidir con las correctas en un {needed} de media.",
  "begin.begin": "Empezar",
  "lesson.title": "Práctica, {done} de {total}",
  "lesson.next": "Continuar",
  "lesson.mine": "Tus marcas",
  "lesson.gold": "Marcas correctas",
  "lesson.nothing": "nada que marcar",
  "lesson.between": " · ",
  "lesson.label": "{gold}; elegiste: {mine}",
  "lesson.agreement": "Acuerdo",
  "lesson.why": "Por qué",
  "failed.title": "Todavía no",
  "failed.text": "Tus anotaciones coinciden con las correctas en un {mean} de media; hace falta un {needed}.",
  "failed.tries": { one: "Te queda un intento.", other: "Te quedan {n} intentos." },
  "failed.again": "Practicar de nuevo",
  "barred.title": "La práctica no se ha superado",
  "barred.text":
    "Tus anotaciones coinciden con las correctas en un {mean} de media; hace falta un {needed} y no quedan intentos. Un responsable del proyecto puede darte otro.",
  "barred.again": "Comprobar de nuevo",
  "barred.projects": "A los proyectos",
} as const satisfies Spanish<typeof en>;
