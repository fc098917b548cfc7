from annotation.management.commands.import_items import Command as ImportCommand


class Command(ImportCommand):
    help = (
        "Import candidates of several models for the same questions, one file a model: all of them, or none."
    )
    kind = "candidates"
