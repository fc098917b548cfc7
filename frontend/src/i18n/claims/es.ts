import type { Spanish } from "../types";
import type en from "./en";

export default {
  "answer.name": "Respuesta",
  "answer.help":
    "Las flechas van de una afirmación a otra. Intro marca una afirmación como incorrecta, o de nuevo como correcta.",
  "head.claims": { one: "Respuesta · {n} afirmación", other: "Respuesta · {n} afirmaciones" },
  "head.punctuation": {
    one: "Respuesta · {n} afirmación, separada por los signos de puntuación",
    other: "Respuesta · {n} afirmaciones, separadas por los signos de puntuación",
  },

  "state.open": "sin juzgar",
  "state.correct": "correcta",
  "state.incorrect": "incorrecta",
  "claim.state": "Afirmación {n} de {total}: {state}",
  "said.judged": "«{quote}»: {state}",
  "said.all": "Todas las afirmaciones están juzgadas.",

  "overview.name": "Afirmaciones en orden de lectura",

  "panel.name": "Afirmación actual",
  "panel.state": "Afirmación {n} de {total} · {state}",
  "panel.arrows": "Afirmación anterior, siguiente",
  "panel.judge": "Juzgar la afirmación",
  "act.incorrect": "Incorrecta",
  "act.correct": "Correcta",
  "act.rest": "Resto de la frase correcto",
  "act.rest.short": "Resto correcto",

  asked: {
    one: "{n} afirmación está sin juzgar.",
    other: "{n} afirmaciones están sin juzgar.",
  },
  "asked.go": "Ir a la siguiente",

  "list.name": "Afirmaciones incorrectas",
  "list.count": { one: "{n} afirmación incorrecta", other: "{n} afirmaciones incorrectas" },
  "list.none": "Haga clic en una afirmación incorrecta, o juzgue las afirmaciones con el teclado.",
  "list.none.touch": "Toque una afirmación incorrecta, o use los botones.",
  "list.correct": "Marcar «{quote}» como correcta",

  "keys.claims": "Afirmaciones",
  "keys.move": "Afirmación anterior, siguiente",
  "keys.ends": "Primera, última afirmación",
  "keys.toggle": "Incorrecta, o de nuevo correcta",
} as const satisfies Spanish<typeof en>;
