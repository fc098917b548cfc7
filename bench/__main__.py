"""`make bench`: measure every budget on this machine."""

import os
import platform

from bench import (
    agreement_measures,
    claims,
    corpus,
    crossed_labels,
    evaluation,
    exports,
    first_page,
    imports,
    item_queries,
    live_updates,
    overview,
    reference,
    releases,
    reservations,
    saves,
    scoring,
    sources,
    workspace,
)
from bench.site import temporary_site


def heading(text: str) -> None:
    print(f"\n{text}", flush=True)


def main() -> None:
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    heading("Agreement and gold of a corpus; normalization")
    corpus.main()
    heading("Claims of answers")
    claims.main()
    heading("Scores of a language, of a corpus, and rank statistics")
    scoring.main()
    heading("A shared task: upload to score, board, statistics, scoring again")
    with temporary_site() as site:
        evaluation.run(site)
    heading("Saves")
    with temporary_site() as site:
        saves.run(site)
    heading("Items taken and submitted")
    with temporary_site() as site:
        reservations.run(site)
    heading("Import of 100,000 items and 300,000 annotations while somebody saves")
    with temporary_site() as site:
        imports.run(site)
    heading("α, F1s, intervals and curves of a project")
    with temporary_site() as site:
        agreement_measures.run(site)
    heading("Exports and the table of annotators")
    with temporary_site() as site:
        exports.run(site)
    heading("A release of 100,000 items and 300,000 annotations")
    with temporary_site() as site:
        releases.run(site)
    heading("Next item and summary")
    with temporary_site() as site:
        item_queries.run(site)
    heading("The overview: summary and worst items, three annotations each")
    with temporary_site() as site:
        overview.run(site)
    heading("Gold by field, five votes each")
    with temporary_site() as site:
        crossed_labels.run(site)
    heading("Sources: import, comparison with people, selection, sample")
    with temporary_site() as site:
        sources.run(site)
    heading("Two hundred overviews open while eight people save")
    with temporary_site() as site:
        live_updates.run(site)
    heading("The first page of the workspace in Chromium")
    with temporary_site() as site:
        first_page.run(site)
    heading("The workspace in Chromium")
    with temporary_site() as site:
        workspace.run(site)
    heading("A reference of 300 kB in Chromium")
    with temporary_site() as site:
        reference.run(site)


if __name__ == "__main__":
    main()
