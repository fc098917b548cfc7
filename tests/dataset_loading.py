"""Load releases with the Hugging Face loader, without network access."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml


@pytest.fixture
def datasets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """Import the loader without network access and with a separate cache."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    import datasets

    datasets.disable_progress_bars()
    return datasets


def front(directory: Path) -> dict[str, Any]:
    _, head, _ = (directory / "README.md").read_text("utf-8").split("---\n", 2)
    return yaml.safe_load(head)


def load_all(datasets: ModuleType, directory: Path) -> dict[tuple[str, str], Any]:
    """Load every split of every configuration, and check the features against those in the card."""
    head = front(directory)
    declared = {each["config_name"]: each for each in head["dataset_info"]}
    loaded = {}
    for config in head["configs"]:
        name = config["config_name"]
        found = datasets.load_dataset(str(directory), name, cache_dir=str(directory.parent / "cache"))
        features = datasets.Features._from_yaml_list(declared[name]["features"])
        assert [each["split"] for each in config["data_files"]] == list(found)
        sizes = {each["name"]: each["num_examples"] for each in declared[name]["splits"]}
        for split, rows in found.items():
            assert rows.features == features
            assert len(rows) == sizes[split]
            loaded[name, split] = rows
    return loaded
