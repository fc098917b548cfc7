"""E-mail templates in every interface language.

They are plain text. Names are in quotation marks, so that a name in a right-to-left script does not change the
direction of its line.
"""

LOCALES = ("en", "fr", "es", "ar")

_WARNING = {
    "en": (
        "Time: {time}\nAddress: {address}\nBrowser: {browser}\n\n"
        "If it was you, there is nothing to do.\n\n"
        "If it was not you, set a new password, which ends every session:\n\n{reset}\n\n"
        "Then check the second factor on your account page:\n\n{account}\n"
    ),
    "fr": (
        "Heure\u00a0: {time}\nAdresse\u00a0: {address}\nNavigateur\u00a0: {browser}\n\n"
        "Si c’était vous, il n’y a rien à faire.\n\n"
        "Si ce n’était pas vous, choisissez un nouveau mot de passe, ce qui ferme toutes les sessions\u00a0:"
        "\n\n{reset}\n\n"
        "Vérifiez ensuite le second facteur sur la page de votre compte\u00a0:\n\n{account}\n"
    ),
    "es": (
        "Hora: {time}\nDirección: {address}\nNavegador: {browser}\n\n"
        "Si fuiste tú, no hay nada que hacer.\n\n"
        "Si no fuiste tú, elige una contraseña nueva, lo que cierra todas las sesiones:\n\n{reset}\n\n"
        "Después revisa el segundo factor en la página de tu cuenta:\n\n{account}\n"
    ),
    "ar": (
        "الوقت: {time}\nالعنوان: {address}\nالمتصفح: {browser}\n\n"
        "إن كنت أنت فلا داعي لفعل شيء.\n\n"
        "وإن لم تكن أنت فاختر كلمة مرور جديدة، وبذلك تنتهي كل الجلسات:\n\n{reset}\n\n"
        "ثم تحقّق من العامل الثاني في صفحة حسابك:\n\n{account}\n"
    ),
}
"""End of each e-mail about a change of the second factor."""

_TEMPLATES: dict[str, dict[str, tuple[str, str]]] = {
    "reset": {
        "en": (
            "A new password for Morel",
            "Somebody, probably you, wants a new password for the account “{username}”.\n\n"
            "Choose it here:\n\n{link}\n\n"
            "The link works once. If it was not you, do nothing: your password stays as it is.\n",
        ),
        "fr": (
            "Un nouveau mot de passe pour Morel",
            "Quelqu’un, sans doute vous, demande un nouveau mot de passe pour le compte «\u00a0{username}\u00a0».\n\n"
            "Choisissez-le ici\u00a0:\n\n{link}\n\n"
            "Le lien ne sert qu’une fois. Si ce n’était pas vous, ne faites rien\u00a0: "
            "votre mot de passe reste le même.\n",
        ),
        "es": (
            "Una contraseña nueva para Morel",
            "Alguien, seguramente tú, pide una contraseña nueva para la cuenta «{username}».\n\n"
            "Elígela aquí:\n\n{link}\n\n"
            "El enlace sirve una sola vez. Si no fuiste tú, no hagas nada: tu contraseña no cambia.\n",
        ),
        "ar": (
            "كلمة مرور جديدة في Morel",
            "طلب أحدهم، ولعلّه أنت، كلمة مرور جديدة للحساب “{username}”.\n\n"
            "اخترها هنا:\n\n{link}\n\n"
            "يعمل الرابط مرة واحدة. إن لم تكن أنت من طلب فلا تفعل شيئًا: تبقى كلمة مرورك كما هي.\n",
        ),
    },
    "invitation": {
        "en": (
            "Invitation to {project}",
            "“{by}” invites you to take part in “{project}” on Morel, where people mark what is not true in texts "
            "that machines have written.\n\n"
            "Join here:\n\n{link}\n\n"
            "The link is for you alone, works once, and is good for {days} days.\n",
        ),
        "fr": (
            "Invitation à {project}",
            "«\u00a0{by}\u00a0» vous invite à participer à «\u00a0{project}\u00a0» sur Morel, où l’on marque ce qui "
            "n’est pas vrai dans des textes écrits par des machines.\n\n"
            "Rejoignez-nous ici\u00a0:\n\n{link}\n\n"
            "Le lien n’est que pour vous, sert une seule fois et vaut {days} jours.\n",
        ),
        "es": (
            "Invitación a {project}",
            "«{by}» te invita a participar en «{project}» en Morel, donde se marca lo que no es verdad en textos "
            "escritos por máquinas.\n\n"
            "Únete aquí:\n\n{link}\n\n"
            "El enlace es solo para ti, sirve una vez y vale {days} días.\n",
        ),
        "ar": (
            "دعوة إلى {project}",
            "يدعوك “{by}” إلى المشاركة في “{project}” على Morel، حيث يُعلَّم ما ليس صحيحًا في نصوص كتبتها آلات.\n\n"
            "انضمّ من هنا:\n\n{link}\n\n"
            "الرابط لك وحدك، ويعمل مرة واحدة، وصالح لعدد من الأيام: {days}.\n",
        ),
    },
    "announcement": {
        "en": (
            "{task}: {title}",
            "The organizers of “{task}” on Morel announce:\n\n{title}\n\n{text}\n\n"
            "You get this email because you are a member of a team. The page of the task:\n\n{link}\n",
        ),
        "fr": (
            "{task}\u00a0: {title}",
            "Les organisateurs de «\u00a0{task}\u00a0» sur Morel annoncent\u00a0:\n\n{title}\n\n{text}\n\n"
            "Vous recevez ce message parce que vous êtes membre d’une équipe. La page de la tâche\u00a0:\n\n{link}\n",
        ),
        "es": (
            "{task}: {title}",
            "Los organizadores de «{task}» en Morel anuncian:\n\n{title}\n\n{text}\n\n"
            "Recibes este mensaje porque eres miembro de un equipo. La página de la tarea:\n\n{link}\n",
        ),
        "ar": (
            "{task}: {title}",
            "يعلن منظّمو “{task}” على Morel:\n\n{title}\n\n{text}\n\n"
            "وصلتك هذه الرسالة لأنك عضو في فريق. صفحة المهمة:\n\n{link}\n",
        ),
    },
    "member_invitation": {
        "en": (
            "Invitation to the team {team}",
            "“{by}” invites you to the team “{team}” in the shared task “{task}” on Morel.\n\n"
            "Join here:\n\n{link}\n\n"
            "The link is good for {days} days.\n",
        ),
        "fr": (
            "Invitation dans l’équipe {team}",
            "«\u00a0{by}\u00a0» vous invite dans l’équipe «\u00a0{team}\u00a0» de la tâche partagée "
            "«\u00a0{task}\u00a0» sur Morel.\n\n"
            "Rejoignez-nous ici\u00a0:\n\n{link}\n\n"
            "Le lien vaut {days} jours.\n",
        ),
        "es": (
            "Invitación al equipo {team}",
            "«{by}» te invita al equipo «{team}» en la tarea compartida «{task}» en Morel.\n\n"
            "Únete aquí:\n\n{link}\n\n"
            "El enlace vale {days} días.\n",
        ),
        "ar": (
            "دعوة إلى الفريق {team}",
            "يدعوك “{by}” إلى الفريق “{team}” في المهمة المشتركة “{task}” على Morel.\n\n"
            "انضمّ من هنا:\n\n{link}\n\n"
            "الرابط صالح لعدد من الأيام: {days}.\n",
        ),
    },
    "registration_invitation": {
        "en": (
            "Invitation to {task}",
            "“{by}” invites you to register a team in the shared task “{task}” on Morel.\n\n"
            "Join here:\n\n{link}\n\n"
            "The link is good for {days} days.\n",
        ),
        "fr": (
            "Invitation à {task}",
            "«\u00a0{by}\u00a0» vous invite à inscrire une équipe à la tâche partagée "
            "«\u00a0{task}\u00a0» sur Morel.\n\n"
            "Rejoignez-nous ici\u00a0:\n\n{link}\n\n"
            "Le lien vaut {days} jours.\n",
        ),
        "es": (
            "Invitación a {task}",
            "«{by}» te invita a inscribir un equipo en la tarea compartida «{task}» en Morel.\n\n"
            "Únete aquí:\n\n{link}\n\n"
            "El enlace vale {days} días.\n",
        ),
        "ar": (
            "دعوة إلى {task}",
            "يدعوك “{by}” إلى تسجيل فريق في المهمة المشتركة “{task}” على Morel.\n\n"
            "انضمّ من هنا:\n\n{link}\n\n"
            "الرابط صالح لعدد من الأيام: {days}.\n",
        ),
    },
    "organizer_invitation": {
        "en": (
            "Invitation to organize {task}",
            "“{by}” invites you to organize the shared task “{task}” on Morel.\n\n"
            "Join here:\n\n{link}\n\n"
            "The link is good for {days} days.\n",
        ),
        "fr": (
            "Invitation à organiser {task}",
            "«\u00a0{by}\u00a0» vous invite à organiser la tâche partagée «\u00a0{task}\u00a0» sur Morel.\n\n"
            "Rejoignez-nous ici\u00a0:\n\n{link}\n\n"
            "Le lien vaut {days} jours.\n",
        ),
        "es": (
            "Invitación a organizar {task}",
            "«{by}» te invita a organizar la tarea compartida «{task}» en Morel.\n\n"
            "Únete aquí:\n\n{link}\n\n"
            "El enlace vale {days} días.\n",
        ),
        "ar": (
            "دعوة إلى تنظيم {task}",
            "يدعوك “{by}” إلى تنظيم المهمة المشتركة “{task}” على Morel.\n\n"
            "انضمّ من هنا:\n\n{link}\n\n"
            "الرابط صالح لعدد من الأيام: {days}.\n",
        ),
    },
    "new_browser": {
        "en": (
            "Login to Morel from a new browser",
            "The account “{username}” has logged in from a browser that it has not used before.\n\n"
            "Time: {time}\nAddress: {address}\nBrowser: {browser}\n\n"
            "If it was you, there is nothing to do.\n\n"
            "If it was not you, set a new password, which ends every session:\n\n{reset}\n\n"
            "On your account page you see where you are logged in, and can turn on a second factor:\n\n{account}\n",
        ),
        "fr": (
            "Connexion à Morel depuis un nouveau navigateur",
            "Le compte «\u00a0{username}\u00a0» s’est connecté depuis un navigateur inconnu.\n\n"
            "Heure\u00a0: {time}\nAdresse\u00a0: {address}\nNavigateur\u00a0: {browser}\n\n"
            "Si c’était vous, il n’y a rien à faire.\n\n"
            "Si ce n’était pas vous, choisissez un nouveau mot de passe, ce qui ferme toutes les sessions\u00a0:"
            "\n\n{reset}\n\n"
            "La page de votre compte montre où vous êtes connecté et permet d’activer un second facteur\u00a0:"
            "\n\n{account}\n",
        ),
        "es": (
            "Inicio de sesión en Morel desde un navegador nuevo",
            "La cuenta «{username}» ha entrado desde un navegador que no había usado antes.\n\n"
            "Hora: {time}\nDirección: {address}\nNavegador: {browser}\n\n"
            "Si fuiste tú, no hay nada que hacer.\n\n"
            "Si no fuiste tú, elige una contraseña nueva, lo que cierra todas las sesiones:\n\n{reset}\n\n"
            "La página de tu cuenta muestra dónde tienes sesión abierta y permite activar un segundo factor:"
            "\n\n{account}\n",
        ),
        "ar": (
            "تسجيل دخول إلى Morel من متصفح جديد",
            "سُجّل الدخول إلى الحساب “{username}” من متصفح لم يستعمله من قبل.\n\n"
            "الوقت: {time}\nالعنوان: {address}\nالمتصفح: {browser}\n\n"
            "إن كنت أنت فلا داعي لفعل شيء.\n\n"
            "وإن لم تكن أنت فاختر كلمة مرور جديدة، وبذلك تنتهي كل الجلسات:\n\n{reset}\n\n"
            "في صفحة حسابك ترى أين أنت مسجَّل الدخول، ويمكنك تفعيل عامل ثانٍ:\n\n{account}\n",
        ),
    },
    "second_factor_on": {
        "en": (
            "Second factor turned on",
            "The second factor of the account “{username}” has been turned on: logins by password ask for a code.\n\n"
            + _WARNING["en"],
        ),
        "fr": (
            "Second facteur activé",
            "Le second facteur du compte «\u00a0{username}\u00a0» a été activé\u00a0: "
            "la connexion par mot de passe demande un code.\n\n" + _WARNING["fr"],
        ),
        "es": (
            "Segundo factor activado",
            "Se ha activado el segundo factor de la cuenta «{username}»: "
            "al entrar con contraseña se pide un código.\n\n" + _WARNING["es"],
        ),
        "ar": (
            "فُعّل العامل الثاني",
            "فُعّل العامل الثاني للحساب “{username}”: يطلب الدخول بكلمة المرور رمزًا.\n\n" + _WARNING["ar"],
        ),
    },
    "second_factor_off": {
        "en": (
            "Second factor turned off",
            "The second factor of the account “{username}” has been turned off: "
            "logins by password ask for no code.\n\n" + _WARNING["en"],
        ),
        "fr": (
            "Second facteur désactivé",
            "Le second facteur du compte «\u00a0{username}\u00a0» a été désactivé\u00a0: "
            "la connexion par mot de passe ne demande plus de code.\n\n" + _WARNING["fr"],
        ),
        "es": (
            "Segundo factor desactivado",
            "Se ha desactivado el segundo factor de la cuenta «{username}»: "
            "al entrar con contraseña ya no se pide ningún código.\n\n" + _WARNING["es"],
        ),
        "ar": (
            "أُوقف العامل الثاني",
            "أُوقف العامل الثاني للحساب “{username}”: لا يطلب الدخول بكلمة المرور رمزًا.\n\n" + _WARNING["ar"],
        ),
    },
    "recovery_codes_renewed": {
        "en": (
            "New recovery codes",
            "New recovery codes have been created for the account “{username}”. The earlier ones no longer work.\n\n"
            + _WARNING["en"],
        ),
        "fr": (
            "Nouveaux codes de secours",
            "De nouveaux codes de secours ont été créés pour le compte «\u00a0{username}\u00a0». "
            "Les précédents ne fonctionnent plus.\n\n" + _WARNING["fr"],
        ),
        "es": (
            "Códigos de recuperación nuevos",
            "Se han creado códigos de recuperación nuevos para la cuenta «{username}». "
            "Los anteriores ya no sirven.\n\n" + _WARNING["es"],
        ),
        "ar": (
            "رموز استرداد جديدة",
            "أُنشئت رموز استرداد جديدة للحساب “{username}”. لم تعد الرموز السابقة صالحة.\n\n" + _WARNING["ar"],
        ),
    },
    "second_factor_reset": {
        "en": (
            "Second factor reset",
            "The operator of the site has turned off the second factor of the account “{username}”: "
            "logins by password ask for no code.\n\nTime: {time}\n\n"
            "You can turn it on again on your account page. If you did not ask for this, write to the operator.\n",
        ),
        "fr": (
            "Second facteur réinitialisé",
            "L’exploitant du site a désactivé le second facteur du compte «\u00a0{username}\u00a0»\u00a0: "
            "la connexion par mot de passe ne demande plus de code.\n\nHeure\u00a0: {time}\n\n"
            "Vous pouvez le réactiver sur la page de votre compte. Si vous ne l’avez pas demandé, "
            "écrivez à l’exploitant.\n",
        ),
        "es": (
            "Segundo factor restablecido",
            "El operador del sitio ha desactivado el segundo factor de la cuenta «{username}»: "
            "al entrar con contraseña ya no se pide ningún código.\n\nHora: {time}\n\n"
            "Puedes activarlo de nuevo en la página de tu cuenta. Si no lo has pedido, escribe al operador.\n",
        ),
        "ar": (
            "أُعيد ضبط العامل الثاني",
            "أوقف مشغّل الموقع العامل الثاني للحساب “{username}”: لا يطلب الدخول بكلمة المرور رمزًا.\n\n"
            "الوقت: {time}\n\n"
            "يمكنك تفعيله من جديد في صفحة حسابك. إن لم تطلب ذلك فاكتب إلى المشغّل.\n",
        ),
    },
}


def render_email(kind: str, locale: str, **values: str) -> tuple[str, str]:
    """Return subject and text in the locale, or in English. The subject is one line even if values have line breaks."""
    subject, text = _TEMPLATES[kind][locale if locale in LOCALES else "en"]
    return " ".join(subject.format(**values).split()), text.format(**values)
