"""Which Wikipedias there are. A language becomes part of a host's name: only what stands here ever does.

Compiled for Morel: the codes that Wikipedias are served under, open and closed, and other codes in use for some of
them. A Wikipedia that is founded later is added here.
"""

from typing import Final

_CODES: Final = """
aa ab ace ady af ak als alt am ami an ang ann anp ar arc ary arz as ast atj av avk awa ay az azb
ba ban bar bat-smg bbc bcl bdr be be-tarask bew bg bh bi bjn blk bm bn bo bpy br bs btm bug bxr
ca cbk-zam cdo ce ceb ch cho chr chy ckb co cr crh cs csb cu cv cy
da dag de dga din diq dsb dtp dty dv dz
ee el eml en eo es et eu ext
fa fat ff fi fiu-vro fj fo fon fr frp frr fur fy
ga gag gan gcr gd gl glk gn gom gor got gpe gu guc gur guw gv
ha hak haw he hi hif ho hr hsb ht hu hy hyw hz
ia iba id ie ig igl ii ik ilo inh io is it iu
ja jam jbo jv
ka kaa kab kbd kbp kcg kg kge ki kj kk kl km kn knc ko koi kr krc ks ksh ku kus kv kw ky
la lad lb lbe lez lfn lg li lij lld lmo ln lo lrc lt ltg lv
mad mai map-bms mdf mg mh mhr mi min mk ml mn mni mnw mos mr mrj ms mt mus mwl my myv mzn
na nah nap nds nds-nl ne new ng nia nl nn no nov nqo nr nrm nso nup nv ny
oc olo om or os
pa pag pam pap pcd pcm pdc pfl pi pih pl pms pnb pnt ps pt pwn
qu
rki rm rmy rn ro roa-rup roa-tara rsk ru rue rw
sa sah sat sc scn sco sd se sg sh shi shn si simple sk skr sl sm smn sn so sq sr srn ss st stq su sv sw
syl szl szy
ta tay tcy tdd te tet tg th ti tig tk tl tly tn to tpi tr trv ts tt tum tw ty tyv
udm ug uk ur uz
ve vec vep vi vls vo
wa war wo wuu
xal xh xmf
yi yo
za zea zgh zh zh-classical zh-min-nan zh-yue zu
"""
LANGUAGES: Final = frozenset(_CODES.split())

# Codes of languages whose Wikipedia is served under another one.
_ALIASES: Final = {
    "be-x-old": "be-tarask",
    "cz": "cs",
    "dk": "da",
    "gsw": "als",
    "jp": "ja",
    "lzh": "zh-classical",
    "nan": "zh-min-nan",
    "nb": "no",
    "rup": "roa-rup",
    "sgs": "bat-smg",
    "vro": "fiu-vro",
    "yue": "zh-yue",
}


def known(code: str) -> str | None:
    """The code under which the Wikipedia of `code` is served, or None where there is none."""
    code = _ALIASES.get(code.lower(), code.lower())
    return code if code in LANGUAGES else None


def host(language: str) -> str:
    """The host of the Wikipedia in `language`. Raises ValueError for anything that is not one of `LANGUAGES`."""
    if language not in LANGUAGES:
        raise ValueError(f"“{language[:64]}” is no Wikipedia.")
    return f"{language}.wikipedia.org"
