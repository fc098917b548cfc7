"""E-mails about notifications in every interface language.

They name projects, items and languages, and hold no text that somebody wrote.
"""

from typing import Final

from foundation.email_templates import LOCALES

SUBJECTS_AND_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "en": (
        "What is new on Morel",
        "{lines}\n\nYou get one email for several changes. Choose what you get on your account page:\n\n{account}\n",
    ),
    "fr": (
        "Du nouveau sur Morel",
        "{lines}\n\nUn seul message réunit plusieurs nouveautés. Choisissez celles que vous recevez "
        "sur la page de votre compte\u00a0:\n\n{account}\n",
    ),
    "es": (
        "Novedades en Morel",
        "{lines}\n\nUn solo mensaje reúne varias novedades. Elige cuáles recibes en la página de tu cuenta:"
        "\n\n{account}\n",
    ),
    "ar": (
        "الجديد في Morel",
        "{lines}\n\nتجمع رسالة واحدة عدة مستجدات. اختر ما يصلك منها في صفحة حسابك:\n\n{account}\n",
    ),
}

_NAMES: Final = {"en": "“{}”", "fr": "«\u00a0{}\u00a0»", "es": "«{}»", "ar": "“{}”"}

_LINES: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "question": {
        "en": ("{name}: a question from an annotator", "{name}: {count} messages from annotators"),
        "fr": ("{name}\u00a0: une question d’un annotateur", "{name}\u00a0: {count} messages d’annotateurs"),
        "es": ("{name}: una pregunta de un anotador", "{name}: {count} mensajes de anotadores"),
        "ar": ("{name}: سؤال من أحد الموسِّمين", "{name}: رسائل من الموسِّمين، عددها {count}"),
    },
    "answer": {
        "en": ("{name}: an answer about item {item}", "{name}: {count} answers about item {item}"),
        "fr": (
            "{name}\u00a0: une réponse sur l’item {item}",
            "{name}\u00a0: {count} réponses sur l’item {item}",
        ),
        "es": (
            "{name}: una respuesta sobre el ítem {item}",
            "{name}: {count} respuestas sobre el ítem {item}",
        ),
        "ar": ("{name}: إجابة عن العنصر {item}", "{name}: إجابات عن العنصر {item}، عددها {count}"),
    },
    "reopened": {
        "en": (
            "{name}: item {item} was reopened for changes",
            "{name}: {count} items were reopened for changes",
        ),
        "fr": (
            "{name}\u00a0: l’item {item} a été rouvert pour modification",
            "{name}\u00a0: {count} items ont été rouverts pour modification",
        ),
        "es": (
            "{name}: el ítem {item} se ha reabierto para cambios",
            "{name}: se han reabierto {count} ítems para cambios",
        ),
        "ar": (
            "{name}: أُعيد فتح العنصر {item} لتعديله",
            "{name}: عناصر أُعيد فتحها لتعديلها، عددها {count}",
        ),
    },
    "member_added": {
        "en": ("You were added to {name}", "You were added to {name}"),
        "fr": ("Vous avez été ajouté à {name}", "Vous avez été ajouté à {name}"),
        "es": ("Te han añadido a {name}", "Te han añadido a {name}"),
        "ar": ("أُضفت إلى {name}", "أُضفت إلى {name}"),
    },
    "job_done": {
        "en": (
            "{name}: a job that you started is finished",
            "{name}: {count} jobs that you started are finished",
        ),
        "fr": (
            "{name}\u00a0: une tâche de fond que vous avez lancée est terminée",
            "{name}\u00a0: {count} tâches de fond que vous avez lancées sont terminées",
        ),
        "es": (
            "{name}: ha terminado un proceso que iniciaste",
            "{name}: han terminado {count} procesos que iniciaste",
        ),
        "ar": ("{name}: انتهت مهمة بدأتَها", "{name}: مهام بدأتَها وانتهت، عددها {count}"),
    },
    "job_failed": {
        "en": (
            "{name}: a job that you started has failed",
            "{name}: {count} jobs that you started have failed",
        ),
        "fr": (
            "{name}\u00a0: une tâche de fond que vous avez lancée a échoué",
            "{name}\u00a0: {count} tâches de fond que vous avez lancées ont échoué",
        ),
        "es": (
            "{name}: ha fallado un proceso que iniciaste",
            "{name}: han fallado {count} procesos que iniciaste",
        ),
        "ar": ("{name}: أخفقت مهمة بدأتَها", "{name}: مهام بدأتَها وأخفقت، عددها {count}"),
    },
    "language_complete": {
        "en": (
            "{name}: all items in the language {language} are annotated",
            "{name}: all items in {count} languages are annotated",
        ),
        "fr": (
            "{name}\u00a0: tous les items de la langue {language} sont annotés",
            "{name}\u00a0: tous les items de {count} langues sont annotés",
        ),
        "es": (
            "{name}: todos los ítems del idioma {language} están anotados",
            "{name}: todos los ítems de {count} idiomas están anotados",
        ),
        "ar": ("{name}: وُسِّمت كل عناصر اللغة {language}", "{name}: لغات وُسِّمت كل عناصرها، عددها {count}"),
    },
}


def notification_line(kind: str, locale: str, count: int, *, name: str, item: str, language: str) -> str:
    """Return the line of a notification: one line, even if a name has line breaks."""
    tag = locale if locale in LOCALES else "en"
    one, several = _LINES[kind][tag]
    text = one if count == 1 else several
    return " ".join(
        text.format(name=_NAMES[tag].format(name), count=count, item=item, language=language).split()
    )


def notification_email(locale: str, lines: str, account: str) -> tuple[str, str]:
    """Return subject and text of an e-mail in the locale, or in English."""
    subject, text = SUBJECTS_AND_TEXTS[locale if locale in LOCALES else "en"]
    return subject, text.format(lines=lines, account=account)
