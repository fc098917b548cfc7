"""Measure the segmentation of answers into claims: python -m bench.claims"""

import time
from collections.abc import Callable

from morelkit.text.claims.segmenters import SEGMENTERS

REPEATS = 5
TEXTS = {
    "prose": "The city of Lyon was founded by the Romans in 43 BC, and it is the second city of France. ",
    "dense": "Dr. O'Brien's team wasn't able to reach \"Paris\" (France), as it cannot, at 12:30... ",
}


def main() -> None:
    for name, text in TEXTS.items():
        for length in (500, 10_000):
            answer = (text * (length // len(text) + 1))[:length]
            for segmenter in SEGMENTERS.values():
                print(
                    f"  {name}, {length:,} characters, {segmenter.name}: "
                    f"{microseconds(segmenter.segment, answer):.2f} µs a character (budget 1 µs)"
                )


def microseconds(segment: Callable[[str], object], answer: str) -> float:
    repeats = 200_000 // len(answer)
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        for _ in range(repeats):
            segment(answer)
        best = min(best, time.process_time() - start)
    return 1e6 * best / repeats / len(answer)


if __name__ == "__main__":
    main()
