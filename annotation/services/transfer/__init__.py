"""Transfer of projects: export to one file, import into another site, deletion after an export."""
