import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "read.title": "Lee esto antes de empezar",
  "read.again": "Las instrucciones han cambiado",
  "read.again.text":
    "Aceptaste la versión {before}; esta es la versión {n}. Léela antes de continuar, por favor.",
  "read.text": "Estas son las instrucciones del proyecto. Todas las personas que anotan las siguen.",
  "read.accept": "Lo he leído y trabajaré así",
  "read.later": "Las tendrás a mano mientras trabajas: pulsa H.",
  "read.changed": "Han cambiado mientras leías: aquí está la versión más reciente.",
} as const satisfies Spanish<typeof en>;
