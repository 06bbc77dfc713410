"""Properties of the generated scenes; run with `python3 -m unittest tests/scripts/test_scene_generator.py`."""

import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))

from scene_generator import coordination, lattices, linkage, mesh, output, planar_robots, primitives, puma_560  # noqa: E402
from scene_generator import refinement, robots, scenes, sheets, tori, transforms, writers  # noqa: E402
from scene_generator.obstacle import Obstacle  # noqa: E402
from scene_generator.piping import Fitting, PipeShop  # noqa: E402

# Triangles in the papers (Schwarzer et al. 2002, Figs 1, 6 and 7; Redon et al. 2004, section 6), and how far ours may
# be off.
PAPER_ROBOT_TRIANGLES = {"irb2400_rod": 2991, "fanuc_200_arc_gun": 2502, "linkage": 320, "puma_560": 800}
PAPER_TORUS_TRIANGLES = 6300
PAPER_OBSTACLE_TRIANGLES = {"fanuc_machine_tool": 34171, "irb2400_workshop": 74681, "six_irb2400_car": 19668,
                            "puma_pipes": 38000, "puma_machine_room": 187000}
PAPER_MACHINE_ROOM_OBJECTS = 1180
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
            for name, obstacle_mesh in scene.meshes().items():
                if name != "car_body":
                    with self.subTest(f"{scene.name}/{name}"):
                        self.assertEqual(mesh.open_edges(obstacle_mesh), [])

    def test_no_obstacle_triangle_is_degenerate(self):
        for scene in self.scenes.values():
            for name, obstacle_mesh in scene.meshes().items():
                with self.subTest(f"{scene.name}/{name}"):
                    self.assertGreater(mesh.smallest_height(obstacle_mesh), 5e-4)

    def test_names_of_obstacles_are_unique(self):
        for scene in self.scenes.values():
            with self.subTest(scene.name):
                self.assertEqual(len({obstacle.name for obstacle in scene.obstacles}), len(scene.obstacles))

    def test_obstacles_that_share_a_mesh_file_share_the_mesh(self):
        for scene in self.scenes.values():
            meshes = scene.meshes()
            for obstacle in scene.obstacles:
                if obstacle.mesh is not None:
                    with self.subTest(f"{scene.name}/{obstacle.name}"):
                        self.assertIs(meshes[obstacle.file_name()], obstacle.mesh)

    def test_start_and_goal_keep_the_joint_limits(self):
        for scene in self.scenes.values():
            ends = [end for end in (scene.start, scene.goal) if not isinstance(end, scenes.LinksBelow)]
            for configurations in ends:
                self.assertEqual(len(configurations), len(scene.robots))
                for placed, values in zip(scene.robots, configurations):
                    if placed.steering is not None:
                        for lower, upper, value in zip(*placed.steering.limits, values):
                            with self.subTest(f"{scene.name}/{placed.name}"):
                                self.assertTrue(lower <= value <= upper)
                        continue
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


class Linkages(unittest.TestCase):
    """The retraction scenes: what makes them the paper's Figs 1 and 8."""

    # Number of linkages.
    COUNTS = {"linkages_tori": 2, "linkage_lattices": 1, "nine_linkages_lattices": 9}

    @classmethod
    def setUpClass(cls):
        cls.scenes = {scene.name: scene for scene in scenes.build(cls.COUNTS)}

    @staticmethod
    def hindering(scene):
        """The obstacles that the linkages are threaded through."""
        return {obstacle.name: obstacle.mesh for obstacle in scene.obstacles if obstacle.name != "base_plate"}

    @staticmethod
    def tip_height(placed):
        """Height of an upright linkage's tip."""
        return placed.xyz[2] + sum(joint.xyz[2] for joint in placed.robot.joints) + linkage.LINK_LENGTH

    def test_a_linkage_is_a_chain_of_twenty_bounded_joints_about_x_and_y_in_turn(self):
        robot = robots.linkage_robot()
        self.assertEqual(len(robot.joints), 20)
        self.assertEqual([joint.parent for joint in robot.joints[1:]], [joint.child for joint in robot.joints[:-1]])
        for first, second in zip(robot.joints, robot.joints[1:]):
            self.assertEqual(sorted((first.axis, second.axis)), [(0.0, 1.0, 0.0), (1.0, 0.0, 0.0)])
        for joint in robot.joints:
            self.assertEqual(joint.limits, (-linkage.JOINT_LIMIT, linkage.JOINT_LIMIT))

    def test_each_moving_link_has_sixteen_triangles(self):
        for link in robots.linkage_robot().links[1:]:
            self.assertEqual(len(link.mesh), 16)

    def test_neighbours_touch_in_their_common_point_only_within_the_joint_limits(self):
        half_angle = math.atan2(linkage.HALF_DIAGONAL, linkage.POINT_LENGTH)
        self.assertLess(linkage.JOINT_LIMIT, math.pi - 2.0 * half_angle)

    def test_only_neighbours_are_exempt_from_checks(self):
        robot = robots.linkage_robot()
        self.assertEqual([(first, second) for first, second, _ in robot.disabled],
                         [(joint.parent, joint.child) for joint in robot.joints])

    def test_the_start_is_upright(self):
        for name, count in self.COUNTS.items():
            self.assertEqual(self.scenes[name].start, [(0.0,) * 20] * count)

    def test_each_torus_has_the_triangles_of_the_paper(self):
        meshes = self.hindering(self.scenes["linkages_tori"])
        self.assertEqual(len(meshes), 3)
        for name, torus in meshes.items():
            with self.subTest(name):
                self.assertAlmostEqual(len(torus) / PAPER_TORUS_TRIANGLES, 1.0, delta=PAPER_TOLERANCE)

    def test_every_linkage_stands_in_every_torus(self):
        scene = self.scenes["linkages_tori"]
        for name, torus in self.hindering(scene).items():
            # The centre line, seen from above, runs round the linkage's axis, and on the axis' height range.
            rings = [torus.vertices[k:k + tori.SIDES] for k in range(0, len(torus.vertices), tori.SIDES)]
            centres = [tuple(sum(point[i] for point in ring) / len(ring) for i in range(3)) for ring in rings]
            outline = [(x, y) for x, y, _ in centres]
            for placed in scene.robots:
                with self.subTest(f"{name}, {placed.name}"):
                    gap = -sheets.polygon_distance(outline, placed.xyz[0], placed.xyz[1])
                    self.assertGreater(gap, tori.THICKNESS + linkage.HALF_DIAGONAL + 0.015)
                    self.assertGreater(min(z for _, _, z in centres), placed.xyz[2] + linkage.POST_HEIGHT)
                    self.assertLess(max(z for _, _, z in centres), self.tip_height(placed))

    def test_every_linkage_stands_in_a_hole_of_its_own_of_every_lattice(self):
        for name in ("linkage_lattices", "nine_linkages_lattices"):
            scene = self.scenes[name]
            for lattice_name, lattice in self.hindering(scene).items():
                bars = [[lattice.vertices[i] for t in part.triangles for i in t] for part in mesh.closed_parts(lattice)]
                holes = set()
                for placed in scene.robots:
                    with self.subTest(f"{name}: {lattice_name}, {placed.name}"):
                        hole = self.hole_about(bars, placed.xyz)
                        holes.add(hole)
                        for (low, high), centre in zip(hole, placed.xyz):
                            self.assertAlmostEqual((low + high) / 2.0, centre)
                            self.assertAlmostEqual(high - low, lattices.HOLE - 2.0 * lattices.BAR_RADIUS, delta=0.001)
                        top = max(z for bar in bars for _, _, z in bar)
                        self.assertLess(top, self.tip_height(placed) - linkage.LINK_LENGTH)
                self.assertEqual(len(holes), self.COUNTS[name])

    def test_every_bar_runs_right_across_its_lattice(self):
        for name in ("linkage_lattices", "nine_linkages_lattices"):
            for lattice_name, lattice in self.hindering(self.scenes[name]).items():
                width = max(p[0] for p in lattice.vertices) - min(p[0] for p in lattice.vertices)
                for bar in mesh.closed_parts(lattice):
                    points = [lattice.vertices[i] for t in bar.triangles for i in t]
                    extents = [max(p[i] for p in points) - min(p[i] for p in points) for i in range(2)]
                    with self.subTest(f"{name}: {lattice_name}"):
                        self.assertAlmostEqual(max(extents), width)

    @staticmethod
    def hole_about(bars, point):
        """Extents along x and y of the hole with the point inside, between bars that run right across."""
        extents = []
        for i in range(2):
            spans = [(min(p[i] for p in bar), max(p[i] for p in bar)) for bar in bars]
            spans = [(low, high) for low, high in spans if high - low < 0.01]  # the bars along the other axis
            extents.append((max(high for _, high in spans if high < point[i]),
                            min(low for low, _ in spans if low > point[i])))
        return tuple(extents)

    def test_the_goal_lies_under_all_obstacles_and_leaves_room_for_a_crumpled_linkage(self):
        # Radius of gyration of a chain of n links whose joints turn freely: sqrt(n / 6) links.
        gyration = math.sqrt(linkage.LINKS / 6.0) * linkage.LINK_LENGTH
        for name, scene in self.scenes.items():
            lowest = min(z for part in self.hindering(scene).values() for _, _, z in part.vertices)
            for placed in scene.robots:
                with self.subTest(f"{name}/{placed.name}"):
                    self.assertLess(scene.goal.height, lowest)
                    self.assertGreater(scene.goal.height - placed.xyz[2], 4.0 * gyration)
                    self.assertGreater(self.tip_height(placed), scene.goal.height)

    def test_posts_stand_on_the_base_plate(self):
        for name, scene in self.scenes.items():
            plate = next(obstacle.mesh for obstacle in scene.obstacles if obstacle.name == "base_plate")
            self.assertAlmostEqual(max(z for _, _, z in plate.vertices), 0.0)
            for placed in scene.robots:
                with self.subTest(f"{name}/{placed.name}"):
                    for i in range(2):
                        self.assertLess(abs(placed.xyz[i]) + 0.03, max(point[i] for point in plate.vertices))


class Puma(unittest.TestCase):
    """The scenes after Redon, Kim, Lin and Manocha 2004."""

    @classmethod
    def setUpClass(cls):
        cls.scenes = {scene.name: scene for scene in scenes.build(("puma_pipes", "puma_machine_room"))}

    def test_its_joints_are_those_of_the_denavit_hartenberg_table(self):
        angles = (0.3, -0.7, 1.1, 0.4, -1.3, 0.9)
        by_table, by_joints = transforms.IDENTITY, transforms.IDENTITY
        joints = puma_560.joints()
        for angle, (d, a, alpha, _) in zip(angles, puma_560.DENAVIT_HARTENBERG):
            by_table = transforms.compose(by_table, transforms.rotation_z(angle), transforms.translation(a, 0.0, d),
                                          transforms.rotation_x(math.radians(alpha)))
        for angle, joint in zip(angles, joints):
            turn = transforms.rotation_z(angle) if joint.axis == (0.0, 0.0, 1.0) else transforms.rotation_y(-angle)
            by_joints = transforms.compose(by_joints, transforms.translation(*joint.xyz), turn)
        self.assertEqual({joint.axis for joint in joints[:6]}, {(0.0, 0.0, 1.0), (0.0, -1.0, 0.0)})
        by_joints = transforms.compose(by_joints, transforms.translation(*joints[6].xyz))
        for point in ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)):
            for ours, table in zip(transforms.apply(by_joints, point), transforms.apply(by_table, point)):
                self.assertAlmostEqual(ours, table)

    def test_it_has_seven_links(self):
        self.assertEqual(len(robots.puma_560_robot().meshes()), 7)

    def test_the_wrist_may_meet_the_base(self):
        disabled = {frozenset((first, second)) for first, second, _ in robots.puma_560_robot().disabled}
        for k in (3, 4, 5, 6):
            self.assertNotIn(frozenset(("base_link", f"link_{k}")), disabled)

    def test_the_machine_room_has_the_objects_of_the_paper(self):
        self.assertEqual(len(self.scenes["puma_machine_room"].obstacles), PAPER_MACHINE_ROOM_OBJECTS)

    def test_every_closed_part_of_the_obstacles_faces_outward(self):
        for scene in self.scenes.values():
            for name, obstacle_mesh in scene.meshes().items():
                for part in mesh.closed_parts(obstacle_mesh):
                    with self.subTest(f"{scene.name}/{name}"):
                        self.assertGreater(mesh.signed_volume(part), 0.0)


class Coordination(unittest.TestCase):
    """The scenes after Svestka and Overmars 1998, in which several robots of the plane change places."""

    # Number of robots.
    COUNTS = {"cars_corridor": 5, "three_discs": 3, "two_rectangles": 2, "cars_scene_1": 5, "cars_scene_2": 4, "ten_discs": 10}

    @classmethod
    def setUpClass(cls):
        cls.scenes = {scene.name: scene for scene in scenes.build(cls.COUNTS)}

    @staticmethod
    def footprint(solid, values):
        """The convex outline of a robot's solid, round ones enclosed, seen from above."""
        x, y, heading = (*values, 0.0)[:3]
        if solid.kind == "cylinder":
            sides = 32
            outline = primitives.circle(solid.size[0] / math.cos(math.pi / sides), sides)
        else:
            outline = [(i * solid.size[0] / 2.0, j * solid.size[1] / 2.0) for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        c, s = math.cos(heading), math.sin(heading)
        return [(x + c * (u + solid.xyz[0]) - s * (v + solid.xyz[1]), y + s * (u + solid.xyz[0]) + c * (v + solid.xyz[1]))
                for u, v in outline]

    @staticmethod
    def gap(first, second):
        """The largest gap of two convex outlines along the normal of a side of one of them; at most their distance."""
        best = -math.inf
        for outline in (first, second):
            for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1]):
                length = math.hypot(bx - ax, by - ay)
                nx, ny = (by - ay) / length, (ax - bx) / length
                one, other = ([nx * x + ny * y for x, y in polygon] for polygon in (first, second))
                best = max(best, min(other) - max(one), min(one) - max(other))
        return best

    def outlines(self, scene, values):
        """Of all robots and obstacles, by name."""
        robots_there = {placed.name: self.footprint(placed.robot.links[-1].solid, at) for placed, at in zip(scene.robots, values)}
        walls = {}
        for obstacle in scene.obstacles:
            (x, y, _), (sx, sy, _) = obstacle.xyz, obstacle.box
            walls[obstacle.name] = [(x + i * sx / 2.0, y + j * sy / 2.0) for i, j in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        return robots_there, walls

    def test_each_scene_has_the_robots_of_the_paper(self):
        for name, count in self.COUNTS.items():
            self.assertEqual(len(self.scenes[name].robots), count)

    def test_at_start_and_goal_all_robots_are_apart_from_each_other_and_from_all_walls(self):
        ten_cars = scenes.ten_cars(robots.all_robots())
        self.assertEqual(len(ten_cars.robots), 10)
        for scene in (*self.scenes.values(), ten_cars):
            for values in (scene.start, scene.goal):
                robots_there, walls = self.outlines(scene, values)
                for one, outline in robots_there.items():
                    for other, another in {**robots_there, **walls}.items():
                        if one != other:
                            with self.subTest(f"{scene.name}: {one}, {other}"):
                                self.assertGreater(self.gap(outline, another), 0.05)

    def test_all_robots_change_places_and_the_corridor_is_left_in_reversed_order(self):
        for name, scene in self.scenes.items():
            for placed, start, goal in zip(scene.robots, scene.start, scene.goal):
                with self.subTest(f"{name}: {placed.name}"):
                    self.assertTrue(start != goal or name == "cars_corridor")
        scene = self.scenes["cars_corridor"]
        self.assertEqual(scene.goal, scene.start[::-1])
        self.assertEqual(sorted(scene.start), scene.start)

    def test_no_car_can_pass_another_in_the_corridor_and_no_rectangle_anywhere(self):
        self.assertLess(coordination.CORRIDOR_WIDTH, 2.0 * planar_robots.CAR_WIDTH)
        self.assertGreater(coordination.CORRIDOR_WIDTH, 1.5 * planar_robots.CAR_WIDTH)
        for outline in self.outlines(self.scenes["cars_corridor"], self.scenes["cars_corridor"].start)[0].values():
            self.assertLess(max(abs(x) for x, _ in outline), coordination.CORRIDOR_HALF_LENGTH)
        _, walls = self.outlines(self.scenes["two_rectangles"], self.scenes["two_rectangles"].start)
        length, height = planar_robots.RECTANGLE
        along_y = self.gap(walls["block_left"], walls["block_right"])
        low, high = self.gap(walls["wall_south"], walls["block_left"]), self.gap(walls["wall_north"], walls["block_right"])
        self.assertTrue(length < along_y < 2.0 * length)
        self.assertTrue(height < low < 2.0 * height and height < high < 2.0 * height)

    def test_a_scene_of_fewer_robots_has_the_first_ones_where_they_were(self):
        scene = self.scenes["cars_scene_1"]
        three = scenes.first_robots(scene, 3)
        self.assertEqual([placed.name for placed in three.robots], ["car_1", "car_2", "car_3"])
        self.assertEqual((three.start, three.goal), (scene.start[:3], scene.goal[:3]))
        self.assertEqual(len(scene.robots), 5)
        self.assertNotIn("car_4", writers.problem_text(three))


class Piping(unittest.TestCase):
    def test_a_line_runs_from_its_first_to_its_last_point(self):
        parts = PipeShop().line(0.05, [(0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -2.0, 1.0)],
                                [Fitting("flange", 0, 0.3), Fitting("valve", 1, 1.0, (1, 0, 0))])
        vertices = [v for part in parts for v in part.in_world().vertices]
        self.assertAlmostEqual(min(z for _, _, z in vertices), 0.0)
        self.assertAlmostEqual(min(y for _, y, _ in vertices), -2.0)
        self.assertEqual([part.shape.split("_")[0] for part in parts],
                         ["pipe", "flange", "pipe", "elbow", "pipe", "valve", "pipe"])

    def test_an_elbow_joins_its_straight_pieces(self):
        steps = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)]
        for first in steps:
            for second in steps:
                if not any(a * b for a, b in zip(first, second)):
                    with self.subTest(f"{first}, {second}"):
                        end = tuple(a + b for a, b in zip(first, second))
                        elbow = PipeShop().line(0.05, [(0.0, 0.0, 0.0), first, end])[1]
                        self.assertEqual(elbow.shape, "elbow_100")
                        rings = elbow.in_world().vertices
                        for ring, offset in ((rings[:16], [a - 0.15 * b for a, b in zip(first, first)]),
                                             (rings[-18:-2], [a + 0.15 * b for a, b in zip(first, second)])):
                            for i in range(3):
                                self.assertAlmostEqual(sum(v[i] for v in ring) / len(ring), offset[i])

    def test_what_has_no_room_is_an_error(self):
        for points, fittings in (([(0.0, 0.0, 0.0), (0.0, 0.0, 0.1), (1.0, 0.0, 0.1)], []),
                                 ([(0.0, 0.0, 0.0), (0.0, 0.0, 1.0)], [Fitting("flange", 0, 0.99)]),
                                 ([(0.0, 0.0, 0.0), (0.5, 0.0, 1.0)], [])):
            with self.assertRaises(ValueError):
                PipeShop().line(0.05, points, fittings)


class Poses(unittest.TestCase):
    def test_roll_pitch_yaw_gives_the_rotation_back(self):
        angles = [0.0, 0.4, math.pi / 2.0, -math.pi / 2.0, 2.5, math.pi]
        for roll in angles:
            for pitch in angles:
                for yaw in angles:
                    given = transforms.compose(transforms.rotation_z(yaw), transforms.rotation_y(pitch),
                                               transforms.rotation_x(roll))
                    r, p, y = transforms.roll_pitch_yaw(given)
                    found = transforms.compose(transforms.rotation_z(y), transforms.rotation_y(p),
                                               transforms.rotation_x(r))
                    for ours, theirs in zip(found[0], given[0]):
                        for a, b in zip(ours, theirs):
                            self.assertAlmostEqual(a, b, msg=f"{roll} {pitch} {yaw}")

    def test_the_problem_file_gives_the_pose_of_a_placed_obstacle(self):
        shape = primitives.box(1.0, 1.0, 1.0)
        placed = [Obstacle("a", shape), Obstacle("b", shape, "a", (1.0, 0.0, 0.5)),
                  Obstacle("c", shape, "a", rpy=(0.0, 0.0, 1.5))]
        text = writers.problem_text(scenes.Scene("s", "t", [], placed, [], []))
        self.assertIn("  - {name: a, mesh: meshes/a.stl}\n", text)
        self.assertIn("  - {name: b, mesh: meshes/a.stl, pose: {xyz: [1, 0, 0.5]}}\n", text)
        self.assertIn("  - {name: c, mesh: meshes/a.stl, pose: {xyz: [0, 0, 0], rpy: [0, 0, 1.5]}}\n", text)


class Determinism(unittest.TestCase):
    def test_two_runs_write_the_same_bytes(self):
        runs = []
        for hash_seed in ("1", "2"):  # the order of sets of strings must not show
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([sys.executable, str(REPOSITORY / "scripts" / "generate_scenes"), "--only", "fanuc_cage",
                                "--only", "linkages_tori", "--only", "puma_machine_room", "--output", folder],
                               check=True, stdout=subprocess.DEVNULL,
                               env=dict(os.environ, PYTHONHASHSEED=hash_seed, PYTHONDONTWRITEBYTECODE="1"))
                runs.append(files_below(pathlib.Path(folder)))
        self.assertIn("fanuc_cage/meshes/cage.stl", runs[0])
        self.assertIn("robots/fanuc_200/meshes/link_1.stl", runs[0])
        self.assertIn("linkages_tori/meshes/torus_low.stl", runs[0])
        self.assertIn("robots/linkage/meshes/link_20.stl", runs[0])
        self.assertIn("puma_machine_room/meshes/pump.stl", runs[0])
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
