"""The shared task *lantern* of the scenes, and *beacon*, which nobody has submitted to.

Olga organizes both. Mara and Joe are the team Dry Stone of lantern and Mara is that of beacon; Nick is Ninefold. One
file of Ninefold has the same bytes as one of Dry Stone. The development phase of lantern is open, with its board; its
test phase is blind and follows.
"""

from tests.e2e.site import PASSWORD

LANTERN = "lantern"
BEACON = "beacon"

# Executed in a process of the site, before its server starts. Waiting submissions are scored by the server.
LANTERN_TASK = f"""
import io
import json as json_module
from evaluation.models import FactSheetVersion, Submission, Task
from evaluation.queries.tasks.access import task_access
from evaluation.services.submissions.lifecycle import withdraw
from evaluation.services.submissions.receive import NewUpload, receive
from evaluation.services.tasks.create_task import DirectorySource, create_task
from tests.tasks import phases, predictions, team, write_gold

def uploaded(who, system, records, **names):
    files = [
        (name + ".jsonl", io.BytesIO("".join(json_module.dumps(each) + "\\n" for each in rows).encode()))
        for name, rows in records.items()
    ]
    user = User.objects.get(username=who)
    return receive(task_access(user, {LANTERN!r}), NewUpload(system, timezone.now(), **names), files)

for person in ("olga", "mara", "joe", "nick"):
    User.objects.create_user(person, password={PASSWORD!r}, first_name=person.title())
olga, mara, joe, nick = (User.objects.get(username=person) for person in ("olga", "mara", "joe", "nick"))
with tempfile.TemporaryDirectory() as directory:
    source = DirectorySource(write_gold(Path(directory)), "lantern-1")
    lantern = create_task({LANTERN!r}, "Lantern 2027", source, olga)
    beacon = create_task({BEACON!r}, "Beacon", source, olga)
Task.objects.filter(pk__in=[lantern.pk, beacon.pk]).update(published_at=timezone.now())
for task in (lantern, beacon):
    phases(task, timezone.now())
team(lantern, "Dry Stone", mara, joe)
team(lantern, "Ninefold", nick)
team(beacon, "Dry Stone", mara)
uploaded("mara", "ds-test", {{"first.en": predictions("en", "dev", good=1)}})
english, arabic = predictions("en", "dev", good=4, shift=1), predictions("ar", "dev", good=6)
uploaded("nick", "nine", {{"nine.en": english, "nine.ar": arabic}})
wrong = predictions("ar", "dev", good=2)
wrong[1]["soft_labels"][0]["prob"] = 1.2
wrong[3]["hard_labels"] = [[4, 900]]
uploaded("mara", "ds-small", {{"dev.en": predictions("en", "dev", good=3), "dev.ar": wrong[:-1]}})
english, arabic = predictions("en", "dev", good=5), predictions("ar", "dev", good=6)
uploaded("joe", "ds-large-1", {{"dev.en": english, "dev.ar": arabic}})
failed = uploaded("joe", "ds-large-1", {{"again.ar": predictions("ar", "dev", good=4)}}).submissions.get()
Submission.objects.filter(pk=failed.pk).update(
    state="failed", message="Scoring stopped twice because the server restarted. Submit the same file again."
)
withdraw(Submission.objects.get(task=lantern, number=1), mara, timezone.now())
"""
