import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "login.title": "Iniciar sesión",
  "login.username": "Nombre",
  "login.password": "Contraseña",
  "login.submit": "Entrar",
  "login.wrong": "El nombre y la contraseña no coinciden.",
  "login.locked": {
    one: "Demasiadas contraseñas erróneas. Inténtalo en un minuto.",
    other: "Demasiadas contraseñas erróneas. Inténtalo en {n} minutos.",
  },
  "login.forgotten": "¿Has olvidado la contraseña?",
  "login.signup": "Crear una cuenta",
  "login.note": "Lo que marcaste en este equipo sin conexión se conserva y se envía en cuanto entres.",
  "login.motto.alike": "La colmenilla verdadera tiene dobles.",
  "login.motto.facts": "Los hechos también.",
} as const satisfies Spanish<typeof en>;
