"""Label schemes: the span labels and item labels of a project. A scheme is data, never a branch in code.

Schemes are stored with their project and sent to the browser as JSON; `from_json` validates them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Literal, get_args

from morelkit.scheme.consistency import ANY_MARK, NO_MARK, ConsistencyRule, read_rules, rule_problems
from morelkit.text.storable_text import text_fault

Evidence = Literal["off", "optional", "required"]
Unit = Literal["characters", "claims"]

COLORS: Final = range(1, 7)
TEXT_LOCALES: Final = ("en", "fr", "es", "ar")
"""The languages that texts can be translated to: those of the interface."""
MAX_TEXT_LENGTH: Final = 500
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_KEYS: Final = tuple("123456789")


@dataclass(frozen=True, slots=True)
class SpanLabel:
    """A span label: `name` is its identifier, `text` is shown, `color` is 1 to 6, `key` is a digit or "".

    `texts` has translations of the text by locale. A locale without one shows the text.
    """

    name: str
    text: str
    color: int = 1
    key: str = ""
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Choice:
    name: str
    text: str
    key: str = ""
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class ItemLabel:
    """A question about the whole answer, with its choices in display order."""

    name: str
    text: str
    choices: tuple[Choice, ...]
    required: bool = True
    texts: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Scheme:
    """A validated scheme. `version` increases with every change; a revision of an annotation stores its version.

    `unit`: what annotators mark. Claims are fixed ranges of the answer, and each is marked as a whole.
    """

    span_labels: tuple[SpanLabel, ...] = ()
    item_labels: tuple[ItemLabel, ...] = ()
    evidence: Evidence = "off"
    version: int = 1
    consistency_rules: tuple[ConsistencyRule, ...] = ()
    unit: Unit = "characters"

    @property
    def uses_claims(self) -> bool:
        return self.unit == "claims"

    @property
    def uses_spans(self) -> bool:
        return bool(self.span_labels)


class SchemeError(ValueError):
    """The value is not a valid scheme. `problems` lists all (JSON pointer, sentence) pairs."""

    def __init__(self, problems: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{pointer or '/'}: {detail}" for pointer, detail in problems))
        self.problems = problems


def keys(scheme: Scheme) -> dict[tuple[str, str], str]:
    """Return the digit key of every span label, under ("", name), and of every choice, under (item label, choice).

    Keys set in the scheme are kept. The others get the unused digits in scheme order, span labels first, and "" when
    all nine are used. A single span label gets none: every mark has it, so choices start at 1.
    """
    spans = {("", label.name): label.key for label in scheme.span_labels}
    choices = {
        (label.name, choice.name): choice.key for label in scheme.item_labels for choice in label.choices
    }
    used = {*spans.values(), *choices.values()}
    unused = iter([key for key in _KEYS if key not in used])
    if len(spans) > 1:
        spans = {target: key or next(unused, "") for target, key in spans.items()}
    return spans | {target: key or next(unused, "") for target, key in choices.items()}


def released_scheme(scheme: Scheme) -> Scheme:
    """Return the scheme without what only annotators and leads need: a release describes its data.

    Translations do not change what a label means, so they leave releases as they are.
    """
    return replace(
        scheme,
        span_labels=tuple(replace(label, texts={}) for label in scheme.span_labels),
        item_labels=tuple(
            replace(label, texts={}, choices=tuple(replace(choice, texts={}) for choice in label.choices))
            for label in scheme.item_labels
        ),
        consistency_rules=(),
    )


def to_json(scheme: Scheme) -> dict[str, Any]:
    """Return the scheme as JSON values that `from_json` reads.

    Keys that earlier versions lack are left out where they are empty, so that earlier releases still verify.
    """
    rules = [asdict(rule) for rule in scheme.consistency_rules]
    return {
        "version": scheme.version,
        "uses_spans": scheme.uses_spans,
        "span_labels": [_entry_json(label) for label in scheme.span_labels],
        "item_labels": [
            _entry_json(label) | {"choices": [_entry_json(choice) for choice in label.choices]}
            for label in scheme.item_labels
        ],
        "evidence": scheme.evidence,
        **({"consistency_rules": rules} if rules else {}),
        **({"unit": scheme.unit} if scheme.uses_claims else {}),
    }


def _entry_json(entry: SpanLabel | ItemLabel | Choice) -> dict[str, Any]:
    return {name: value for name, value in asdict(entry).items() if name != "texts" or value}


def from_json(value: object) -> Scheme:
    """Return the scheme in an untrusted JSON value. Raises `SchemeError`, which lists every problem."""
    problems = list(_problems(value))
    if problems or not isinstance(value, dict):
        raise SchemeError(problems)
    return Scheme(
        span_labels=tuple(
            SpanLabel(
                label["name"], label["text"], label.get("color", 1), label.get("key", ""), _read_texts(label)
            )
            for label in value.get("span_labels", [])
        ),
        item_labels=tuple(
            ItemLabel(
                label["name"],
                label["text"],
                tuple(
                    Choice(choice["name"], choice["text"], choice.get("key", ""), _read_texts(choice))
                    for choice in label["choices"]
                ),
                label.get("required", True),
                _read_texts(label),
            )
            for label in value.get("item_labels", [])
        ),
        evidence=value.get("evidence", "off"),
        version=value.get("version", 1),
        consistency_rules=read_rules(value.get("consistency_rules", [])),
        unit=value.get("unit", "characters"),
    )


def _read_texts(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the translations that are not empty, in the order of the locales."""
    texts = {locale: entry.get("texts", {}).get(locale, "").strip() for locale in TEXT_LOCALES}
    return {locale: text for locale, text in texts.items() if text}


Problem = tuple[str, str]


def _problems(value: object) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield "", "a scheme must be an object"
        return
    span_labels, item_labels = value.get("span_labels", []), value.get("item_labels", [])
    yield from _named_list("/span_labels", span_labels, minimum=0)
    yield from _named_list("/item_labels", item_labels, minimum=0)
    for pointer, label in _objects("/span_labels", span_labels):
        color = label.get("color", 1)
        if type(color) is not int or color not in COLORS:
            yield f"{pointer}/color", f"a color is a number from {COLORS.start} to {COLORS.stop - 1}"
    for pointer, label in _objects("/item_labels", item_labels):
        yield from _named_list(f"{pointer}/choices", label.get("choices"), minimum=2)
        if not isinstance(label.get("required", True), bool):
            yield f"{pointer}/required", "required is true or false"
    yield from _key_problems(span_labels, item_labels)
    yield from _consistency_problems(value, span_labels, item_labels)
    yield from rule_problems(
        value.get("consistency_rules", []),
        [str(label.get("name")) for _, label in _objects("/span_labels", span_labels)],
        [
            f"{label.get('name')}:{choice.get('name')}"
            for _, label in _objects("/item_labels", item_labels)
            for _, choice in _objects("", label.get("choices"))
        ],
    )


def _objects(pointer: str, value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    for index, entry in enumerate(value if isinstance(value, list) else []):
        if isinstance(entry, dict):
            yield f"{pointer}/{index}", entry


def _named_list(pointer: str, value: object, minimum: int) -> Iterator[Problem]:
    """Yield what keeps the value from being a list of objects with a case-insensitively unique name and a text."""
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        yield pointer, "must be a list of objects"
        return
    if len(value) < minimum:
        yield pointer, f"must have at least {minimum} entries"
    seen: set[str] = set()
    for entry_pointer, entry in _objects(pointer, value):
        name, text = entry.get("name"), entry.get("text")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            yield f"{entry_pointer}/name", "a name has 1 to 64 letters, digits, hyphens or underscores"
        elif name.lower() in seen:
            yield f"{entry_pointer}/name", f"the name {name} stands here twice"
        else:
            seen.add(name.lower())
        if not isinstance(text, str) or not text.strip() or len(text) > MAX_TEXT_LENGTH or text_fault(text):
            yield f"{entry_pointer}/text", f"a text has 1 to {MAX_TEXT_LENGTH} characters"
        yield from _translation_problems(f"{entry_pointer}/texts", entry.get("texts", {}))


def _translation_problems(pointer: str, texts: object) -> Iterator[Problem]:
    if not isinstance(texts, dict):
        yield pointer, "translations are an object from language to text"
        return
    for locale, text in texts.items():
        if locale not in TEXT_LOCALES:
            yield pointer, f"texts are translated to {', '.join(TEXT_LOCALES)} only"
        elif not isinstance(text, str) or len(text) > MAX_TEXT_LENGTH or text_fault(text):
            yield f"{pointer}/{locale}", f"a translation has at most {MAX_TEXT_LENGTH} characters"


def _key_problems(span_labels: object, item_labels: object) -> Iterator[Problem]:
    entries = list(_objects("/span_labels", span_labels))
    for pointer, label in _objects("/item_labels", item_labels):
        entries += _objects(f"{pointer}/choices", label.get("choices"))
    seen: set[str] = set()
    for pointer, entry in entries:
        key = entry.get("key", "")
        if not isinstance(key, str) or key not in ("", *_KEYS):
            yield f"{pointer}/key", "a key is one of the digits 1 to 9, or empty"
        elif key and key in seen:
            yield f"{pointer}/key", f"the key {key} is taken"
        else:
            seen.add(key)


def _consistency_problems(
    value: Mapping[str, object], span_labels: object, item_labels: object
) -> Iterator[Problem]:
    if not span_labels and not item_labels:
        yield "", "a scheme needs a span label or an item label"
    if value.get("uses_spans", bool(span_labels)) != bool(span_labels):
        yield "/uses_spans", "spans are used exactly where there are span labels"
    evidence = value.get("evidence", "off")
    if evidence not in get_args(Evidence):
        yield "/evidence", "evidence is off, optional or required"
    elif evidence != "off" and not span_labels:
        yield "/evidence", "evidence belongs to spans, and this scheme has none"
    unit = value.get("unit", "characters")
    if unit not in get_args(Unit):
        yield "/unit", "a unit is characters or claims"
    elif unit == "claims" and not span_labels:
        yield "/unit", "claims are marked with span labels, and this scheme has none"
    version = value.get("version", 1)
    if type(version) is not int or version < 1:
        yield "/version", "a version is a whole number from 1"


def _texts(french: str, spanish: str, arabic: str) -> dict[str, str]:
    return {"fr": french, "es": spanish, "ar": arabic}


_HALLUCINATION = SpanLabel(
    "hallucination", "Hallucination", texts=_texts("Hallucination", "Alucinación", "هلوسة")
)
_FLUENCY = ItemLabel(
    "fluency",
    "Fluency",
    (
        Choice("well-formed", "Well formed", texts=_texts("Bien formée", "Bien formada", "سليمة الصياغة")),
        Choice("minor", "Minor", texts=_texts("Défauts mineurs", "Defectos menores", "عيوب طفيفة")),
        Choice("not-fluent", "Not fluent", texts=_texts("Non fluide", "Sin fluidez", "غير سلسة")),
    ),
    texts=_texts("Fluidité", "Fluidez", "السلاسة"),
)
_FACTUALITY = ItemLabel(
    "factuality",
    "Factuality",
    (
        Choice("correct", "Correct", texts=_texts("Correcte", "Correcta", "صحيحة")),
        Choice("errors", "Has errors", texts=_texts("Contient des erreurs", "Tiene errores", "فيها أخطاء")),
    ),
    texts=_texts("Factualité", "Factualidad", "الدقة الواقعية"),
)
_SUPPORTED = ItemLabel(
    "supported",
    "Does the output contain only information supported by the reference?",
    (
        Choice("yes", "Yes", texts=_texts("Oui", "Sí", "نعم")),
        Choice("no", "No", texts=_texts("Non", "No", "لا")),
    ),
    texts=_texts(
        "La sortie ne contient-elle que des informations étayées par la référence\u202f?",
        "¿Contiene la salida solo información respaldada por la referencia?",
        "هل يقتصر الناتج على معلومات يدعمها المرجع؟",
    ),
)
_CATEGORY = ItemLabel(
    "category",
    "Is the answer correct?",
    (
        Choice("correct", "Correct", texts=_texts("Correcte", "Correcta", "صحيحة")),
        Choice("hallucination", "Hallucination", texts=_HALLUCINATION.texts),
        Choice("abstention", "Abstention", texts=_texts("Abstention", "Abstención", "امتناع")),
    ),
    texts=_texts("La réponse est-elle correcte\u202f?", "¿Es correcta la respuesta?", "هل الإجابة صحيحة؟"),
)
_VISIONS = (
    SpanLabel("invention", "Invention", 1, texts=_texts("Invention", "Invención", "اختلاق")),
    SpanLabel(
        "mischaracterization",
        "Mischaracterization",
        2,
        texts=_texts("Description erronée", "Descripción errónea", "وصف خاطئ"),
    ),
    SpanLabel("OCR", "OCR", 3, texts=_texts("ROC", "OCR", "قراءة النص")),
    SpanLabel(
        "miscounting",
        "Miscounting",
        4,
        texts=_texts("Erreur de comptage", "Error de recuento", "خطأ في العدّ"),
    ),
    SpanLabel("other", "Other", 5, texts=_texts("Autre", "Otra", "أخرى")),
)

PRESETS: Final[Mapping[str, Scheme]] = {
    "mu-shroom": Scheme((_HALLUCINATION,)),
    "mu-shroom+labels": Scheme(
        (_HALLUCINATION,),
        (_FLUENCY, _FACTUALITY),
        consistency_rules=(
            ConsistencyRule(ANY_MARK, "factuality:correct"),
            ConsistencyRule(NO_MARK, "factuality:errors"),
        ),
    ),
    "shroom": Scheme(item_labels=(_SUPPORTED,)),
    "shroom-cap": Scheme(item_labels=(_FLUENCY, _FACTUALITY)),
    "cap": Scheme(item_labels=(_FLUENCY, _FACTUALITY)),
    "openhaldet": Scheme(item_labels=(_CATEGORY,)),
    "much": Scheme(
        (SpanLabel("incorrect", "Incorrect", texts=_texts("Incorrecte", "Incorrecta", "غير صحيح")),),
        unit="claims",
    ),
    "table": Scheme((_HALLUCINATION,)),
    "visions": Scheme(_VISIONS),
}
"""The schemes of the SHROOM family, by the names that `create_project --preset` accepts.

The preset of a record format has its name. `shroom-cap` has the labels of CAP for records of Mu-SHROOM.
"""
PRESET_NAMES: Final = list(PRESETS)
DEFAULT_PRESET: Final = "mu-shroom+labels"
