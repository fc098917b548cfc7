"""Titles of Wikipedia pages, as MediaWiki reads them (mediawiki.org, Manual:Page title).

Checks that need no request: illegal characters, and prefixes of other namespaces or other wikis. Only the Wikipedia
itself knows whether a page exists and what its final title is.
"""

import re
import unicodedata
from typing import Final
from urllib.parse import quote

from annotation.references.wikipedia import sites

MAX_BYTES: Final = 255  # of a title in UTF-8

_BLANKS: Final = re.compile(r"[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_DIRECTION_MARKS: Final = re.compile(r"[\u200e\u200f\u202a-\u202e]")
_ILLEGAL: Final = re.compile(r"[#<>\[\]{}|\x00-\x1f\x7f\ufffd]|%[0-9A-Fa-f]{2}|~~~")
_RELATIVE: Final = re.compile(r"(?:^|/)\.{1,2}(?:/|$)")

# Namespace names: those of every wiki, and those of the languages of published datasets. For other languages, the wiki
# itself reports the namespace when the page is fetched.
_COMMON_NAMESPACES: Final = (
    "media special user project wikipedia file image mediawiki template help category talk"
)
_LOCAL_NAMESPACES: Final = {
    "ar": "خاص مستخدم مستخدمة ويكيبيديا ملف قالب مساعدة تصنيف بوابة وحدة نقاش",
    "ca": "usuari usuària viquipèdia fitxer plantilla ajuda categoria portal viquiprojecte discussió especial",
    "cs": "speciální wikipedista wikipedistka wikipedie soubor šablona nápověda kategorie portál diskuse",
    "de": "spezial benutzer benutzerin datei bild vorlage hilfe kategorie portal modul diskussion",
    "en": "portal draft module timedtext",
    "es": "especial usuario usuaria archivo plantilla ayuda categoría portal módulo anexo discusión wikiproyecto",
    "eu": "berezi lankide fitxategi txantiloi laguntza kategoria atari eztabaida",
    "fa": "ویژه کاربر ویکی‌پدیا پرونده الگو راهنما رده درگاه پودمان بحث",
    "fi": "toiminnot käyttäjä tiedosto malline ohje luokka teemasivu keskustelu",
    "fr": "spécial utilisateur utilisatrice wikipédia fichier modèle aide catégorie portail projet module discussion",
    "hi": "विशेष सदस्य विकिपीडिया चित्र साँचा सहायता श्रेणी प्रवेशद्वार मॉड्यूल वार्ता",
    "it": "speciale utente immagine aiuto categoria portale progetto modulo discussione discussioni",
    "sv": "användare fil mall hjälp kategori portal diskussion",
    "zh": "特殊 用户 用戶 維基百科 维基百科 文件 檔案 模板 帮助 幫助 分类 分類 主題 模块 讨论 討論",
}
_OTHER_WIKIS: Final = (
    "b betawikiversity c commons d foundation incubator m meta mw n phab q s species testwiki v voy w wikibooks "
    "wikidata wikinews wikiquote wikisource wikispecies wikiversity wikivoyage wikt wiktionary"
)


class TitleError(ValueError):
    """Not the title of an article. `code` is namespace, other_wiki or bad_title; `detail` is a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


def read_title(text: str, language: str) -> str:
    """Return the title as the Wikipedia in `language` stores it, except for the case of its first letter.

    Raises `TitleError`.
    """
    plain = _DIRECTION_MARKS.sub("", unicodedata.normalize("NFC", text))
    title = _BLANKS.sub(" ", plain).strip().removeprefix(":").strip()
    if not title:
        raise TitleError("bad_title", "A title is missing.")
    if fault := _ILLEGAL.search(title):
        raise TitleError("bad_title", f"No title holds “{_shown(fault[0])}”.")
    if _RELATIVE.search(title):
        raise TitleError("bad_title", "No title is a path of dots.")
    if len(title.encode("utf-8", "replace")) > MAX_BYTES:
        raise TitleError("bad_title", f"No title has more than {MAX_BYTES} bytes.")
    _check_prefix(title, language)
    return title


def _check_prefix(title: str, language: str) -> None:
    prefix, _, rest = title.partition(":")
    name = prefix.strip().casefold()
    if not rest.strip():
        return
    # Talk pages combine two of the words: “User talk”.
    if set(name.split()) <= {*_COMMON_NAMESPACES.split(), *_LOCAL_NAMESPACES.get(language, "").split()}:
        raise TitleError("namespace", f"“{prefix}:” is no article: only articles can be consulted.")
    if name in _OTHER_WIKIS.split() or sites.site_code(name):
        raise TitleError(
            "other_wiki", f"“{prefix}:” leads to another wiki. Give the address of the page there."
        )


def _shown(character: str) -> str:
    return character if character.isprintable() else f"U+{ord(character):04X}"


def page_url(language: str, title: str, *, variant: str = "", revision: str = "") -> str:
    """Return the URL of a page, or of a revision of it. Raises `ValueError` for a language without a Wikipedia."""
    path = quote(title.replace(" ", "_"), safe="/:,()!*'@;$-._~")
    host = sites.host(language)
    if revision:
        return f"https://{host}/w/index.php?title={quote(title.replace(' ', '_'), safe='')}&oldid={revision}"
    return f"https://{host}/{variant or 'wiki'}/{path}"
