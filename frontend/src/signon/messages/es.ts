import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  way: "Entrar con {name}",
  "back.cancelled": "Se canceló allí. No ha cambiado nada.",
  "back.failed":
    "No ha funcionado. Inténtalo otra vez y, si vuelve a fallar, avisa a quien se ocupa de este sitio.",
  "back.by_invitation":
    "Nadie entra todavía aquí con esa cuenta. Sigue el enlace de una invitación, o entra con tu nombre y tu contraseña y vincúlala en la página de tu cuenta.",
  "back.account_closed": "Tu cuenta está cerrada aquí. Pregunta a quien se ocupa de este sitio.",
  "back.sign_on_taken": "Esa cuenta es aquí de otra persona.",
  "back.linked": "Está vinculada: desde ahora puedes entrar con ella.",
  "linked.name": "Cuentas con las que entras",
  "linked.hint":
    "Una cuenta de otro sitio puede ser otra entrada a esta. De ella solo se guarda quién eres allí.",
  "linked.none": "Aquí no hay contraseña: entras con una cuenta de otro sitio.",
  "linked.gone": "Ya no se ofrece aquí",
  "link.password": "Tu contraseña aquí, para vincular una cuenta",
  "link.add": "Vincular {name}",
  "unlink.do": "Desvincular",
  "unlink.name": "Desvincular {what}",
} as const satisfies Spanish<typeof en>;
