"""Parts of the benchmark and audit scripts that need no long runs; scripts/generate_scenes has to have run."""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))

from benchmarks import (audit_problems, auditing, cloud_problems, growth_problems, paper_tables, planning, roadmap, scenes,  # noqa: E402
                        segments, tables)
from benchmarks.command import BadSetup, json_lines  # noqa: E402
from benchmarks.result_file import ResultFile  # noqa: E402
from scene_generator import mesh  # noqa: E402

CAGE, FANUC = scenes.SCENES[:2]

# Stands in for the gapless command: writes down each call, and fails from the given one on.
STUB = """#!{python}
import json, pathlib, sys
calls = pathlib.Path({calls!r})
calls.write_text((calls.read_text() if calls.exists() else "") + " ".join(sys.argv[1:]) + "\\n")
if len(calls.read_text().splitlines()) == {failing}:
    print("out of luck", file=sys.stderr)
    sys.exit(2)
print(json.dumps({{"solved": True, "certified": True, "certification": {{}}, "planning_time_s": 0.5, "motions_checked": 7,
                  "waypoints": 3}}))
"""


def planned(time, certified=True, found=True):
    """A run of the planning benchmark."""
    return {"planned": found, "solved": certified, "certified": certified, "planning_time_s": time, "motions_checked": 1,
            "waypoints": 2}


class Clouds(unittest.TestCase):
    BOX = '  - {name: "a", box: [0.2, 0.4, 0.6], pose: {xyz: [1, 2, 3], quat_xyzw: [0, 0, 0.7071067811865476, 0.7071067811865476]}}\n'
    CAN = '  - {name: "b", cylinder: {radius: 0.1, length: 0.3}, pose: {xyz: [0, 0, 0], quat_xyzw: [0, 0, 0, 1]}}\n'

    def test_points_lie_on_the_surface_and_no_farther_apart_than_asked(self):
        box = list(cloud_problems.surface_points(self.BOX, 0.05))
        # Turned by 90 degrees about z.
        for axis, (middle, half) in enumerate([(1, 0.2), (2, 0.1), (3, 0.3)]):
            self.assertAlmostEqual(min(p[axis] for p in box), middle - half)
            self.assertAlmostEqual(max(p[axis] for p in box), middle + half)
        for p in box:
            self.assertAlmostEqual(max(abs(p[0] - 1) / 0.2, abs(p[1] - 2) / 0.1, abs(p[2] - 3) / 0.3), 1.0)
        can = list(cloud_problems.surface_points(self.CAN, 0.05))
        for p in can:
            self.assertLess(min(abs(math.hypot(p[0], p[1]) - 0.1), abs(abs(p[2]) - 0.15)), 1e-9)
        self.assertGreater(len(can), 60)

    def test_a_problem_keeps_all_but_its_obstacles(self):
        points = []
        text = cloud_problems.as_cloud("robots:\n  - urdf: a\nobstacles:\n" + self.BOX + self.CAN + "start: [0]\n", 0.1, "c.xyz", points.append)
        self.assertEqual(text, "robots:\n  - urdf: a\nobstacles:\n  - {name: cloud, points: {file: c.xyz, radius: 0.1}}\nstart: [0]\n")
        self.assertGreater(len(points), 100)

    def test_other_shapes_are_refused(self):
        with self.assertRaises(BadSetup):
            list(cloud_problems.surface_points("  - {name: c, mesh: c.stl}\n", 0.1))


class Tables(unittest.TestCase):
    def test_numbers_have_three_digits_and_no_exponent(self):
        shown = [tables.number(value) for value in (None, 0, 0.012345, 1.0, 12.345, 123456.0, 1e7)]
        self.assertEqual(shown, ["-", "0", "0.0123", "1", "12.3", "123000", "10000000"])

    def test_columns_are_padded_and_all_but_the_first_go_to_the_right(self):
        self.assertEqual(tables.markdown(["scene", "n"], [["a", 1], ["bb", 12345]]),
                         "| scene |     n |\n| ----- | ----: |\n| a     |     1 |\n| bb    | 12345 |")

    def test_a_row_of_another_width_is_refused(self):
        with self.assertRaises(ValueError):
            tables.markdown(["scene", "n"], [["a"]])

    def test_medians_and_ratios_of_what_is_missing_are_none(self):
        self.assertEqual(tables.median([3.0, None, 1.0]), 2.0)
        self.assertIsNone(tables.median([]))
        self.assertIsNone(tables.ratio(1.0, None))
        self.assertIsNone(tables.ratio(1.0, 0.0))
        self.assertEqual(tables.ratio(6.0, 2.0), 3.0)


class Results(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "results.json"

    def test_what_was_added_is_there_when_the_file_is_opened_again(self):
        ResultFile(self.file, {"time_s": 60.0, "pair": (1, 2)}).add("a", {"x": 1})
        again = ResultFile(self.file, {"time_s": 60.0, "pair": (1, 2)})
        self.assertIn("a", again)
        self.assertNotIn("b", again)
        again.add("b", {"x": 2})
        self.assertEqual(ResultFile(self.file, {"time_s": 60.0, "pair": (1, 2)}).runs, {"a": {"x": 1}, "b": {"x": 2}})
        self.assertEqual([path.name for path in self.file.parent.iterdir()], ["results.json"])

    def test_results_of_other_settings_are_refused_by_name(self):
        ResultFile(self.file, {"time_s": 60.0, "gapless": "old"}).add("a", {})
        with self.assertRaisesRegex(BadSetup, "another gapless, tolerance;"):
            ResultFile(self.file, {"time_s": 60.0, "gapless": "new", "tolerance": 1.0})

    def test_a_file_that_holds_something_else_is_refused_and_kept(self):
        for text in ("", "[]", '{"runs": {}}', '{"settings": {}, "runs": {'):
            self.file.write_text(text)
            with self.assertRaisesRegex(BadSetup, "not a result file"):
                ResultFile(self.file, {})
            self.assertEqual(self.file.read_text(), text)

    def test_a_file_keeps_its_mode_and_its_names(self):
        ResultFile(self.file, {}).add("a", {"x": 1})
        self.file.chmod(0o600)
        link, name = self.file.with_name("link.json"), self.file.with_name("name.json")
        link.symlink_to(self.file.name)
        ResultFile(link, {}).add("b", {"x": 2})
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o600)
        os.link(self.file, name)
        ResultFile(self.file, {}).add("c", {"x": 3})
        self.assertEqual(list(ResultFile(name, {}).runs), ["a", "b", "c"])
        self.assertEqual(len(list(self.file.parent.iterdir())), 3)

    def test_what_is_no_plain_file_is_refused(self):
        os.mkfifo(self.file)
        with self.assertRaisesRegex(BadSetup, "plain file"):
            ResultFile(self.file, {})

    def test_without_a_file_nothing_is_written(self):
        results = ResultFile(None, {})
        results.add("a", {})
        self.assertIn("a", results)
        self.assertFalse(self.file.exists())


class PlanningBenchmark(unittest.TestCase):
    def test_validators_take_turns_and_all_scenes_get_equally_far(self):
        order = list(planning.series([CAGE, FANUC], [1, 2]))
        self.assertEqual([(scene.name, validator) for scene, validator, seed in order if seed == 1],
                         [(scene.name, validator) for scene in (CAGE, FANUC) for validator in ("adaptive", "discrete")])
        self.assertEqual([validator for _, validator, seed in order if seed == 2], ["discrete", "adaptive"] * 2)
        self.assertEqual(len({planning.key(*entry) for entry in order}), 8)

    def test_the_table_counts_what_was_run(self):
        runs = {planning.key(CAGE, "adaptive", 1): planned(1.0), planning.key(CAGE, "adaptive", 2): planned(3.0),
                planning.key(CAGE, "discrete", 1): planned(4.0, certified=False),
                planning.key(CAGE, "discrete", 2): planned(60.0, certified=False, found=False)}
        row = planning.table([CAGE], [1, 2, 3], runs).splitlines()[2]
        self.assertEqual([cell.strip() for cell in row.strip("|").split("|")],
                         ["irb2400_cage", "2", "2/2", "2/2", "2", "3", "2", "1/2", "1", "32", "0.0625"])
        self.assertEqual(planning.failures([CAGE], [1, 2, 3], runs), [])

    def test_paths_not_certified_and_slower_medians_are_failures(self):
        runs = {planning.key(CAGE, "adaptive", 1): planned(5.0, certified=False),
                planning.key(CAGE, "adaptive", 2): planned(60.0, certified=False, found=False),
                planning.key(CAGE, "discrete", 1): planned(1.0)}
        lines = planning.failures([CAGE], [1, 2], runs)
        self.assertEqual(len(lines), 3)
        self.assertIn("seed 1: the path is not certified", lines[0])
        self.assertIn("seed 2: no path", lines[1])
        self.assertIn("median 32.5 s, with the sampled check 1 s", lines[2])

    def test_a_series_broken_off_goes_on_where_it_was(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            stub, calls, output = folder / "stub", folder / "calls", folder / "results.json"
            stub.write_text(STUB.format(python=sys.executable, calls=str(calls), failing=4))
            stub.chmod(0o755)
            command = [sys.executable, "-B", str(REPOSITORY / "scripts" / "benchmark_planning"), "--gapless", str(stub),
                       "--seeds", "3", "--scenes", "irb2400_cage", "--output", str(output)]
            first = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(first.returncode, 2)
            self.assertIn("out of luck", first.stderr)
            self.assertEqual(len(json.loads(output.read_text())["runs"]), 3)
            second = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(second.returncode, 0, second.stderr)
            asked = calls.read_text().splitlines()
            self.assertEqual(len(asked), 7)
            self.assertEqual(len(set(asked)), 6, "only the failed call is made again")
            self.assertIn("| irb2400_cage |    3 |    3/3 |", second.stdout)


class SegmentBenchmark(unittest.TestCase):
    @staticmethod
    def lines(discrete, published, bisecting):
        """What benchmark-segments prints where adaptive takes 10 us for free and 5 us for colliding motions."""
        def line(method, free, colliding):
            return json.dumps({"method": method, "free": 8, "colliding": 2, "undecided": 0, "missed": 0, "free_us_median": free,
                               "colliding_us_median": colliding})
        return "\n".join([line("discrete", discrete, 1.0), line("bisecting", None, bisecting), line("published", published, 50.0),
                          line("adaptive", 10.0, 5.0)])

    def test_ratios_are_of_medians_to_those_of_adaptive(self):
        ratios = segments.ratios(json_lines(self.lines(45.0, 31.0, 6.0)))
        self.assertEqual((ratios["discrete"], ratios["published"], ratios["bisecting"]), (4.5, 3.1, 1.2))

    def test_less_than_twice_the_papers_ratio_falls_short_at_a_millimetre_only(self):
        result = segments.ratios(json_lines(self.lines(65.0, 31.0, 6.0)))
        results = {segments.key(FANUC, tolerance, 0): result for tolerance in segments.TOLERANCES}
        lines = segments.failures([FANUC], 1, results)
        self.assertEqual(lines, ["fanuc_cage at 0.001 m: discrete / adaptive is 6.5, required 6.8",
                                 "fanuc_cage at 0.01 m: discrete / adaptive is 6.5, required 7.4"])
        self.assertIn("6.5*", segments.table([FANUC], 1, results))
        fast = {segments.key(FANUC, tolerance, 0): segments.ratios(json_lines(self.lines(75.0, 31.0, 6.0)))
                for tolerance in segments.TOLERANCES}
        self.assertEqual(segments.failures([FANUC], 1, fast), [])

    def test_published_and_bisecting_have_bounds_of_their_own(self):
        slow = {segments.key(CAGE, 0.001, 0): segments.ratios(json_lines(self.lines(99.0, 29.0, 4.0)))}
        self.assertEqual(len(segments.failures([CAGE], 1, slow)), 2)


class RoadmapBenchmark(unittest.TestCase):
    @staticmethod
    def pair(first, second, loaded=None, solved=True, certified=True):
        """What roadmap_queries prints for one pair."""
        def query(time):
            return {"solved": solved, "certified": certified, "time_s": time}
        return {"milestones": 100, "first": query(first), "second": query(second), "loaded": query(loaded or second),
                "empty": query(first)}

    def test_pairs_are_divided_into_runs_and_scenes_take_turns(self):
        self.assertEqual([(scene.name, seed, pairs) for scene, seed, pairs in roadmap.series([CAGE, FANUC], 25)],
                         [("irb2400_cage", 1, 10), ("fanuc_cage", 1, 10), ("irb2400_cage", 2, 10), ("fanuc_cage", 2, 10),
                          ("irb2400_cage", 3, 5), ("fanuc_cage", 3, 5)])

    def test_the_ratio_is_the_median_of_the_pairs_ratios(self):
        runs = {roadmap.key(CAGE, 1): [self.pair(1.0, 0.1), self.pair(1.0, 1.0)], roadmap.key(CAGE, 2): [self.pair(8.0, 0.1, 4.0)]}
        pairs = roadmap.pairs_of(CAGE, runs)
        self.assertEqual(roadmap.speedup(pairs, "second"), 10.0)
        self.assertEqual(roadmap.speedup(pairs, "loaded"), 2.0)
        row = roadmap.table([CAGE], runs).splitlines()[2]
        self.assertIn(" 10 |", row)
        self.assertIn(" 2* |", row)

    def test_two_fast_scenes_are_enough_and_one_is_not(self):
        fast = [self.pair(1.0, 0.05)]
        slow = [self.pair(1.0, 0.5)]
        runs = {roadmap.key(CAGE, 1): slow, roadmap.key(FANUC, 1): fast, roadmap.key(scenes.SCENES[2], 1): fast}
        self.assertEqual(roadmap.failures(scenes.SCENES[:3], runs), [])
        self.assertIn("on 1 scenes, required on 2", roadmap.failures([CAGE, FANUC], runs)[0])

    def test_a_path_that_is_not_certified_is_a_failure(self):
        runs = {roadmap.key(CAGE, 1): [self.pair(1.0, 0.05, certified=False)], roadmap.key(FANUC, 1): [self.pair(1.0, 0.05)]}
        lines = roadmap.failures([CAGE, FANUC], runs)
        self.assertEqual(len(lines), 3)
        self.assertIn("irb2400_cage: 1 paths of the second query are not certified", lines)


class PaperTables(unittest.TestCase):
    RESOLUTIONS = {CAGE.name: 0.048}

    def runs(self, times, certified=True):
        """Table 4's runs of the cage, one seed, by planner."""
        return {paper_tables.planning_key(CAGE, name, 0.048, 1): planned(time, certified=certified or name != "A-SBL")
                for name, time in times.items()}

    def test_table_4_holds_the_papers_row_and_ours_and_stars_what_is_too_slow(self):
        times = {"A-SBL": 1.0, "A-SBL without caches": 2.0, "SBL": 1.5, "OMPL's SBL": 3.0, "OMPL's LazyPRM": 0.5}
        table = paper_tables.planning_table([CAGE], self.RESOLUTIONS, [1], self.runs(times)).splitlines()[2]
        self.assertEqual([cell.strip() for cell in table.strip("|").split("|")],
                         ["6(a)", "0.048", "83", "44", "1.89", "1", "2", "1.5*", "3", "0.5*", "1.5", "1/1", "0"])
        lines = paper_tables.planning_failures([CAGE], self.RESOLUTIONS, [1], self.runs(times))
        self.assertEqual(len(lines), 2)
        self.assertIn("SBL / A-SBL is 1.5, required more than 1.89", lines[0])
        self.assertIn("OMPL's LazyPRM / A-SBL is 0.5, required more than 1", lines[1])

    def test_table_4_asks_for_every_path_of_asbl_to_be_certified(self):
        times = {"A-SBL": 1.0, "A-SBL without caches": 2.0, "SBL": 9.0, "OMPL's SBL": 3.0, "OMPL's LazyPRM": 5.0}
        self.assertEqual(paper_tables.planning_failures([CAGE], self.RESOLUTIONS, [1], self.runs(times)), [])
        lines = paper_tables.planning_failures([CAGE], self.RESOLUTIONS, [1], self.runs(times, certified=False))
        self.assertEqual(lines, ["irb2400_cage, seed 1: A-SBL has no certified path"])

    def test_table_5_compares_length_and_time_with_what_is_asked(self):
        def walk(after, smoothing):
            return {"solved": True, "segments": 100, "walk_s": 1.0, "steps": 50, "smoothing_s": smoothing,
                    "length_before": 200.0, "length_after": after}
        self.assertEqual(paper_tables.walks_failures({"linkages_tori": walk(14.0, 19.0)}), [])
        lines = paper_tables.walks_failures({"linkages_tori": walk(14.2, 19.5), "linkage_lattices": {
            "solved": False, "segments": 7, "walk_s": 30.0}})
        self.assertEqual(lines, ["linkages_tori: 7.1 % of the length is left, required 7 %", "linkages_tori: 20.5 s, required 20 s",
                                 "linkage_lattices: the walk found nothing in 30 s"])
        self.assertIn("7.1*", paper_tables.walks_table({"linkages_tori": walk(14.2, 19.5)}))

    def test_tables_2_and_3_are_means_in_milliseconds(self):
        def lines(free, colliding):
            return {method: {"free_us_mean": free * factor, "colliding_us_mean": colliding * factor}
                    for method, factor in (("discrete", 8.0), ("bisecting", 2.0), ("adaptive", 1.0))}
        runs = {(CAGE.name, 0.001): lines(1000.0, 500.0), (CAGE.name, 0.01): lines(250.0, 100.0)}
        two, three = paper_tables.segments_table([CAGE], runs)
        self.assertEqual([cell.strip() for cell in two.splitlines()[2].strip("|").split("|")],
                         ["6(a)", "2.04", "2.97", "1", "0.5", "0.687", "2"])
        self.assertEqual([cell.strip() for cell in three.splitlines()[2].strip("|").split("|")],
                         ["6(a)", "0.012", "90", "44", "14", "8", "1", "0.25", "2.05", "8", "6.43", "8"])


class Audit(unittest.TestCase):
    def test_robots_take_turns_until_the_count_is_reached(self):
        robots = audit_problems.ROBOTS[:2]
        shares = [(robot.name, index, motions) for robot, index, motions, _ in auditing.shares(robots, 50)]
        self.assertEqual(shares, [("irb2400", 0, 20), ("panda", 0, 20), ("irb2400", 1, 10)])
        self.assertEqual(len({seed for *_, seed in auditing.shares(robots, 500)}), 25)

    def test_obstacles_are_the_same_on_each_run(self):
        contents = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                problem, _ = audit_problems.make(audit_problems.ROBOTS[0], 1, folder, folder / "peerdata", None)
                contents.append({path.relative_to(folder): path.read_bytes() for path in problem.parent.iterdir()})
        self.assertEqual(contents[0], contents[1])
        text = contents[0][pathlib.Path("irb2400/obstacles_1/problem.yaml")].decode()
        for kind in ("box: ", "cylinder: ", "mesh: box_", "mesh: plate_", "mesh: wire_"):
            self.assertIn(kind, text)

    def test_the_last_row_is_the_sum(self):
        counts = {name: i for i, name in enumerate(auditing.COUNTED)}
        runs = [{"robot": "irb2400", **counts}, {"robot": "panda", **counts}]
        rows = auditing.table(audit_problems.ROBOTS[:2], runs).splitlines()
        self.assertEqual([cell.strip() for cell in rows[-1].strip("|").split("|")],
                         ["all", "2", *(str(2 * i) for i in range(len(auditing.COUNTED)))])


class Growth(unittest.TestCase):
    def test_the_field_is_closed_and_has_about_the_triangles_asked_for(self):
        for triangles in (1000, 10000):
            field = growth_problems.sphere_field(triangles)
            self.assertAlmostEqual(len(field) / triangles, 1.0, delta=0.15)
            self.assertEqual(mesh.open_edges(field), [])

    def test_the_spheres_stay_where_they_are_whatever_the_number_of_triangles(self):
        def lowest_point(field):
            return min(vertex[2] for vertex in field.vertices)
        coarse, fine = growth_problems.sphere_field(1000), growth_problems.sphere_field(10000)
        self.assertAlmostEqual(lowest_point(coarse), lowest_point(fine), places=9)

    def test_a_chain_has_the_joints_asked_for(self):
        text = growth_problems.chain_urdf(12, 0.2, True)
        self.assertEqual((text.count("<joint "), text.count("<link "), text.count("<limit ")), (12, 13, 12))
        self.assertNotIn("<limit", growth_problems.chain_urdf(6, 0.4, False))


if __name__ == "__main__":
    unittest.main()
