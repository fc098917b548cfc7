import type { Spanish } from "../types";
import type en from "./en";

export default {
  "read.title": "Lea esto antes de empezar",
  "read.again": "Las pautas han cambiado",
  "read.again.text":
    "Aceptó la versión {before}; esta es la versión {n}. Léala antes de continuar, por favor.",
  "read.text": "Estas son las pautas del proyecto. Todas las personas que anotan las siguen.",
  "read.accept": "Lo he leído y trabajaré así",
  "read.later": "Puede abrirlas en cualquier momento mientras trabaja: pulse H.",
  "read.changed": "Han cambiado mientras leía: aquí está la versión más reciente.",

  "begin.title": "Primero, práctica",
  "begin.text": {
    one: "Antes del trabajo hay un ítem para practicar. Anótelo como cualquier otro y envíelo; entonces verá sus anotaciones junto a las correctas, y por qué. La práctica no cuenta.",
    other:
      "Antes del trabajo hay {n} ítems para practicar. Anote cada uno como cualquier otro y envíelo; entonces verá sus anotaciones junto a las correctas, y por qué. La práctica no cuenta.",
  },
  "begin.needed":
    "Para empezar el trabajo, sus anotaciones deben coincidir con las correctas en un {needed} de media.",
  "begin.begin": "Empezar",
  "lesson.title": "Práctica, {done} de {total}",
  "lesson.next": "Continuar",
  "lesson.mine": "Sus marcas",
  "lesson.gold": "Marcas correctas",
  "lesson.nothing": "nada que marcar",
  "lesson.between": " · ",
  "lesson.label": "{gold}; eligió: {mine}",
  "lesson.agreement": "Acuerdo",
  "lesson.why": "Por qué",
  "failed.title": "Todavía no",
  "failed.text": "Sus anotaciones coinciden con las correctas en un {mean} de media; hace falta un {needed}.",
  "failed.tries": { one: "Le queda un intento.", other: "Le quedan {n} intentos." },
  "failed.again": "Practicar de nuevo",
  "barred.title": "La práctica no se ha superado",
  "barred.text":
    "Sus anotaciones coinciden con las correctas en un {mean} de media; hace falta un {needed} y no quedan intentos. Un responsable del proyecto puede darle otro.",
  "barred.again": "Comprobar de nuevo",
  "barred.projects": "Ir a los proyectos",
} as const satisfies Spanish<typeof en>;
