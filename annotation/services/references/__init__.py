"""Create pages for links, fetch them, and set the snapshot of items and annotators."""
