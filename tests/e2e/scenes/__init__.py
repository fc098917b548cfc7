"""Scenes: every page, and its dialogs, panels, menus and states."""

# Importing these modules registers their scenes.
from tests.e2e.scenes import (
    annotators,
    boards,
    claims,
    creation,
    everybody,
    figures,
    formats,
    label_only,
    leads,
    questionnaire,
    readers,
    releasing,
    reviewing,
    reviewing_claims,
    sources,
    submissions,
    suggestions,
    tasks,
)
from tests.e2e.scenes.scene import SCENES, Scene
from tests.e2e.scenes.stage import NARROW, WIDE, Stage, View

__all__ = [
    "NARROW",
    "SCENES",
    "WIDE",
    "Scene",
    "Stage",
    "View",
    "annotators",
    "boards",
    "claims",
    "creation",
    "everybody",
    "figures",
    "formats",
    "label_only",
    "leads",
    "questionnaire",
    "readers",
    "releasing",
    "reviewing",
    "reviewing_claims",
    "sources",
    "submissions",
    "suggestions",
    "tasks",
]
