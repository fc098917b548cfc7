import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "choose.row": "Elegir {id}",
  "choose.all": "Toda esta lista",
  "bar.name": "Qué hacer con los ítems elegidos",
  "bar.all": "Toda esta lista está elegida",
  "bar.some": {
    one: "{n} ítem elegido",
    other: "{n} ítems elegidos",
  },
  "bar.clear": "No elegir ninguno",
  "bar.assign.who": "Asignar a",
  "bar.assign.do": "Asignar",
  "bar.take": "Retirar",
  "bar.take.title": "A quien los tiene y no los ha enviado",
  "bar.reopen": "Reabrir",
  "bar.reopen.title": "Lo enviado vuelve a ser borrador hasta que se envíe de nuevo",
  "done.assign": {
    one: "{n} ítem queda asignado a {name}.",
    other: "{n} ítems quedan asignados a {name}.",
  },
  "done.take": {
    one: "Se retiró {n} ítem.",
    other: "Se retiraron {n} ítems.",
  },
  "done.reopen": {
    one: "{n} anotación vuelve a estar abierta.",
    other: "{n} anotaciones vuelven a estar abiertas.",
  },
  "done.nothing": "No había nada que cambiar.",
  "done.undo": "Deshacer",
  "done.undone": "Deshecho.",
} as const satisfies Spanish<typeof en>;
