"""The command `morel-server`: every management command of Morel, `run` among them."""

import gc
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "api.config.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from morelkit.formats.jsonl_files import quiet_if_unread

    # Rows that are read hold no cycles: with Python's defaults, collecting takes a third of an export's time.
    gc.set_threshold(10_000, 20, 20)
    with quiet_if_unread():
        try:
            execute_from_command_line(sys.argv)
        except ImproperlyConfigured as error:
            sys.stderr.write(f"Wrong setting: {error}\n")
            sys.exit(2)
