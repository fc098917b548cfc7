from tests.dataset_loading import datasets

__all__ = ["datasets"]  # a fixture
