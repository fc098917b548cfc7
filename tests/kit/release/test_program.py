"""Verification as a program: `python -m morelkit.release.verify`, without Django."""

import os
import subprocess
import sys

from tests.kit.release.tampering import GOLD
from tests.paths import ROOT
from tests.records import item
from tests.releases import EN_TEST, edit_line, entry, write_release


def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the module as a program without Django settings."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")} | more
    command = [sys.executable, "-m", "morelkit.release.verify", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=ROOT)


def test_the_module_runs_as_a_program_with_an_exit_status(release, tmp_path):
    write_release(tmp_path / "accent", name="vé")
    assert run(release).returncode == run(tmp_path / "accent", PYTHONIOENCODING="ascii").returncode == 0
    edit_line(release / GOLD, "en-3", lambda it: it["hard_labels"].pop())
    found = run(release)
    assert found.returncode == 1
    assert f"{GOLD}: item en-3: Its hard_labels do not follow" in found.stdout
    assert run(tmp_path).returncode == 2


def test_the_program_reads_the_longest_cells_of_a_release(tmp_path):
    release = tmp_path / "long"
    long = [entry(item("en-1", model_id="m" * 140_000)), entry(item("en-2"))]
    write_release(release, {EN_TEST: long}, minimum={"en": 2}, left_out={})
    done = run(release)
    assert (done.returncode, done.stderr) == (0, "")


def test_verification_does_not_import_django():
    script = "import sys, morelkit.release.verify; sys.exit('django' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], check=False, cwd=ROOT)
    assert done.returncode == 0


def test_what_a_hub_adds_is_named_in_the_output(release):
    (release / ".gitattributes").write_text("*.jsonl text\n")
    done = run(release)
    assert done.returncode == 0
    assert "Ignored, because no release has it: .gitattributes.\n" in done.stdout


def test_tables_that_were_not_compared_are_named_in_the_output(tmp_path):
    write_release(tmp_path / "v1", {EN_TEST: [entry(item("en-1"))]}, options={"parquet": "as installed"})
    script = (
        "import sys; sys.modules['pyarrow'] = None; "
        "from morelkit.release.verify import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "v1")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert "Not compared, because pyarrow is not installed: tables/en.test.items.parquet" in done.stdout
