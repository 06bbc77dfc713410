"""The scenes: which robot stands where, among what, and its start and goal."""

import dataclasses
import math
from dataclasses import dataclass

from . import cages, car_body, coordination, lattices, linkage, machine_room, machine_tool, parking, pipe_plant, planar_robots
from . import tori, vehicles, workshop
from .configurations import CONFIGURATIONS
from .obstacle import Obstacle
from .refinement import refine_longest_edges
from .robot_model import RobotModel
from .robots import all_robots

MACHINE_TOOL_TRIANGLES = 34170  # the paper: 34,171; closed meshes have even counts
WORKSHOP_TRIANGLES = 74680      # the paper: 74,681
PIPES_TRIANGLES = 38000         # Redon et al. 2004: 38,000

# Where the linkages stand, and the height (a little under the lowest obstacle) below which they have to come; metres.
# There is room for a crumpled linkage below: a chain of 20 links has a radius of gyration of about two links.
TORI_FEET = [(-0.04, 0.0), (0.04, 0.0)]
TORI_GOAL = 1.0
NINE_SPACING = 2 * lattices.HOLE
LATTICES_GOAL = 1.35


@dataclass
class Steering:
    """How a car drives, `kind` as in problem files, and within which (x, y); metres."""

    kind: str
    radius: float
    limits: tuple


@dataclass
class PlacedRobot:
    """A robot whose base stands at xyz (metres), turned by rpy (radians), or a car."""

    name: str
    robot: RobotModel
    xyz: tuple = (0.0, 0.0, 0.0)
    rpy: tuple = (0.0, 0.0, 0.0)
    steering: Steering = None


@dataclass
class LinksBelow:
    """The goal of having every moving link entirely below the world's plane z = `height` (metres)."""

    height: float


@dataclass
class Scene:
    """A planning problem; start and goal hold one tuple of joint values (radians) per robot, (x, y, heading) per car.

    The goal may be LinksBelow instead.
    """

    name: str
    title: str
    robots: list
    obstacles: list
    start: list
    goal: list  # or LinksBelow

    def meshes(self):
        """The obstacles' meshes by file name."""
        return {obstacle.file_name(): obstacle.mesh for obstacle in self.obstacles if obstacle.mesh is not None}

    def needs_meshes(self):
        """Does the problem file name meshes?"""
        return bool(self.meshes()) or any(placed.robot.meshes() for placed in self.robots)

    def obstacle_triangles(self):
        """Triangles of all obstacles together."""
        return sum(len(obstacle.mesh) for obstacle in self.obstacles if obstacle.mesh is not None)

    def robot_triangles(self):
        """Triangles of all robots together."""
        return sum(placed.robot.triangle_count() for placed in self.robots)


def irb2400_cage(robots):
    """Figs 2 and 6(a)."""
    cage = cages.box_cage(1.15, 1.15, 0.05, 2.30, 5, 5, 5, 0.10)
    return _scene("irb2400_cage", "An IRB 2400 carries a thin rod in a cage of 5 mm wires; the rod sticks out of an "
                  "opening at the start, and out of another at the goal.",
                  [PlacedRobot("irb2400", robots["irb2400_rod"])], {"cage": cage})


def fanuc_cage(robots):
    """Fig. 6(b)."""
    cage = cages.dome_cage(1.70, 0.02, 1.30, 16, 0.12, [0.05, 0.46, 0.88, 1.30, (0.35,), (0.75,), (1.15,)])
    return _scene("fanuc_cage", "A Fanuc-200-like arm takes its arc welding gun from one opening of a domed cage of "
                  "5 mm wires to another.",
                  [PlacedRobot("fanuc_200", robots["fanuc_200_arc_gun"])], {"cage": cage})


def fanuc_machine_tool(robots):
    """Fig. 7(a)."""
    return _scene("fanuc_machine_tool", "A Fanuc-200-like arm moves its arc welding gun about the fixture inside a "
                  "machine tool.", [PlacedRobot("fanuc_200", robots["fanuc_200_arc_gun"])],
                  _refined(machine_tool.obstacles(), MACHINE_TOOL_TRIANGLES))


def irb2400_workshop(robots):
    """Fig. 7(b)."""
    return _scene("irb2400_workshop", "An IRB 2400 with a gripper in a workshop, from the work table past the hoist to "
                  "the shelf behind the column.", [PlacedRobot("irb2400", robots["irb2400_gripper"])],
                  _refined(workshop.obstacles(), WORKSHOP_TRIANGLES))


def six_irb2400_car(robots):
    """Fig. 7(c)."""
    placed = []
    for k, (x, side) in enumerate((x, side) for side in (-1.0, 1.0) for x in (1.45, 0.0, -1.45)):
        placed.append(PlacedRobot(f"r{k + 1}", robots["irb2400_spot_gun"], (x, side * 1.65, 0.0),
                                  (0.0, 0.0, -side * math.pi / 2.0)))
    return _scene("six_irb2400_car", "Six IRB 2400 with spot welding guns around a car body; all six change places of "
                  "work at once.", placed, {"car_body": car_body.body()})


def linkages_tori(robots):
    """Fig. 1."""
    return _linkages("linkages_tori", "Two linkages of 20 joints, upright through three thin tori, have to be "
                     "retracted downward out of them.", robots["linkage"], TORI_FEET, tori.obstacles(), TORI_GOAL)


def linkage_lattices(robots):
    """Fig. 8."""
    return _linkages("linkage_lattices", "A linkage of 20 joints, upright through one hole of each of three thin "
                     "lattices, has to be retracted downward out of them.", robots["linkage"], [(0.0, 0.0)],
                     lattices.obstacles(5), LATTICES_GOAL)


def nine_linkages_lattices(robots):
    """The example marked (*) in Table 5, nine times Fig. 8."""
    feet = [(NINE_SPACING * i, NINE_SPACING * j) for j in (-1, 0, 1) for i in (-1, 0, 1)]
    return _linkages("nine_linkages_lattices", "Nine linkages of 20 joints, upright through different holes of three "
                     "thin lattices, have to be retracted downward out of them.", robots["linkage"], feet,
                     lattices.obstacles(9), LATTICES_GOAL)


def puma_pipes(robots):
    """Redon, Kim, Lin, Manocha 2004, Fig. 1."""
    return _scene("puma_pipes", "A Puma 560 reaches through the pipes that it stands among.",
                  [PlacedRobot("puma_560", robots["puma_560"])], _refined(pipe_plant.obstacles(), PIPES_TRIANGLES))


def puma_machine_room(robots):
    """Redon, Kim, Lin, Manocha 2004, Fig. 7."""
    start, goal = CONFIGURATIONS["puma_machine_room"]
    return Scene("puma_machine_room", "A Puma 560 among the 1,180 objects of an auxiliary machine room.",
                 [PlacedRobot("puma_560", robots["puma_560"])], machine_room.obstacles(), start, goal)


def car_garage(robots):
    """A Reeds-Shepp car among posts of 24 mm."""
    place = PlacedRobot("car", robots["car"], steering=Steering("reeds_shepp", vehicles.CAR_RADIUS, parking.GARAGE_LIMITS))
    return Scene("car_garage", "A car leaves its bay in a garage and is backed into another one, between thin posts.",
                 [place], parking.garage(), [(parking.bay_centre(1), -7.2, math.pi / 2.0)],
                 [(parking.bay_centre(4), 7.2, -math.pi / 2.0)])


def truck_lot(robots):
    """A Reeds-Shepp truck whose body is long behind its axle."""
    place = PlacedRobot("truck", robots["truck"],
                        steering=Steering("reeds_shepp", vehicles.TRUCK_RADIUS, parking.LOT_LIMITS))
    return Scene("truck_lot", "A long truck comes into a lot and is backed to a dock, between bollards and lamps.",
                 [place], parking.lot(), [(-16.0, -8.0, 0.0)], [(parking.dock_centre(1), 17.4, -math.pi / 2.0)])


def cars_corridor(robots):
    """Svestka, Overmars 1998, Fig. 14."""
    return _cars("cars_corridor", "Cars in a corridor in which none can pass another reverse their order, with the help of "
                 "the rooms at its ends.", robots, coordination.corridor())


def three_discs(robots):
    """Svestka, Overmars 1998, Fig. 15."""
    return _sliders("three_discs", "Three discs that slide change places round a block.", robots["disc"], "disc",
                    coordination.three_discs())


def two_rectangles(robots):
    """Svestka, Overmars 1998, Fig. 16."""
    return _sliders("two_rectangles", "Two rectangles that slide, and do not turn, in a bent corridor in which neither can pass "
                    "the other.", robots["rectangle"], "rectangle", coordination.two_rectangles())


def cars_scene_1(robots):
    """Svestka, Overmars 1998, Figs 17 (left) and 18."""
    return _cars("cars_scene_1", "Cars change places in a hall with walls and pillars.", robots, coordination.hall(5))


def cars_scene_2(robots):
    """Svestka, Overmars 1998, Figs 17 (right) and 19."""
    return _cars("cars_scene_2", "Cars change places in an open yard that is small for them.", robots, coordination.yard())


def ten_discs(robots):
    """As many robots as the paper leaves to planners that are not complete."""
    return _sliders("ten_discs", "Ten discs that slide, five on each side, change sides.", robots["disc"], "disc",
                    coordination.ten_discs())


def ten_cars(robots):
    """The hall of cars_scene_1 with twice the cars, for measurements; not among the scenes."""
    return _cars("ten_cars", "Ten cars change places in a hall with walls and pillars.", robots, coordination.hall(10))


BUILDERS = (irb2400_cage, fanuc_cage, fanuc_machine_tool, irb2400_workshop, six_irb2400_car, linkages_tori,
            linkage_lattices, nine_linkages_lattices, puma_pipes, puma_machine_room, car_garage, truck_lot,
            cars_corridor, three_discs, two_rectangles, cars_scene_1, cars_scene_2, ten_discs)


def scene_names():
    """The names of all scenes, in the order in which they are generated."""
    return [builder.__name__ for builder in BUILDERS]


def build(names=None):
    """The scenes of the given names (all if None), sharing one set of robots."""
    robots = all_robots()
    return [builder(robots) for builder in BUILDERS if names is None or builder.__name__ in names]


def _refined(meshes, total):
    refine_longest_edges(list(meshes.values()), total)
    return meshes


def _linkages(name, title, robot, feet, obstacles, goal_height):
    """Upright linkages on one base plate, at the (x, y) of `feet`, that have to come below a height."""
    placed = [PlacedRobot(f"linkage_{k + 1}" if len(feet) > 1 else "linkage", robot, (x, y, 0.0))
              for k, (x, y) in enumerate(feet)]
    meshes = {"base_plate": linkage.base_plate(feet), **obstacles}
    upright = (0.0,) * linkage.LINKS
    return Scene(name, title, placed, [Obstacle(key, mesh) for key, mesh in meshes.items()], [upright] * len(feet),
                 LinksBelow(goal_height))


def first_robots(scene, count):
    """The scene with its first `count` robots only."""
    return dataclasses.replace(scene, robots=scene.robots[:count], start=scene.start[:count], goal=scene.goal[:count])


def _cars(name, title, robots, place):
    steering = Steering("reeds_shepp", planar_robots.CAR_RADIUS, place.limits)
    placed = [PlacedRobot(f"car_{k + 1}", robots["small_car"], steering=steering) for k in range(len(place.start))]
    return Scene(name, title, placed, place.walls, place.start, place.goal)


def _sliders(name, title, robot, prefix, place):
    placed = [PlacedRobot(f"{prefix}_{k + 1}", robot) for k in range(len(place.start))]
    return Scene(name, title, placed, place.walls, place.start, place.goal)


def _scene(name, title, placed, meshes):
    start, goal = CONFIGURATIONS[name]
    return Scene(name, title, placed, [Obstacle(key, mesh) for key, mesh in meshes.items()], start, goal)
