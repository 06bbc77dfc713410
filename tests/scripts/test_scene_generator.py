"""Properties of the generated scenes; run with `python3 -m unittest tests/scripts/test_scene_generator.py`."""

import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))

from scene_generator import mesh, output, primitives, refinement, robots, scenes, writers  # noqa: E402

# Triangles in the paper (Figs 6 and 7), and how far ours may be off.
PAPER_ROBOT_TRIANGLES = {"irb2400_rod": 2991, "fanuc_200_arc_gun": 2502}
PAPER_OBSTACLE_TRIANGLES = {"fanuc_machine_tool": 34171, "irb2400_workshop": 74681, "six_irb2400_car": 19668}
PAPER_TOLERANCE = 0.03
CAGE_TRIANGLES = range(10000, 20001)


def files_below(folder):
    """Contents of all files below a folder, by relative path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class RobotMeshes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.robots = robots.all_robots()

    def each_link_mesh(self):
        for robot in self.robots.values():
            for link in robot.links:
                if link.mesh is not None:
                    yield f"{robot.urdf_name}/{link.name}", link.mesh

    def test_every_edge_is_used_once_in_each_direction(self):
        for name, link_mesh in self.each_link_mesh():
            with self.subTest(name):
                self.assertEqual(mesh.open_edges(link_mesh), [])

    def test_every_closed_part_faces_outward(self):
        for name, link_mesh in self.each_link_mesh():
            for part in mesh.closed_parts(link_mesh):
                with self.subTest(name):
                    self.assertGreater(mesh.signed_volume(part), 0.0)

    def test_no_triangle_is_degenerate(self):
        for name, link_mesh in self.each_link_mesh():
            with self.subTest(name):
                self.assertGreater(mesh.smallest_height(link_mesh), 5e-4)

    def test_robots_have_about_the_triangles_of_the_paper(self):
        for name, count in PAPER_ROBOT_TRIANGLES.items():
            with self.subTest(name):
                self.assertAlmostEqual(self.robots[name].triangle_count() / count, 1.0, delta=PAPER_TOLERANCE)

    def test_disabled_pairs_name_links_of_the_robot(self):
        for robot in self.robots.values():
            names = {link.name for link in robot.links}
            for first, second, _ in robot.disabled:
                with self.subTest(f"{robot.urdf_name}: {first}, {second}"):
                    self.assertTrue({first, second} <= names and first != second)


class Scenes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scenes = {scene.name: scene for scene in scenes.build()}

    def test_obstacles_have_about_the_triangles_of_the_paper(self):
        for name, count in PAPER_OBSTACLE_TRIANGLES.items():
            with self.subTest(name):
                self.assertAlmostEqual(self.scenes[name].obstacle_triangles() / count, 1.0, delta=PAPER_TOLERANCE)

    def test_cages_have_the_wanted_triangles(self):
        for name in ("irb2400_cage", "fanuc_cage"):
            with self.subTest(name):
                self.assertIn(self.scenes[name].obstacle_triangles(), CAGE_TRIANGLES)

    def test_all_obstacles_but_the_sheet_metal_car_are_watertight(self):
        for scene in self.scenes.values():
            for obstacle in scene.obstacles:
                if obstacle.name != "car_body":
                    with self.subTest(f"{scene.name}/{obstacle.name}"):
                        self.assertEqual(mesh.open_edges(obstacle.mesh), [])

    def test_no_obstacle_triangle_is_degenerate(self):
        for scene in self.scenes.values():
            for obstacle in scene.obstacles:
                with self.subTest(f"{scene.name}/{obstacle.name}"):
                    self.assertGreater(mesh.smallest_height(obstacle.mesh), 5e-4)

    def test_start_and_goal_keep_the_joint_limits(self):
        for scene in self.scenes.values():
            for configurations in (scene.start, scene.goal):
                self.assertEqual(len(configurations), len(scene.robots))
                for placed, values in zip(scene.robots, configurations):
                    limits = [joint.limits for joint in placed.robot.joints if joint.limits is not None]
                    self.assertEqual(len(values), len(limits))
                    for (lower, upper), value in zip(limits, values):
                        with self.subTest(f"{scene.name}/{placed.name}"):
                            self.assertTrue(lower <= value <= upper)

    def test_committed_texts_are_what_the_generator_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for robot in robots.all_robots().values():
                output.write_robot(robot, root)
            for scene in self.scenes.values():
                output.write_scene(scene, root)
            texts = {name: text for name, text in files_below(root).items() if not name.endswith(".stl")}
        for name, text in texts.items():
            with self.subTest(name):
                self.assertEqual((REPOSITORY / "scenes" / name).read_bytes(), text)


class Determinism(unittest.TestCase):
    def test_two_runs_write_the_same_bytes(self):
        runs = []
        for hash_seed in ("1", "2"):  # the order of sets of strings must not show
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([sys.executable, str(REPOSITORY / "scripts" / "generate_scenes"), "--only", "fanuc_cage",
                                "--output", folder], check=True, stdout=subprocess.DEVNULL,
                               env=dict(os.environ, PYTHONHASHSEED=hash_seed, PYTHONDONTWRITEBYTECODE="1"))
                runs.append(files_below(pathlib.Path(folder)))
        self.assertIn("fanuc_cage/meshes/cage.stl", runs[0])
        self.assertIn("robots/fanuc_200/meshes/link_1.stl", runs[0])
        self.assertEqual(runs[0], runs[1])


class Checks(unittest.TestCase):
    """The checks above must be able to fail."""

    def test_a_missing_triangle_opens_edges(self):
        broken = primitives.box(1.0, 1.0, 1.0)
        broken.triangles.pop()
        self.assertEqual(len(mesh.open_edges(broken)), 3)

    def test_a_flipped_triangle_is_found(self):
        broken = primitives.box(1.0, 1.0, 1.0)
        a, b, c = broken.triangles[0]
        broken.triangles[0] = (a, c, b)
        self.assertNotEqual(mesh.open_edges(broken), [])

    def test_an_inverted_part_has_negative_volume(self):
        box = primitives.box(1.0, 2.0, 3.0)
        self.assertAlmostEqual(mesh.signed_volume(box), 6.0)
        box.triangles = [(a, c, b) for a, b, c in box.triangles]
        self.assertAlmostEqual(mesh.signed_volume(box), -6.0)

    def test_refinement_keeps_a_mesh_closed_and_its_volume(self):
        body = primitives.rounded_block(0.4, 0.3, 0.2, 0.05)
        volume = mesh.signed_volume(body)
        refinement.refine_longest_edges([body], 500)
        self.assertEqual(len(body), 500)
        self.assertEqual(mesh.open_edges(body), [])
        self.assertAlmostEqual(mesh.signed_volume(body), volume)

    def test_stl_holds_every_triangle(self):
        data = writers.stl_bytes(primitives.box(1.0, 1.0, 1.0))
        self.assertEqual(len(data), 84 + 12 * 50)
        self.assertEqual(struct.unpack_from("<I", data, 80), (12,))


if __name__ == "__main__":
    unittest.main()
