import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  busy: "Otra persona ya está en ello",
  conflict: "Ha cambiado entretanto",
  csrf: "Esta página es demasiado antigua",
  forbidden: "No tienes acceso a esto",
  invalid: "No se ha podido aceptar",
  item_gone: "Este ítem se ha retirado del proyecto",
  malformed: "El servidor no ha entendido la petición",
  no_project: "Ese proyecto no existe, o no formas parte de él",
  not_authenticated: "Inicia sesión",
  not_done: "Aún no ha terminado",
  not_found: "Aquí no hay nada",
  not_yours: "Este ítem no es tuyo",
  server_error: "Algo ha salido mal en el servidor",
  stale_revision: "Entretanto se ha guardado una versión más nueva",
  started: "Ya se ha iniciado",
  submitted: "Ya has enviado este ítem",
  throttled: "Demasiados intentos: espera un momento",
  too_large: "Es demasiado grande",
  unavailable: "Ahora mismo no se puede acceder a esto",
  worked_on: "Alguien ha trabajado en ello",
} as const satisfies Spanish<typeof en>;
