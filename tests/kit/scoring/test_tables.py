"""Tables in every format: marks of the best values, and characters that a format reserves."""

import csv
import io

from morelkit.scoring.tables import Table, render

TABLE = Table(
    ["lang", "system", "iou", "n"],
    [
        ["AR", "a_1 & co", 0.25, 1],
        ["AR", "b|c", 0.2500000001, 2],
        ["AR", "human", 0.9, 3],
        ["EN", "d\\e", None, 4],
    ],
    "morelkit:iou@1|n:150",
    best=frozenset({"iou"}),
    group="lang",
    apart=frozenset({2}),
)


def test_latex_is_a_booktabs_table_whose_best_values_are_bold():
    assert render(TABLE, "latex").splitlines() == [
        "% morelkit:iou@1|n:150",
        r"\begin{tabular}{llrr}",
        r"\toprule",
        r"lang & system & iou & n \\",
        r"\midrule",
        r"AR & a\_1 \& co & \textbf{0.250000} & 1 \\",  # equal as it is printed
        r"AR & b\textbar{}c & \textbf{0.250000} & 2 \\",
        r"AR & human & 0.900000 & 3 \\",
        r"EN & d\textbackslash{}e & – & 4 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_latex_sets_negative_numbers_with_a_minus_sign_and_names_with_hyphens():
    table = Table(["system", "rho"], [["a-1", -0.25], ["-0.5", -0.5]], "", best=frozenset({"rho"}))
    rows = render(table, "latex").splitlines()[5:7]
    assert rows == [r"a-1 & \textbf{$-$0.250000} \\", r"-0.5 & $-$0.500000 \\"]


def test_markdown():
    assert render(TABLE, "markdown").splitlines() == [
        "| lang | system | iou | n |",
        "| --- | --- | ---: | ---: |",
        "| AR | a_1 & co | **0.250000** | 1 |",
        r"| AR | b\|c | **0.250000** | 2 |",
        "| AR | human | 0.900000 | 3 |",
        r"| EN | d\e | – | 4 |",
        "",
        "`morelkit:iou@1|n:150`",
    ]


def test_csv_has_the_signature_in_every_row():
    rows = [*csv.DictReader(io.StringIO(render(TABLE, "csv")))]
    assert rows[0] == {
        "lang": "AR",
        "system": "a_1 & co",
        "iou": "0.250000000000",
        "n": "1",
        "signature": TABLE.signature,
    }
    assert (rows[3]["system"], rows[3]["iou"]) == ("d\\e", "")


def test_text():
    assert render(TABLE, "table").splitlines()[1:] == [
        "AR    a_1 & co  0.250000  1",
        "AR    b|c       0.250000  2",
        "AR    human     0.900000  3",
        "EN    d\\e       –         4",
        "morelkit:iou@1|n:150",
    ]


def test_csv_cells_are_no_formulas():
    table = Table(["system"], [["=1+1"]], "morelkit:iou@1")
    assert render(table, "csv") == "system,signature\n'=1+1,morelkit:iou@1\n"


def test_latex_has_no_letters_that_pdflatex_lacks():
    table = Table(["A − B", "ρ <"], [["human (n − 1 voters)", 0.5]], "")
    lines = render(table, "latex").splitlines()
    assert lines[3] == r"A $-$ B & $\rho$ \textless{} \\"
    assert lines[5] == r"human (n $-$ 1 voters) & 0.500000 \\"
