"""The balanced sample: a quota of each question × prompt × model, chosen by seed and kept during work."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.models import Item, Project, ProjectLanguage
from annotation.services.imports.lifecycle import run_undo, undo_import
from annotation.services.projects.project_settings import create_project, set_project
from tests.case_counts import examples
from tests.commands import refuses, succeeds
from tests.people import join, reserve, save
from tests.records import import_records, item

pytestmark = pytest.mark.django_db

CELLS = st.tuples(st.sampled_from("QR"), st.sampled_from(["", "briefly"]), st.sampled_from(["ma", "mb"]))
QUOTAS = st.integers(1, 4)


def balanced(sample: int, slug: str = "cap", seed: int = 7, **fields) -> Project:
    project = create_project(slug, preset="shroom-cap", assignment="balanced", sample=sample, **fields)
    Project.objects.filter(pk=project.pk).update(seed=seed)
    project.refresh_from_db()
    return project


def records(cells: list[tuple[str, str, str]]) -> list[dict]:
    return [
        item(f"i-{n}", model_input=question, prompt=prompt, model_id=model)
        for n, (question, prompt, model) in enumerate(cells)
    ]


def sampled(project: Project) -> dict[tuple[str, str, str], set[str]]:
    chosen = defaultdict(set)
    for each in Item.objects.filter(project=project, reservable=True):
        chosen[each.question, each.prompt, each.model_id].add(each.external_id)
    return chosen


def assert_quotas_kept(project: Project, cells: list[tuple[str, str, str]], quota: int) -> None:
    sizes = {cell: len(chosen) for cell, chosen in sampled(project).items()}
    assert sizes == {cell: min(size, quota) for cell, size in Counter(cells).items()}
    counts = ProjectLanguage.objects.filter(project=project).values_list("items", flat=True)
    assert sum(counts) == sum(sizes.values())


@given(cells=st.lists(CELLS, min_size=1, max_size=24), quota=QUOTAS)
@settings(max_examples=examples(25), deadline=None)
def test_every_cell_contributes_its_quota_or_all_its_items(cells, quota):
    project = balanced(quota)
    import_records(project, records(cells))
    assert_quotas_kept(project, cells, quota)
    delete(project)


@given(cells=st.lists(CELLS, min_size=1, max_size=24), quotas=st.tuples(QUOTAS, QUOTAS))
@settings(max_examples=examples(15), deadline=None)
def test_a_larger_sample_holds_the_smaller_one(cells, quotas):
    fewer, more = sorted(quotas)
    project = balanced(fewer)
    import_records(project, records(cells))
    before = sampled(project)
    set_project(project, sample=more)
    assert_quotas_kept(project, cells, more)
    assert all(chosen <= sampled(project)[cell] for cell, chosen in before.items())
    set_project(project, sample=fewer)
    assert sampled(project) == before
    delete(project)


@given(cells=st.lists(CELLS, min_size=2, max_size=16), quota=QUOTAS, cut=st.integers(1, 15))
@settings(max_examples=examples(15), deadline=None)
def test_the_sample_does_not_depend_on_the_order_of_import_or_the_number_of_files(cells, quota, cut):
    rows = records(cells)
    at_once, in_parts = balanced(quota, "at-once"), balanced(quota, "in-parts")
    import_records(at_once, rows)
    for part in (rows[cut:], rows[:cut]):
        if part:
            import_records(in_parts, reversed(part))
    assert sampled(in_parts) == sampled(at_once)
    delete(at_once)
    delete(in_parts)


def delete(project: Project) -> None:
    """Delete the project, because generated examples share a transaction."""
    Item.objects.filter(project=project).delete()
    project.imports.all().delete()
    project.delete()


def test_another_seed_samples_other_items():
    chosen = []
    for seed in (1, 2):
        project = balanced(3, f"seed-{seed}", seed=seed)
        import_records(project, records([("Q", "", "ma")] * 12))
        chosen.append(sampled(project)["Q", "", "ma"])
    assert chosen[0] != chosen[1]


def test_each_language_is_sampled_separately():
    project = balanced(1)
    import_records(project, [item("en", model_input="Q"), item("fr", model_input="Q", lang="FR")])
    assert Item.objects.filter(project=project, reservable=True).count() == 2


def test_only_the_sample_is_assigned_up_to_its_redundancy():
    project = balanced(2, redundancy=2)
    import_records(project, records([("Q", "", "ma")] * 5))
    done = Counter()
    for name in ("ada", "bo", "cy"):
        user = join(project, name)
        while assigned_item := reserve(project, user):
            save(project, user, assigned_item, CORRECT)
            done[assigned_item.external_id] += 1
    assert dict(done) == dict.fromkeys(sampled(project)["Q", "", "ma"], 2)


CORRECT = {
    "spans": [],
    "labels": {"fluency": "well-formed", "factuality": "correct"},
    "nothing_to_mark": False,
}


def test_a_smaller_sample_keeps_items_that_were_begun():
    project = balanced(3)
    import_records(project, records([("Q", "", "ma")] * 5))
    ada = join(project, "ada")
    for _ in range(2):
        save(project, ada, reserve(project, ada), CORRECT)
    set_project(project, sample=1)
    kept = Item.objects.filter(project=project, reservable=True)
    assert [each.coverage for each in kept] == [1, 1]


def test_undoing_an_import_frees_its_part_of_the_sample():
    project = balanced(2)
    import_records(project, records([("Q", "", "ma")] * 3))
    more = import_records(project, [item(f"more-{n}", model_input="Q", model_id="ma") for n in range(9)])
    undone = undo_import(more)
    run_undo(undone.job, lambda done, total: None)
    assert_quotas_kept(project, [("Q", "", "ma")] * 3, 2)


def test_training_items_and_checks_are_not_sampled():
    project = balanced(5)
    kinds = [item(kind, model_input="Q", kind=kind) for kind in ("training", "check", "work")]
    import_records(project, kinds)
    assert sampled(project) == {("Q", "", ""): {"work"}}


def test_the_sample_size_is_set_by_command_and_refused_for_other_policies():
    succeeds("create_project", "cap", "--assignment", "balanced", "--sample", "2")
    succeeds("set_project", "cap", "--sample", "4")
    assert Project.objects.get(slug="cap").sample == 4
    assert "at least one" in refuses("set_project", "cap", "--sample", "0")
    create_project("pool")
    assert "balanced sample" in refuses("set_project", "pool", "--sample", "2")


CAPS = st.integers(1, 9)


@given(cells=st.lists(CELLS, min_size=1, max_size=24), quota=QUOTAS, caps=st.tuples(CAPS, CAPS))
@settings(max_examples=examples(25), deadline=None)
def test_a_cap_limits_each_question_and_spreads_it_over_its_cells(cells, quota, caps):
    project = balanced(quota, question_cap=max(caps))
    import_records(project, records(cells))
    before = sampled(project)
    assert_cap_kept(project, cells, quota, max(caps))
    set_project(project, question_cap=min(caps))
    assert_cap_kept(project, cells, quota, min(caps))
    assert all(chosen <= before[cell] for cell, chosen in sampled(project).items())
    set_project(project, question_cap=0)
    assert_quotas_kept(project, cells, quota)
    delete(project)


def assert_cap_kept(project: Project, cells: list[tuple[str, str, str]], quota: int, cap: int) -> None:
    """Each question has as many items as it can, and no cell one that another cell with fewer still had."""
    sizes = {cell: len(chosen) for cell, chosen in sampled(project).items()}
    available = {cell: min(size, quota) for cell, size in Counter(cells).items()}
    for question in {cell[0] for cell in cells}:
        own = [cell for cell in available if cell[0] == question]
        assert sum(sizes.get(cell, 0) for cell in own) == min(cap, sum(available[cell] for cell in own))
        unused = [sizes.get(cell, 0) for cell in own if sizes.get(cell, 0) < available[cell]]
        assert all(sizes.get(cell, 0) <= least + 1 for cell in own for least in unused)


def test_a_cap_below_the_number_of_cells_uses_every_prompt_and_model():
    cells = [("Q", prompt, model) for prompt in ("", "briefly", "with title") for model in "abcd"] * 2
    project = balanced(1, question_cap=8)
    import_records(project, records(cells))
    chosen = [cell for cell, items in sampled(project).items() for _ in items]
    assert len(chosen) == 8
    assert sorted(Counter(prompt for _, prompt, _ in chosen).values()) == [2, 3, 3]
    assert sorted(Counter(model for *_, model in chosen).values()) == [2, 2, 2, 2]


def test_a_lower_cap_keeps_items_that_were_begun():
    project = balanced(2, question_cap=3)
    import_records(project, records([("Q", "", "ma"), ("Q", "", "mb"), ("Q", "", "mc")] * 2))
    ada = join(project, "ada")
    for _ in range(2):
        save(project, ada, reserve(project, ada), CORRECT)
    set_project(project, question_cap=1)
    assert [each.coverage for each in Item.objects.filter(project=project, reservable=True)] == [1, 1]


def test_a_cap_needs_a_balanced_sample():
    create_project("pool", preset="mu-shroom")
    assert "balanced sample" in refuses("set_project", "pool", "--question-cap", "8")
    succeeds("create_project", "cap", "--assignment", "balanced", "--sample", "2", "--question-cap", "8")
    assert "1 to 1,000" in refuses("set_project", "cap", "--question-cap", "-1")
    succeeds("set_project", "cap", "--question-cap", "0")
