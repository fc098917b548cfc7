"""Answers in four scripts for the marking journeys, with quotes to mark."""

from dataclasses import dataclass
from typing import Any

from tests.e2e.site import item

Range = tuple[int, int]


@dataclass(frozen=True)
class Text:
    """An answer of two lines. Each quote occurs once. The first line is long enough to wrap on a phone."""

    language: str
    answer: str
    word: str
    """A word on the first line."""
    phrase: str
    """Words after it on the same line; mixed directions in a right-to-left script."""
    across: str
    """From the first line into the second."""
    last: str
    """A word on the second line."""
    sloppy: tuple[str, str]
    """The range of an imprecise drag, and the words around it."""

    @property
    def taken(self) -> str:
        """What an imprecise drag marks by default."""
        return self.sloppy[0 if self.language == "zh" else 1]

    @property
    def other(self) -> str:
        """What it marks with Alt or by the switch."""
        return self.sloppy[1 if self.language == "zh" else 0]

    def range_of(self, quote: str) -> Range:
        assert self.answer.count(quote) == 1, quote
        start = self.answer.index(quote)
        return start, start + len(quote)

    @property
    def item(self) -> dict[str, Any]:
        return item(self.language, self.answer, lang=self.language.upper())


TEXTS = {
    text.language: text
    for text in (
        Text(
            "fr",
            "L’été 1884, la lampe du phare de Venn s’éteignit trois nuits de suite.\n"
            "Anna Brandt la ralluma d’un geste, dit-on, avec 12\u00a0000 bougies.",
            word="lampe",
            phrase="phare de Venn",
            across="suite.\nAnna Brandt",
            last="geste",
            sloppy=("ampe du ph", "lampe du phare"),
        ),
        Text(
            "ar",
            "بُنيت منارة Venn القديمة عام 1884 بأمر من المجلس البلدي.\n"
            "ثم أعادت Anna Brandt إشعالها في 27 مايو عند الفجر.",
            word="القديمة",
            phrase="منارة Venn",
            across="البلدي.\nثم أعادت",
            last="إشعالها",
            sloppy=("لقديمة عا", "القديمة عام"),
        ),
        Text(
            "hi",
            "वेन का प्रकाशस्तंभ १८८४ की गर्मियों में तीन रात तक बुझा रहा।\n"
            "क्षत्रिय आन्ना ने उसे एक ही इशारे में फिर से जला दिया।",
            word="प्रकाशस्तंभ",
            phrase="गर्मियों में तीन",
            across="रहा।\nक्षत्रिय",
            last="इशारे",
            sloppy=("शस्तंभ १८८४ की ग", "प्रकाशस्तंभ १८८४ की गर्मियों"),
        ),
        Text(
            "zh",
            "文恩港的旧灯塔建于一八八四年，高64米，夏天曾熄灭了三个夜晚。\n安娜在黎明时分只用一个手势就重新点亮了它。",
            word="灯塔",
            phrase="高64米",
            across="夜晚。\n安娜",
            last="手势",
            sloppy=("旧灯", "旧灯塔"),
        ),
    )
}
