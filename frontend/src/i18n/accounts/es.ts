import type { Spanish } from "../types";
import type en from "./en";

export default {
  /* Account and password reset */

  "page.title": "Cuenta",
  "page.purpose": "Cambie su contraseña, su correo electrónico y su forma de iniciar sesión.",
  "password.name": "Contraseña",
  "password.old": "Contraseña actual",
  "password.new": "Contraseña nueva",
  "password.hint": "Al menos ocho caracteres. Su sesión se cierra en todos los demás navegadores.",
  "password.change": "Cambiar la contraseña",
  "password.changed": "La contraseña se ha cambiado.",
  "password.none": "Esta cuenta no tiene contraseña: se entra por su enlace.",
  "email.name": "Correo electrónico",
  "email.hint":
    "Aquí se envían los enlaces para una contraseña nueva, y los avisos de entradas desde un navegador nuevo y de cambios del segundo factor. También las notificaciones que usted elija.",
  "email.change": "Guardar la dirección",
  "email.changed": "La dirección está guardada.",
  "sessions.name": "Dónde tiene la sesión abierta",
  "sessions.here": "Este navegador",
  "sessions.unknown": "Navegador desconocido",
  "sessions.on": "{browser} en {system}",
  "sessions.seen": "Última actividad: {when}",
  "sessions.end": "Cerrar sesión allí",
  "sessions.end.name": "Cerrar la sesión de {what}",
  "sessions.others": "Cerrar las demás sesiones",
  "factor.name": "Segundo factor",
  "factor.off":
    "Desactivado. Si lo activa, al entrar con contraseña se pide también un código de una aplicación de su teléfono.",
  "factor.on": {
    one: "Activado. Queda un código de recuperación.",
    other: "Activado. Códigos de recuperación restantes: {n}.",
  },
  "factor.set_up": "Configurar",
  "factor.scan": "Escanéelo con una aplicación de autenticación. Después escriba el código que muestra.",
  "factor.qr": "Código QR para una aplicación de autenticación",
  "factor.secret": "O escriba este secreto en la aplicación:",
  "factor.code": "Código",
  "factor.turn_on": "Activar",
  "factor.turn_off": "Desactivar",
  "factor.renew": "Crear códigos de recuperación nuevos",
  "factor.codes":
    "Estos son sus códigos de recuperación. Cada uno sustituye una vez a un código de la aplicación, si pierde el teléfono. Guárdelos en un lugar seguro: no se mostrarán otra vez.",
  "wrong.wrong_code": "Este código es erróneo, demasiado antiguo o ya usado.",
  "wrong.not_password": "Esta no es su contraseña.",
  "wrong.email": "Esto no es una dirección de correo.",
  "wrong.password_too_short": "Demasiado corta: al menos ocho caracteres.",
  "wrong.password_too_common": "Demasiado común: la adivinarían.",
  "wrong.password_too_similar": "Demasiado parecida a su nombre.",
  "reset.title": "Una contraseña nueva",
  "reset.text": "Escriba el correo de su cuenta. Recibirá un enlace para elegir una contraseña nueva.",
  "reset.ask": "Enviar el enlace",
  "reset.sent":
    "Si una cuenta tiene esta dirección, el enlace va de camino. Es válido durante un día y una sola vez.",
  "reset.for": "Para la cuenta {name}",
  "reset.set": "Establecer la contraseña",
  "reset.done": "Su nueva contraseña está lista. Inicie sesión con ella.",
  "reset.over": "Este enlace ya no es válido",
  "reset.over.text": "Ya se usó, es demasiado antiguo o está incompleto. Pida otro.",
  "reset.again": "Enviar un enlace nuevo",
  "reset.login": "Ir a iniciar sesión",

  /* Invitation and new account */

  "join.title": "Invitación",

  "offer.annotate": "Le invitan a anotar en",
  "offer.lead": "Le invitan a dirigir",
  "offer.by": "Le invita {name}",
  "offer.languages": "En {languages}",

  "join.as": "Unirse como {name}",
  "join.other": "Soy otra persona",
  "join.have": "Ya tengo una cuenta",
  "join.new": "Necesito una cuenta",

  "signup.title": "Le damos la bienvenida a Morel",
  "signup.text": "Después, los responsables le invitan a sus proyectos.",

  "setup.title": "Configurar este sitio",
  "setup.text":
    "Usted crea la cuenta del administrador del sitio: el administrador crea proyectos y decide quién más puede crearlos.",
  "setup.submit": "Crear la cuenta",
  "setup.over": "Este enlace de configuración ya no es válido",
  "setup.over.text":
    "El sitio ya está configurado, o el servidor se ha reiniciado desde entonces, o el enlace tiene más de un día. Si todavía no hay ninguna cuenta, reinicie el servidor: muestra un enlace nuevo.",

  "new.title": "Cree su cuenta",
  "new.name": "Su nombre",
  "new.name.hint": "Como lo ven los responsables. Nunca forma parte de los datos.",
  "new.username": "Nombre para entrar",
  "new.password": "Contraseña",
  "new.password.hint": "Al menos ocho caracteres.",
  "new.submit": "Unirse",

  "signup.wrong.username_taken": "Este nombre ya está en uso. Elija otro, o inicie sesión si es usted.",
  "signup.wrong.username": "Solo letras, cifras y @ . + - _.",
  "signup.wrong.password_too_short": "Demasiado corta: al menos ocho caracteres.",
  "signup.wrong.password_too_common": "Demasiado común: la adivinarían.",
  "signup.wrong.password_too_similar": "Demasiado parecida a su nombre.",

  /* Login */

  "login.title": "Iniciar sesión",
  "login.username": "Nombre",
  "login.password": "Contraseña",
  "login.submit": "Entrar",
  "login.wrong": "El nombre o la contraseña no son correctos.",
  "login.code.hint": "Seis dígitos de su aplicación de autenticación, o un código de recuperación.",
  "login.locked": {
    one: "Demasiadas contraseñas erróneas. Inténtelo de nuevo en un minuto.",
    other: "Demasiadas contraseñas erróneas. Inténtelo de nuevo en {n} minutos.",
  },
  "login.forgotten": "¿Ha olvidado la contraseña?",
  "login.signup": "Crear una cuenta",
  "login.setup":
    "Todavía nadie tiene cuenta aquí. Abra el enlace de configuración que mostró el servidor al arrancar.",
  "login.note":
    "Las marcas que hizo en este equipo sin conexión se conservan. Se envían cuando inicie sesión.",
  "login.motto.alike": "La colmenilla verdadera tiene dobles.",
  "login.motto.facts": "Los hechos también.",

  /* Single sign-on */

  way: "Entrar con {name}",
  "back.cancelled": "La operación se canceló en el otro sitio. No ha cambiado nada.",
  "back.failed":
    "No ha funcionado. Inténtelo otra vez. Si vuelve a fallar, contacte con el administrador del sitio.",
  "back.by_invitation":
    "Todavía no hay aquí ninguna cuenta vinculada a ese acceso. Siga el enlace de una invitación, o entre con su nombre y su contraseña y vincúlelo en la página de su cuenta.",
  "back.account_closed": "Su cuenta está cerrada aquí. Contacte con el administrador del sitio.",
  "back.sign_on_taken": "Esa cuenta es aquí de otra persona.",
  "back.linked": "Está vinculada: desde ahora puede entrar con ella.",
  "linked.name": "Cuentas con las que entra",
  "linked.hint": "También puede entrar con una cuenta de otro sitio. Morel solo guarda de ella su identidad.",
  "linked.none": "Esta cuenta no tiene contraseña. Entre con una cuenta vinculada.",
  "linked.gone": "Ya no se ofrece aquí",
  "link.password": "Su contraseña aquí, para vincular una cuenta",
  "link.add": "Vincular {name}",
  "unlink.do": "Desvincular",
  "unlink.name": "Desvincular {what}",
} as const satisfies Spanish<typeof en>;
