"""The demo's shared task in the scenes, with gold that has been fixed once, so that it has past boards.

Lena organizes it, and Ada is a member of the team Saltmarsh. The development phase is open, and the board of the test
phase with its gold as well.
"""

FACTS = "harbours"

# Executed in a process of the site, before its server starts, which scores the submissions again.
FACTS_TASK = """
from evaluation.models import GoldRevision
from evaluation.queries.stored_files import gold_directory
from evaluation.services.tasks.gold_revisions import attach_gold

call_command("demo_task", stdout=open(os.devnull, "w"))
replaced = GoldRevision.objects.get(task__slug="harbours")
with tempfile.TemporaryDirectory() as directory:
    for file in (gold_directory(replaced) / "gold").glob("*.jsonl"):
        language, split = file.name.split(".")[:2]
        records = [json_module.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for record in records[:1]:
            record["soft_labels"], record["hard_labels"] = [], []
        write_jsonl(Path(directory) / f"harbours.{language}-{split}.v2.jsonl", records)
    fixed = DirectorySource(Path(directory), "harbours-fixed")
    lena = User.objects.get(username="lena")
    attach_gold(replaced.task, fixed, lena, timezone.now(), "The labels of the first item.")
"""
