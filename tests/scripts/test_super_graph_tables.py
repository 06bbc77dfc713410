"""The tables of Svestka and Overmars, and what squares may cost: rows, stars, what falls short, and going on where a run was broken off."""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))

from benchmarks import coordination, super_graph_tables as tables  # noqa: E402

GRAPHS = {"roadmaps": {"nodes": [140], "edges": [1500], "directed": True, "s": 0.1}, "product": {"outcome": "found", "states": 900, "s": 0.01},
          "multi": {"done": True, "nodes": 7128, "edges": 32856, "components": 9, "s": 0.05}, "flat": {"placements": 3.4e8},
          "first_query": {"solved": True, "s": 0.7, "certified": True}, "query": {"solved": True, "s": 0.6, "certified": True}}
SCALE = {"queries": 20, "solved": 20, "certified": 20, "median_s": 0.1, "largest_s": 3.0}

# Stands in for a measuring program: writes down each call, and fails at the given one.
STUB = """#!{python}
import json, pathlib, sys
calls = pathlib.Path({calls!r})
calls.write_text((calls.read_text() if calls.exists() else "") + " ".join(sys.argv[1:]) + "\\n")
if len(calls.read_text().splitlines()) == {failing}:
    print("out of luck", file=sys.stderr)
    sys.exit(2)
assert pathlib.Path(sys.argv[1]).is_file()
print(json.dumps(dict({answer!r}, problem=sys.argv[1])))
"""


def times(mean_us, count=10):
    """What a row of coordination_squares holds."""
    return {"count": count, "mean_us": mean_us, "median_us": 1.0, "95 %_us": 2.0, "largest_us": 3.0}


def squares(apart=1.0, near=30.0, square=900.0):
    """What coordination_squares prints, as far as the table has it."""
    return {"apart_by_boxes": times(apart), "near": times(near), "near_free": times(1.0), "near_meet": times(1.0),
            "maps_of_those_that_meet": times(square)}


class Graphs(unittest.TestCase):
    def setUp(self):
        self.runs = {tables.graph_key(row): copy.deepcopy(GRAPHS) for row in tables.ROWS}

    def test_the_papers_rows_stand_beside_ours_and_nothing_is_starred_that_is_as_asked(self):
        table = tables.graphs_table(self.runs)
        self.assertNotIn("*", table)
        self.assertEqual(tables.graphs_failures(self.runs), [])
        self.assertEqual(len(table.splitlines()), 2 + len(tables.ROWS))
        first = [cell.strip() for cell in table.splitlines()[2].strip("|").split("|")]
        self.assertEqual(first[:6], ["cars_scene_1", "3", "408", "2532", "18.5", "10"])
        self.assertIn("7128", first)

    def test_each_shortfall_has_a_star_and_a_line(self):
        def not_certified(run):
            run["query"]["certified"] = False

        def not_solved(run):
            run["first_query"] = {"solved": False, "s": 60.0}

        def long_query(run):
            run["query"]["s"] = 2.5

        def long_building(run):
            run["multi"]["s"] = 25.0

        def no_major_component(run):
            run["multi"]["done"] = False

        def too_large(run):
            run["flat"].update(nodes=7000, edges=9, components=1, s=1.0)

        for spoil in (not_certified, not_solved, long_query, long_building, no_major_component, too_large):
            with self.subTest(spoil.__name__):
                runs = copy.deepcopy(self.runs)
                spoil(runs[tables.graph_key(tables.ROWS[1])])
                self.assertEqual(tables.graphs_table(runs).count("*"), 1)
                self.assertEqual(len(tables.graphs_failures(runs)), 1)

    def test_of_three_robots_the_multi_level_graph_may_be_the_larger_one(self):
        self.runs[tables.graph_key(tables.ROWS[0])]["flat"].update(nodes=7000, edges=9, components=1, s=1.0)
        self.assertEqual(tables.graphs_failures(self.runs), [])


class Scale(unittest.TestCase):
    def test_too_few_solved_a_long_median_and_paths_without_proof_are_told(self):
        good = {tables.scale_key(scene): SCALE for scene in tables.SCALE}
        self.assertEqual(tables.scale_failures(good), [])
        self.assertNotIn("*", tables.scale_table(good))
        bad = {tables.scale_key("ten_discs"): dict(SCALE, solved=18, certified=17, median_s=1.5)}
        self.assertEqual(len(tables.scale_failures(bad)), 3)
        self.assertEqual(tables.scale_table(bad).count("*"), 3)


class Arms(unittest.TestCase):
    RUN = {"roadmaps": {"nodes": [502] * 6, "edges": [4000] * 6, "s": 5.0}, "product": {"entries_made": 90, "entries": 5e7, "states": 600, "s": 0.1},
           "first_query": {"solved": True, "s": 7.0, "certified": True}, "query": {"solved": True, "s": 0.6, "certified": True}}

    def test_the_measures_of_a_path_are_what_joints_travel_and_the_time_of_the_fastest(self):
        length, makespan = tables.path_measures([[0.0, 0.0], [1.0, -2.0], [1.0, -1.0]])
        self.assertAlmostEqual(length, 4.0)
        self.assertAlmostEqual(makespan, 3.0)

    def test_planners_stand_beside_each_other_and_medians_are_of_what_was_solved(self):
        runs = {tables.ARMS_KEY: self.RUN}
        for seed in (1, 2, 3):
            for name, *_ in tables.ARMS_PLANNERS:
                runs[tables.plan_key(name, seed)] = {"solved": True, "s": float(seed), "length": 10.0 * seed, "makespan": 1.0}
        runs[tables.plan_key("RRTConnect", 3)] = {"solved": False, "s": 60.0}
        table = tables.arms_table(runs, (1, 2, 3))
        row = next(line for line in table.splitlines() if line.startswith("| RRTConnect "))
        self.assertEqual([cell.strip() for cell in row.strip("|").split("|")], ["RRTConnect", "2 of 3", "1.5", "15", "1"])
        self.assertEqual(tables.arms_failures(runs), [])

    def test_a_table_of_which_much_was_made_falls_short(self):
        run = copy.deepcopy(self.RUN)
        run["product"]["entries_made"] = 1e6
        self.assertIn("2 %", tables.arms_failures({tables.ARMS_KEY: run})[0])
        self.assertIn("*", tables.arms_text({tables.ARMS_KEY: run}))


class Squares(unittest.TestCase):
    def test_means_that_are_more_than_asked_for_have_a_star_and_a_line(self):
        runs = {"cars": squares(), "arms": squares(square=4900.0)}
        self.assertEqual(coordination.failures(runs), [])
        self.assertNotIn("*", coordination.table(runs))
        runs = {"cars": squares(near=60.0, square=1100.0), "arms": squares(apart=2.5, near=60.0)}
        self.assertEqual(len(coordination.failures(runs)), 3)
        self.assertEqual(coordination.table(runs).count("*"), 3)

    def test_what_was_not_met_at_all_is_no_success(self):
        runs = {"cars": dict(squares(), apart_by_boxes=times(None, 0))}
        self.assertIn("none to measure", coordination.failures(runs)[0])


class Resuming(unittest.TestCase):
    """With the measuring programs replaced by stubs."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.calls = self.root / "calls"

    def stub(self, answer, failing):
        path = self.root / "stub"
        path.write_text(STUB.format(python=sys.executable, calls=str(self.calls), failing=failing, answer=answer))
        path.chmod(0o755)
        return path

    def test_a_table_goes_on_where_it_was_broken_off(self):
        results = self.root / "results.json"

        def reproduce(stub):
            return subprocess.run([sys.executable, "-B", str(REPOSITORY / "scripts" / "reproduce_tables"), "supergraph", "--parts", "graphs", "--output",
                                   str(results), "--gapless", str(stub), "--super-graphs", str(stub)], capture_output=True, text=True, check=False)

        stub = self.stub(GRAPHS, failing=3)
        done = reproduce(stub)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("out of luck", done.stderr)
        done = reproduce(stub)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Nothing falls short.", done.stdout)
        calls = self.calls.read_text().splitlines()
        self.assertEqual(len(calls), len(tables.ROWS) + 1)
        kept = json.loads(results.read_text())["runs"]
        self.assertEqual(sorted(kept), sorted(tables.graph_key(row) for row in tables.ROWS))
        self.assertTrue(all("problem" not in run for run in kept.values()))

    def test_squares_are_measured_for_cars_and_arms_and_make_the_exit_code(self):
        for answer, code in ((squares(), 0), (squares(square=6000.0), 1)):
            stub = self.stub(answer, failing=0)
            done = subprocess.run([sys.executable, "-B", str(REPOSITORY / "scripts" / "benchmark_coordination"), "--coordination-squares", str(stub)],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertIn("| arms ", done.stdout)


if __name__ == "__main__":
    unittest.main()
