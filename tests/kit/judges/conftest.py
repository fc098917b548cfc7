from tests.kit.scoring.conftest import folder, run, run_json, write

__all__ = ["folder", "run", "run_json", "write"]
