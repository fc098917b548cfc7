"""Every page, and every dialog, panel, menu and state of it that a person meets."""

# Each of these adds its own.
from tests.e2e.scenes import annotators, everybody, leads, readers, releasing
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
    "everybody",
    "leads",
    "readers",
    "releasing",
]
