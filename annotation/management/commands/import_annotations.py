from annotation.management.commands.import_items import Command as ImportCommand


class Command(ImportCommand):
    help = "Import everyone's raw annotations of items that are here: all of them, or none."
    kind = "annotations"
