"""The tables of Leven and Hutchinson: robots, stars, what falls short, and going on where a run was broken off."""

import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))

from benchmarks import chain_robots, drm_tables, roadmap_reader  # noqa: E402
from benchmarks.chain_robots import CELL, Chain  # noqa: E402
from benchmarks.command import BadSetup  # noqa: E402

try:
    import numpy
    from benchmarks import two_bars
except ImportError:
    two_bars = None  # pictures are optional

# Stands in for the gapless command, and for the program that codes roadmaps: writes down each call, and fails at the given one.
STUB = """#!{python}
import json, pathlib, sys
calls = pathlib.Path({calls!r})
calls.write_text((calls.read_text() if calls.exists() else "") + " ".join(sys.argv[1:]) + "\\n")
if len(calls.read_text().splitlines()) == {failing}:
    print("out of luck", file=sys.stderr)
    sys.exit(2)
plan = {{"solved": True, "certified": True, "white_edges": 5, "scene_ms": 1.0, "colours_ms": 2.0, "solve_ms": {solve}, "certify_ms": 1.0}}
print(json.dumps({{"build": {{"edges": 9, "seconds": 1.0}}, "query": {{"load_ms": 1.0, "plans": [plan] * 3}}}}[sys.argv[2]]))
"""


def sizes(naive, best):
    """What is kept of roadmap_codings."""
    return {"edges": 10, "cells_used": 5, "incidences": 20, **{name: {"bytes": size} for name, size in
                                                               zip(drm_tables.CODINGS, (naive, naive // 2, best, best + 1))},
            "naive_to_best": naive / best, "cells_in_file_bytes": best, "file_bytes": best}


def enhanced(edges, added, before, after, nodes=100):
    """What is kept of an enhancement in two passes."""
    passes = [{"side": side, "touched": 1000, "disconnect_before": before, "disconnect_refined": before // 2,
               "disconnect_after": after, "edges_added": count, "edges_refined": 3, "proven": 0}
              for side, count in enumerate(added, start=1)]
    return {"nodes": nodes, "edges": edges, "passes": passes, "single_cells": {"disconnect_after": after}}


def row(table, first):
    """The cells of the row that begins so."""
    line = next(line for line in table.splitlines() if line.startswith(f"| {first} "))
    return [cell.strip() for cell in line.strip("|").split("|")]


class Robots(unittest.TestCase):
    def test_all_chains_of_a_kind_reach_equally_far_and_turn_freely_about_the_base(self):
        for chain in drm_tables.CHAINS:
            with self.subTest(chain.name()):
                robot = xml.etree.ElementTree.fromstring(chain_robots.urdf(chain))
                joints = robot.findall("joint")
                self.assertEqual([joint.get("type") for joint in joints], ["continuous"] + ["revolute"] * (chain.joints - 1))
                bars = [float(box.get("size").split()[0]) for box in robot.iter("box")]
                self.assertAlmostEqual(sum(bars), (32.0 if chain.is_planar else 16.0) * CELL)
                self.assertEqual({joint.find("axis").get("xyz") for joint in joints},
                                 {"0 0 1"} if chain.is_planar else {"0 0 1", "0 1 0"})

    def test_bars_may_stick_out_behind_their_axes(self):
        robot = xml.etree.ElementTree.fromstring(chain_robots.urdf(drm_tables.SPLIT))
        self.assertEqual([joint.get("type") for joint in robot.findall("joint")], ["revolute", "revolute"])
        first, second = (link.find("collision") for link in robot.findall("link")[1:])
        self.assertAlmostEqual(float(first.find("geometry/box").get("size").split()[0]), 20.0 * CELL)
        self.assertAlmostEqual(float(first.find("origin").get("xyz").split()[0]), 4.0 * CELL)
        self.assertAlmostEqual(float(second.find("geometry/box").get("size").split()[0]), 12.0 * CELL)
        self.assertAlmostEqual(float(robot.findall("joint")[1].find("origin").get("xyz").split()[0]), 14.0 * CELL)

    def test_the_bars_of_a_planar_chain_lie_one_above_the_other_in_the_middle_of_a_layer_of_cells(self):
        for joints in (2, 5, 20):
            spans = sorted((centre[2] - 0.5 * sides[2], centre[2] + 0.5 * sides[2])
                           for sides, centre in (Chain(joints, True).bar(joint) for joint in range(joints)))
            self.assertGreaterEqual(spans[0][0], 0.2 * CELL)
            self.assertLessEqual(spans[-1][1], 0.8 * CELL)
            self.assertTrue(all(below[1] < above[0] for below, above in zip(spans, spans[1:])))

    def test_all_pairs_but_those_that_never_meet_are_checked(self):
        pairs = xml.etree.ElementTree.fromstring(chain_robots.srdf(Chain(6, False))).findall("disable_collisions")
        self.assertEqual(len(pairs), 5)
        self.assertEqual(len(xml.etree.ElementTree.fromstring(chain_robots.srdf(Chain(6, True))).findall("disable_collisions")), 15)

    def test_the_corridor_is_between_the_blocks_and_open_at_first(self):
        chain = Chain(5, True)
        query, places = chain_robots.corridor(chain)
        for box in query.boxes:
            self.assertGreater(box.centre[2] - 0.5 * box.sides[2], 0.1)
            x, y, z = places[box.name]
            self.assertGreater(x - 0.5 * box.sides[0], 0.3 * 32.0 * CELL)
            self.assertAlmostEqual(abs(y) - 0.5 * box.sides[1], 3.0 * CELL)
            self.assertEqual(z, 0.0)
        text = chain_robots.problem(chain, query)
        self.assertIn("name: left, box: ", text)
        self.assertEqual(text.count("joint_5: 0\n"), 2)


@unittest.skipIf(two_bars is None, "no numpy")
class TwoBars(unittest.TestCase):
    """Of 12 cells ahead of the first axis, 18 ahead of the second one and 15 behind it."""

    ARM = drm_tables.TURN

    def test_an_arm_meets_the_cells_that_lie_on_its_bars_and_no_others(self):
        def is_met(first, second, x, y):
            return bool(numpy.any(two_bars.meets(self.ARM, first, second, (x * CELL, y * CELL), CELL)))
        half = math.pi / 2.0
        self.assertTrue(is_met(0.0, 0.0, 29.0, -0.5))
        self.assertFalse(is_met(0.0, 0.0, 30.5, -0.5))
        self.assertTrue(is_met(0.0, 0.0, -3.5, -0.5), "what sticks out behind the second axis reaches beyond the base")
        self.assertFalse(is_met(0.0, 1.0, -3.5, -0.5))
        self.assertTrue(is_met(0.0, half, 11.5, 17.0))
        self.assertTrue(is_met(0.0, half, 11.5, -15.5))
        self.assertFalse(is_met(0.0, half, 11.5, -17.0))
        self.assertTrue(is_met(half, 0.0, -0.5, 29.0))
        self.assertFalse(is_met(0.0, 0.0, 5.0, 0.5))
        ends = two_bars.bars(self.ARM, (0.0, half))[1]
        for point, expected in zip(ends, ((12.0, -15.0), (12.0, 18.0), (12.0, 0.0))):
            self.assertAlmostEqual(point[0], expected[0] * CELL)
            self.assertAlmostEqual(point[1], expected[1] * CELL)

    def test_parts_of_what_is_free_go_round_where_the_first_joint_does(self):
        image = numpy.zeros((5, 8), dtype=bool)
        image[:, 4] = True
        self.assertEqual(two_bars.free_parts(self.ARM, image)[1], [35])
        self.assertEqual(two_bars.free_parts(drm_tables.SPLIT, image)[1], [20, 15])
        image[2, :] = True
        image[0, 3] = True
        labels, sizes = two_bars.free_parts(drm_tables.SPLIT, image)
        self.assertEqual(sizes, [8, 7, 6, 6])
        self.assertEqual([labels[4, 0], labels[0, 0], labels[2, 2]], [0, 1, -1])

    def test_a_cell_beside_the_base_parts_left_arm_from_right_arm_unless_the_arm_is_changed(self):
        beside = (2.0 * CELL, 0.0)
        self.assertEqual([len(two_bars.free_parts(arm, two_bars.region(arm, beside, CELL))[1]) for arm in (drm_tables.TURN, drm_tables.SHORT)],
                         [2, 1])

    def test_what_is_left_of_a_roadmap_without_a_cell_falls_into_parts(self):
        roadmap = roadmap_reader.Roadmap([(0.0, 0.0), (1.0, 0.5), (1.2, 0.5), (-1.0, 0.5), (-1.2, 0.5)], [(0, 1), (1, 2), (0, 3), (3, 4), (2, 4)],
                                         (-2.0, -2.0, -1.0), CELL, (80, 80, 40), [set(), set(), set(), set(), {(44, 40, 20)}])
        cell = (44, 40, 20)
        self.assertEqual(two_bars.hit(drm_tables.SHORT, roadmap, cell), {0})
        self.assertEqual(two_bars.parts(drm_tables.SHORT, roadmap, cell), [[1, 2], [3, 4]])


class Tables(unittest.TestCase):
    def test_ratios_below_the_papers_have_a_star_and_a_line(self):
        chain, in_space = Chain(5, True), Chain(6, False)
        runs = {drm_tables.sizes_key(chain, 2048): sizes(900, 100), drm_tables.sizes_key(in_space, 2048): sizes(900, 100)}
        table = drm_tables.sizes_table(runs)
        self.assertEqual(row(table, "planar 5")[-3:-1], ["10 to 20", "9*"])
        self.assertEqual(row(table, "spatial 6")[-3:-1], ["8 to 18", "9"])
        self.assertEqual(drm_tables.sizes_failures(runs), ["planar_5, 2048 nodes: naive is 9 times the best coding, the paper has 10 and more"])

    def test_a_corridor_takes_what_both_blocks_take_and_needs_certified_paths(self):
        def plan(solve, certified=True):
            return {"solved": True, "certified": certified, "white_edges": 1, "scene_ms": 1.0, "colours_ms": 2.0, "solve_ms": solve,
                    "certify_ms": 100.0}
        runs = {drm_tables.corridor_key(5): {"nodes": 9, "edges": 9, "plans": [plan(5000.0), plan(494.0), plan(499.0)]},
                drm_tables.corridor_key(19): {"nodes": 9, "edges": 9, "plans": [plan(1.0), plan(500.0), plan(600.0)]}}
        self.assertAlmostEqual(drm_tables.corridor_seconds(runs[drm_tables.corridor_key(5)]), 0.999)
        self.assertEqual(row(drm_tables.corridor_table(runs), "19")[-1], "1.11*")
        self.assertEqual(len(drm_tables.corridor_failures(runs)), 1)
        runs[drm_tables.corridor_key(5)]["plans"][2]["certified"] = False
        self.assertIn("corridor, 5 joints: no certified path", drm_tables.corridor_failures(runs))
        self.assertEqual(row(drm_tables.corridor_table(runs), "5")[-1], "-*")

    def test_table_1_compares_factors(self):
        runs = {drm_tables.robust_key(Chain(3, False)): enhanced(300, (50, 10), 1480, 10),
                drm_tables.robust_key(Chain(6, False)): enhanced(300, (50, 10), 420, 10),
                drm_tables.robust_key(Chain(9, False)): enhanced(300, (50, 10), 420, 0)}
        table = drm_tables.cells_table(runs)
        self.assertEqual(row(table, "3"), ["3", "5958", "40", "149", "100", "1000", "1480", "740", "10", "148*", "74"])
        self.assertEqual(row(table, "6")[-2], "42")
        self.assertEqual(row(table, "9")[-2], "-")
        self.assertEqual(len(drm_tables.cells_failures(runs)), 1)

    def test_arcs_per_node_are_ends_and_have_to_lie_on_a_line_from_five_joints_on(self):
        run = enhanced(300, (50, 10), 1, 1)
        self.assertEqual(drm_tables.arcs_per_node(run), [6.0, 7.0, 7.2])
        self.assertAlmostEqual(drm_tables.off_the_line([(5, 6.0), (8, 9.0), (12, 13.0)]), 0.0)
        self.assertIsNone(drm_tables.off_the_line([(5, 6.0), (8, 9.0)]))
        runs = {drm_tables.robust_key(Chain(joints, True)): enhanced(50 * joints, (0, 0), 1, 1) for joints in (5, 8, 12)}
        self.assertEqual(drm_tables.arcs_failures(runs), [])
        runs[drm_tables.robust_key(Chain(3, True))] = enhanced(5000, (0, 0), 1, 1)
        self.assertEqual(drm_tables.arcs_failures(runs), [])
        runs[drm_tables.robust_key(Chain(8, True))] = enhanced(900, (0, 0), 1, 1)
        self.assertEqual(len(drm_tables.arcs_failures(runs)), 1)
        self.assertIn("*", drm_tables.arcs_summary(runs))

    def test_a_ball_touches_one_cell_more_than_the_papers_cubes_have_where_it_is_whole_cells_wide(self):
        self.assertEqual([drm_tables.largest_side(eps) for eps in (0.5, 1, 2, 4)], [3, 4, 6, 10])
        self.assertEqual([math.ceil(2 * eps + 1) for eps in (1, 2, 4)], [3, 5, 9])


class Reader(unittest.TestCase):
    def test_nodes_arcs_and_cells_are_those_of_the_file(self):
        # A grid of 3 x 1 x 2 lies in a cube of four: the first arc has cells (0, 0, 1) and (2, 0, 0), and the one outside; the second one that alone.
        codes = bytes([3, 0b11, 0b10000, 0b1]) + bytes([1])
        sections = [(b"NODE", struct.pack("<IQ4d", 2, 2, 0.0, 0.5, 1.0, 1.5)),
                    (b"EDGE", struct.pack("<Q", 2) + zlib.compress(struct.pack("<IIBIIB", 0, 1, 1, 1, 0, 1))),
                    (b"CELL", struct.pack("<4d3I", -1.0, -2.0, -3.0, 0.25, 3, 1, 2) + struct.pack("<II", len(codes), len(zlib.compress(codes)))
                     + zlib.compress(codes))]
        begin = 16 + 52 * len(sections) + 32
        table, body = b"", b""
        for name, content in sections:
            table += struct.pack("<4sQQ32x", name, begin + len(body), len(content))
            body += content
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "roadmap.gdrm"
            file.write_bytes(b"gaplprm\n" + struct.pack("<II", 4, len(sections)) + table + bytes(32) + body)
            roadmap = roadmap_reader.read(file)
            file.write_bytes(b"something else")
            with self.assertRaises(BadSetup):
                roadmap_reader.read(file)
        self.assertEqual((roadmap.nodes, roadmap.arcs), ([(0.0, 0.5), (1.0, 1.5)], [(0, 1), (1, 0)]))
        self.assertEqual((roadmap.low, roadmap.cell, roadmap.count), ((-1.0, -2.0, -3.0), 0.25, (3, 1, 2)))
        self.assertEqual(roadmap.cells, [{(0, 0, 1), (2, 0, 0)}, set()])


class Script(unittest.TestCase):
    def run_script(self, *arguments):
        done = subprocess.run([sys.executable, "-B", str(REPOSITORY / "scripts" / "reproduce_tables"), *arguments], capture_output=True,
                              text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_bad_input_is_said_in_a_line(self):
        code, _, complaint = self.run_script("dmr")
        self.assertEqual(code, 2)
        self.assertIn("there is no table dmr; known are 2, 3, 4, 5, ccd, drm", complaint)
        code, _, complaint = self.run_script("drm", "--parts", "pieces")
        self.assertEqual(code, 2)
        self.assertIn("pieces", complaint)
        code, _, complaint = self.run_script("drm", "--gapless", "/nowhere/gapless")
        self.assertEqual((code, complaint.count("\n")), (2, 1))
        code, _, complaint = self.run_script("drm", "--gapless", sys.executable, "--roadmap-codings", "/nowhere/codings")
        self.assertEqual((code, complaint.count("\n")), (2, 1))
        self.assertIn("--roadmap-codings", complaint)
        code, _, complaint = self.run_script("drm", "--gapless", sys.executable, "--roadmap-codings", sys.executable, "--jobs", "0")
        self.assertEqual((code, complaint.count("\n")), (2, 1))

    def test_what_was_broken_off_goes_on_and_what_is_too_slow_is_an_exit_code(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            stub, calls, output = folder / "stub", folder / "calls", folder / "results.json"
            stub.write_text(STUB.format(python=sys.executable, calls=str(calls), failing=4, solve=2.0))
            stub.chmod(0o755)
            command = ["drm", "--parts", "corridor", "--gapless", str(stub), "--roadmap-codings", str(stub), "--output", str(output)]
            code, _, complaint = self.run_script(*command)
            self.assertEqual(code, 2)
            self.assertIn("out of luck", complaint)
            self.assertEqual(list(json.loads(output.read_text())["runs"]), ["drm corridor 5"])
            code, table, complaint = self.run_script(*command)
            self.assertEqual(code, 0, complaint)
            self.assertEqual(len(calls.read_text().splitlines()), 6, "what was measured is not measured again")
            self.assertIn("| 19     | 16384 |    9 |", table)
            self.assertIn("Nothing falls short.", table)

            stub.write_text(STUB.format(python=sys.executable, calls=str(calls), failing=-1, solve=2000.0))
            code, table, _ = self.run_script(*command[:-2])
            self.assertEqual(code, 1)
            self.assertIn("corridor, 19 joints: 4.01 s, the paper has less than 1 s", table)


if __name__ == "__main__":
    unittest.main()
