import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "signin.title": "Inicia sesión de nuevo",
  "signin.text":
    "Tu sesión ha terminado. No se pierde nada: lo que hay en la página se envía en cuanto vuelvas.",
  "signin.stranger":
    "Has iniciado sesión con otro nombre. Lo que hay en esta página pertenece a {name} y no se envía.",
  "conflict.title": "Este ítem se modificó en otro lugar",
  "conflict.text":
    "Mientras trabajabas aquí se guardó otra versión, quizá por ti en otra ventana. ¿Cuál debe quedar?",
  "conflict.mine": "En esta página",
  "conflict.theirs": "Guardado {time}",
  "conflict.keep": "Conservar lo que hay en esta página",
  "conflict.adopt": "Tomar la versión guardada",
  "conflict.nothing": "Nada que marcar",
  "conflict.nomarks": "Sin marcas",
  "conflict.unsure": "Con dudas",
  "conflict.silent": "La referencia no dice nada",
} as const satisfies Spanish<typeof en>;
