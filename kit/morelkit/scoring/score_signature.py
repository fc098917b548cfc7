"""Read the signature of a score: what must be known to compute the score again."""

import re
from collections.abc import Mapping
from typing import Final

from morelkit.scoring.gold import AS_GIVEN
from morelkit.scoring.metric_declaration import Metric
from morelkit.scoring.problems import short
from morelkit.scoring.ranking import RANK_RESAMPLES
from morelkit.scoring.registry import METRICS
from morelkit.scoring.scores import Settings

_SIGNATURE: Final = re.compile(
    r"morelkit:(?P<metrics>[^|]+)\|gold:[0-9a-f]+\|policy:(?P<policy>[^|]+)\|n:[0-9]+"
    r"\|resamples:(?P<resamples>[0-9]{1,7})\|seed:(?P<seed>[0-9]{1,19})(?P<confidence>\|scores:confidence)?"
)


class SignatureError(ValueError):
    """The score cannot be computed again. The message is a sentence."""


def settings_of(signature: str, format_name: str) -> Settings:
    """Return how the scores with a signature were computed, from gold as it is given. Raises `SignatureError`."""
    found = _SIGNATURE.fullmatch(signature)
    if found is None:
        raise SignatureError(f"The signature “{short(signature, 200)}” cannot be read.")
    if found["policy"] != AS_GIVEN:
        raise SignatureError(f"Its gold was recomputed under the policy {short(found['policy'])}.")
    resamples = int(found["resamples"])
    if not 0 < resamples <= RANK_RESAMPLES:
        raise SignatureError(f"Its resamples are {resamples:,}, not from 1 to {RANK_RESAMPLES:,}.")
    known = {metric.signature: metric for metric in METRICS[format_name]}
    metrics = _metrics(found["metrics"], known, format_name)
    return Settings(metrics, resamples, int(found["seed"]), bool(found["confidence"]))


def _metrics(names: str, known: Mapping[str, Metric], format_name: str) -> tuple[Metric, ...]:
    signatures = names.split("+")
    for each in signatures:
        if each not in known:
            raise SignatureError(
                f"{format_name} predictions have no metric “{short(each, 40)}” here, but {', '.join(known)}."
            )
    if len(set(signatures)) != len(signatures):
        raise SignatureError("Its signature names a metric twice.")
    return tuple(known[each] for each in signatures)
