import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "notice.text":
    "{time} en este ítem hasta ahora. Tómate lo que haga falta; si no se puede decidir, di que dudas, o sáltalo.",
  "notice.hide": "Ocultar este aviso",
} as const satisfies Spanish<typeof en>;
