"""English names of languages, which some data sets have in place of tags."""

from typing import Final

# ISO 639-1, and the names in use where they differ. Names of fewer than four letters are left out: they can be tags.
_NAMES: Final = """
aa afar; ab abkhazian; ae avestan; af afrikaans; ak akan; am amharic; an aragonese; ar arabic; as assamese; av avaric;
ay aymara; az azerbaijani; ba bashkir; be belarusian; bg bulgarian; bi bislama; bm bambara; bn bengali, bangla;
bo tibetan; br breton; bs bosnian; ca catalan, valencian; ce chechen; ch chamorro; co corsican; cr cree; cs czech;
cu church slavic; cv chuvash; cy welsh; da danish; de german; dv divehi, dhivehi, maldivian; dz dzongkha; el greek;
en english; eo esperanto; es spanish, castilian; et estonian; eu basque; fa persian, farsi; ff fulah, fula; fi finnish;
fj fijian; fo faroese; fr french; fy western frisian; ga irish; gd scottish gaelic; gl galician; gn guarani;
gu gujarati; gv manx; ha hausa; he hebrew; hi hindi; ho hiri motu; hr croatian; ht haitian creole, haitian;
hu hungarian; hy armenian; hz herero; ia interlingua; id indonesian; ie interlingue; ig igbo; ii sichuan yi;
ik inupiaq; is icelandic; it italian; iu inuktitut; ja japanese; jv javanese; ka georgian; kg kongo; ki kikuyu;
kj kuanyama; kk kazakh; kl kalaallisut, greenlandic; km khmer; kn kannada; ko korean; kr kanuri; ks kashmiri;
ku kurdish; kv komi; kw cornish; ky kyrgyz, kirghiz; la latin; lb luxembourgish; lg ganda, luganda; li limburgish;
ln lingala; lt lithuanian; lu luba katanga; lv latvian; mg malagasy; mh marshallese; mi maori; mk macedonian;
ml malayalam; mn mongolian; mr marathi; ms malay; mt maltese; my burmese; na nauru; nb norwegian bokmål;
nd north ndebele; ne nepali; ng ndonga; nl dutch, flemish; nn norwegian nynorsk; no norwegian; nr south ndebele;
nv navajo; ny chichewa, nyanja, chewa; oc occitan; oj ojibwa; om oromo; or odia, oriya; os ossetian;
pa punjabi, panjabi; pi pali; pl polish; ps pashto; pt portuguese; qu quechua; rm romansh; rn kirundi; ro romanian;
ru russian; rw kinyarwanda; sa sanskrit; sc sardinian; sd sindhi; se northern sami; sg sango; si sinhala, sinhalese;
sk slovak; sl slovenian, slovene; sm samoan; sn shona; so somali; sq albanian; sr serbian; ss swati; st sesotho;
su sundanese; sv swedish; sw swahili; ta tamil; te telugu; tg tajik; th thai; ti tigrinya; tk turkmen; tl tagalog;
tn tswana, setswana; to tonga; tr turkish; ts tsonga; tt tatar; ty tahitian; ug uyghur; uk ukrainian; ur urdu; uz uzbek;
ve venda; vi vietnamese; vo volapük; wa walloon; wo wolof; xh xhosa; yi yiddish; yo yoruba; za zhuang;
zh chinese, mandarin; zu zulu; fil filipino; mai maithili; sat santali; kok konkani; mni manipuri, meitei; doi dogri;
brx bodo; ckb sorani, central kurdish; pnb western punjabi; haw hawaiian; yue cantonese; nap neapolitan; scn sicilian
"""

TAGS: Final[dict[str, str]] = {
    name.strip().replace(" ", "-"): tag
    for entry in _NAMES.split(";")
    for tag, _, names in [entry.strip().partition(" ")]
    for name in names.split(",")
}
"""Name in lower case, with hyphens for spaces → BCP 47 tag."""
