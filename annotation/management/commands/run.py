from argparse import ArgumentParser

from django.conf import settings
from django.core.management import call_command

from annotation.management.commands.serve import address_arguments, lock_site
from annotation.management.demo import demo_may_be_loaded, load_demo
from foundation.base_command import MorelCommand


class Command(MorelCommand):
    help = "Prepare the site and serve it: create or update the tables, load the demo where asked, serve."

    def add_arguments(self, parser: ArgumentParser) -> None:
        address_arguments(parser)
        parser.add_argument("--demo", action="store_true", help="load the demo project into an empty site")

    def handle(self, host: str, port: int, demo: bool, **_: object) -> None:
        lock_site(host, demo=demo)
        call_command("migrate", verbosity=0)
        if demo and demo_may_be_loaded():
            load_demo()
        elif demo:
            self.stderr.write("The demo is not loaded: the site has a project of its own.")
        self.stdout.write(f"Data: {settings.DATA_DIR}")
        call_command("serve", host=host, port=port)
