"""The command `morel-server`: every management command of Morel, `run` among them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "api.config.settings")
    from django.core.management import execute_from_command_line

    from morelkit.formats.jsonl_files import quiet_if_unread

    with quiet_if_unread():
        execute_from_command_line(sys.argv)
