import type { Spanish } from "../types";
import type en from "./en";

export default {
  "broken.any": "Hay texto marcado, pero «{label}» es «{choice}».",
  "broken.none": "No hay nada marcado, pero «{label}» es «{choice}».",
  "broken.mark": "Hay texto marcado como «{mark}», pero «{label}» es «{choice}».",
  "broken.choice": "«{other}» es «{value}», pero «{label}» es «{choice}».",
  overridden: "Enviado de todos modos: {sentence}",

  "ask.name": "Contradicción",
  "ask.hint": "Cambie uno de los dos, o envíe de nuevo para conservar ambos.",
  "ask.go": "Ir a «{label}»",
} as const satisfies Spanish<typeof en>;
