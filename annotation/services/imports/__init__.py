"""Import files of items or raw annotations: checked whole, written in invisible batches, shown at once."""

from annotation.services.imports.lifecycle import (
    discard_import,
    import_files,
    import_json,
    start_import,
    undo_import,
    upload,
)

__all__ = ["discard_import", "import_files", "import_json", "start_import", "undo_import", "upload"]
