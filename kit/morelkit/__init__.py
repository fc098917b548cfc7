"""Count span annotations, measure agreement, make gold labels and verify releases. Offsets are code points, half-open.

>>> import morelkit
>>> answer = "The lamp was lit by Edwin Fernsby in 1884."
>>> votes = morelkit.count_item("mushroom-2025", answer, [
...     [morelkit.Span(20, 33)],
...     [morelkit.Span(26, 33), morelkit.Span(37, 41)],
... ])
>>> votes.agreement
0.7058823529411765
"""
