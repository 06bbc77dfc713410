"""An auxiliary machine room around a robot at the origin: where its 1,180 objects stand; metres.

The room is 12 m x 9 m, open to the front (-y). Two rows of pump sets leave the robot's place between them; tanks
stand at the back wall, generators and a platform on the right, switchboards on the left. Redon, Kim, Lin and Manocha's
own model (1,180 objects, 187,000 triangles) is not public. Objects of one shape share a mesh.
"""

import math
import random

from . import room_equipment, room_structure
from .obstacle import Obstacle
from .piping import Fitting, PipeShop
from .transforms import roll_pitch_yaw

OBJECTS = 1180
SEED = 2004  # of what differs from pump to pump, such as the side of a handwheel
HALF_X, HALF_Y, HEIGHT = 6.0, 4.5, 4.0
FLOOR = -0.02  # below the robot's foot, which may not touch it
QUARTER = math.pi / 2.0

DISCHARGE_RADIUS, SUCTION_RADIUS = 0.045, 0.050
# Of each pump set: middle of its skid (x, y), and the height at which its discharge crosses to the back wall.
PUMP_SETS = ([(-4.05 + 1.85 * k, 0.74, 2.10 + 0.13 * k) for k in range(5)]
             + [(-3.70 + 1.85 * k, -0.82, 1.22 + 0.06 * k) for k in range(5)]
             + [(-4.05 + 1.85 * k, -2.70, 2.85 + 0.12 * k) for k in range(4)])
TANKS = [(-4.3, 0.62, 2.2), (-2.6, 0.55, 1.9), (-1.0, 0.62, 2.2), (0.7, 0.55, 1.9), (2.3, 0.62, 2.2)]


class _Room:
    """Collects obstacles and numbers them."""

    def __init__(self):
        self.obstacles = []
        self._numbers = {}
        self._meshes = {}
        self.random = random.Random(SEED)
        self.shop = PipeShop(sides=9, bend_steps=5, bolts=4)

    def add(self, name, make, xyz, rpy=(0.0, 0.0, 0.0), shape=None):
        """One more object of this name, its mesh made at the first use of its shape (default: the name)."""
        shape = shape or name
        if shape not in self._meshes:
            self._meshes[shape] = make()
        self._append(name, self._meshes[shape], shape, xyz, rpy)

    def add_line(self, name, radius, points, fittings):
        """All parts of a pipe line, each an object."""
        for part in self.shop.line(radius, points, fittings):
            kind = part.shape.split("_")[0]
            self._append(f"{name}_{kind}", part.mesh, part.shape, part.place[1], roll_pitch_yaw(part.place))

    def _append(self, name, mesh, shape, xyz, rpy):
        self._numbers[name] = self._numbers.get(name, 0) + 1
        self.obstacles.append(Obstacle(f"{name}_{self._numbers[name]}", mesh, shape, tuple(xyz), tuple(rpy)))


def obstacles():
    """The OBJECTS objects of the room."""
    room = _Room()
    for furnish in (_structure, _pump_sets, _pump_lines, _mains, _tanks, _machines, _platform, _cable_trays,
                    _service_lines):
        furnish(room)
    _wall_boxes(room, OBJECTS - len(room.obstacles))
    return room.obstacles


def _structure(room):
    for i in range(6):
        for j in range(4):
            room.add("floor_plate", lambda: room_structure.floor_plate(2.0, 2.25),
                     (-5.0 + 2.0 * i, -3.375 + 2.25 * j, FLOOR))
    for i in range(6):
        room.add("back_wall", lambda: room_structure.wall_panel(2.0, HEIGHT), (-5.0 + 2.0 * i, HALF_Y, FLOOR))
    for j in range(4):
        for side, name in ((-1, "left_wall"), (1, "right_wall")):
            room.add(name, lambda: room_structure.wall_panel(2.25, HEIGHT),
                     (side * HALF_X, -3.375 + 2.25 * j, FLOOR), (0.0, 0.0, -side * QUARTER), "side_wall")
    for x in (-5.7, -1.8, 1.8, 5.7):
        for y in (-4.2, 4.25):
            room.add("column", lambda: room_structure.column(3.70), (x, y, FLOOR))
        room.add("roof_beam", lambda: room_structure.i_beam(8.8), (x, -4.4, 3.80), (-QUARTER, 0.0, 0.0))
    for x in (-4.5, -2.7, -0.9, 0.9, 2.7, 4.5):
        for y in (-2.2, 2.0):
            room.add("lamp", room_structure.lamp, (x, y, 3.70))
    for x in (-3.5, -0.15, 3.2):
        room.add("extinguisher", room_equipment.extinguisher, (x, HALF_Y - 0.01, 0.9))


def _pump_sets(room):
    for x, y, _ in PUMP_SETS:
        room.add("skid", room_equipment.skid, (x, y, 0.0))
        room.add("motor", room_equipment.motor, (x - 0.35, y, 0.0))
        room.add("coupling_guard", room_equipment.coupling_guard, (x + 0.07, y, 0.0))
        room.add("pump", room_equipment.pump, (x + 0.46, y, 0.0))


def _pump_lines(room):
    for k, (x, y, level) in enumerate(PUMP_SETS):
        # Discharge: up from the pump and across the room to the back wall.
        stem = (-1, 0, 0) if room.random.random() < 0.5 else (1, 0, 0)
        up, pump_x, pump_y = 0.61, x + 0.46, y + 0.11
        back = HALF_Y - 0.15 - 0.10 * (k % 3)
        fittings = [Fitting("flange", 0, 0.06), Fitting("flange", 1, 0.35), Fitting("flange", 1, 0.5 * (back - pump_y)),
                    Fitting("valve", 0, 0.22 + 0.04 * round(3 * room.random.random()), stem)]
        name = f"discharge_{k + 1}"
        room.add_line(name, DISCHARGE_RADIUS,
                      [(pump_x, pump_y, up), (pump_x, pump_y, level), (pump_x, back, level),
                       (pump_x, back, HEIGHT - 0.1)],
                      fittings)
        for share in (0.22, 0.82):
            room.add(f"{name}_hanger", lambda: room_structure.pipe_hanger(DISCHARGE_RADIUS, round(3.7 - level, 3)),
                     (pump_x, pump_y + share * (back - pump_y), level), (0.0, 0.0, QUARTER),
                     f"hanger_90_{round(1000 * (3.7 - level))}")
        # Suction: from the floor beside the aisle into the pump.
        stem = (0, 1, 0) if room.random.random() < 0.5 else (0, -1, 0)
        riser = x + 0.46 + 0.215 + 0.24
        top = 1.15 + 0.05 * round(6 * room.random.random())
        name = f"suction_{k + 1}"
        room.add_line(name, SUCTION_RADIUS,
                      [(x + 0.46 + 0.215, y, 0.34), (riser, y, 0.34), (riser, y, top), (riser, y - 0.45, top),
                       (riser, y - 0.45, 0.0)],
                      [Fitting("flange", 1, 0.22), Fitting("valve", 1, 0.45, stem), Fitting("flange", 3, 0.30)])
        room.add(f"{name}_stand", lambda: room_structure.pipe_stand(SUCTION_RADIUS, 0.34), (riser - 0.19, y, 0.0),
                 shape="stand_100")


def _mains(room):
    """Mains along the whole room, below the roof and at the front."""
    for k in range(6):
        radius = (0.050, 0.075, 0.060, 0.040)[k % 4]
        y, z = (-3.9 + 0.30 * k, 3.42) if k < 4 else (-3.75 + 0.30 * (k - 4), 3.15)
        fittings = [Fitting("flange", 0, d + 0.13 * k) for d in (1.0, 3.2, 6.5, 9.6)]
        fittings.append(Fitting("valve", 0, 4.3 + 0.13 * k, (0, 0, -1)))
        room.add_line(f"main_{k + 1}", radius, [(-5.8, y, z), (5.8, y, z)], fittings)
        for x in (-4.6, -2.0, 0.6, 3.2):
            room.add(f"main_{k + 1}_hanger", lambda: room_structure.pipe_hanger(radius, round(3.7 - z, 3)), (x, y, z),
                     shape=f"hanger_{round(2000 * radius)}_{round(1000 * (3.7 - z))}")


def _tanks(room):
    for k, (x, radius, height) in enumerate(TANKS):
        y = 3.15
        room.add("tank", lambda: room_equipment.tank(radius, height), (x, y, FLOOR + 0.02),
                 (0.0, 0.0, -QUARTER), f"tank_{round(2000 * radius)}")
        top = 0.45 + height + 0.30 * radius
        # From the tank's top to the back wall, and from its bottom to the front.
        room.add_line(f"tank_{k + 1}_vent", 0.035, [(x, y, top), (x, y, 3.45), (x, 4.38, 3.45), (x, 4.38, 2.4)],
                      [Fitting("flange", 0, 0.10), Fitting("flange", 1, 0.60), Fitting("valve", 2, 0.60, (-1, 0, 0))])
        room.add_line(f"tank_{k + 1}_drain", 0.040, [(x, y, 0.30), (x, y, 0.12), (x, 1.75, 0.12),
                                                     (x + 0.75, 1.75, 0.12)],
                      [Fitting("flange", 1, 0.75), Fitting("valve", 1, 1.05, (0, 0, 1)), Fitting("flange", 2, 0.35)])
        room.add_line(f"tank_{k + 1}_feed", 0.030,
                      [(x + 0.30, 1.60, 2.70), (x + 0.30, y - 0.30, 2.70), (x + 0.30, y - 0.30, 2.30)],
                      [Fitting("flange", 0, 0.30), Fitting("flange", 0, 0.90)])
        room.add(f"tank_{k + 1}_stand", lambda: room_structure.pipe_stand(0.040, 0.12), (x, 2.25, 0.0),
                 (0.0, 0.0, QUARTER), "stand_80")


def _machines(room):
    for k, x in enumerate((-4.6, -1.9, 0.8)):
        room.add("heat_exchanger", room_equipment.heat_exchanger, (x, -3.95, 0.0))
        for end in (-0.60, 0.60):
            room.add_line(f"exchanger_{k + 1}", 0.045, [(x + end, -3.95, 0.90), (x + end, -3.95, 2.0),
                                                        (x + end, -3.3, 2.0), (x + end, -3.3, 2.7)],
                          [Fitting("flange", 0, 0.10), Fitting("valve", 0, 0.50, (0, 1, 0)),
                           Fitting("flange", 2, 0.30)])
    for y in (-2.0, 2.3):
        room.add("diesel", room_equipment.diesel, (4.55, y, 0.0))
        room.add("alternator", room_equipment.motor, (5.65, y, 0.2), (0.0, 0.0, math.pi), "motor")
        room.add_line("exhaust", 0.065, [(5.35, y, 1.14), (5.35, y, 2.60), (5.35, y + 0.8, 2.60), (5.35, y + 0.8, 3.9)],
                      [Fitting("flange", 0, 0.20), Fitting("flange", 0, 1.00), Fitting("flange", 2, 0.50)])
    for x in (3.4, 5.0):
        room.add("compressor", room_equipment.compressor, (x, -3.9, 0.0))
    for k in range(9):
        room.add("cabinet", room_equipment.cabinet, (-5.60, -3.45 + 0.82 * k, 0.0))
    for k in range(8):
        room.add("drum", room_equipment.drum, (4.1 + 0.62 * (k % 3), 3.85 - 0.62 * (k // 3), 0.0))


def _platform(room):
    """A platform on the right at 2.4 m, a stair up to it and handrails round it."""
    level = 2.4
    for i in range(2):
        for j in range(3):
            room.add("grating", lambda: room_structure.grating(1.0, 1.0), (3.0 + i, -0.9 + j, level))
    for x in (2.55, 4.45):
        room.add("platform_beam", lambda: room_structure.i_beam(3.0, 0.14, 0.10), (x, -1.4, level - 0.11),
                 (-QUARTER, 0.0, 0.0))
        for y in (-1.35, 1.55):
            room.add("platform_leg", lambda: room_structure.i_beam(level - 0.19, 0.12, 0.10), (x, y, 0.0))
    for j in range(4):
        for x in (2.53, 4.47):
            room.add("rail_post", room_structure.handrail_post, (x, -1.37 + 0.98 * j, level))
    for j in range(3):
        for x in (2.53, 4.47):
            for z in (0.40, 0.75, 1.06):
                room.add("rail", lambda: room_structure.handrail_bar(0.98), (x, -0.88 + 0.98 * j, level + z),
                         (0.0, 0.0, QUARTER))
    for z in (0.40, 0.75, 1.06):
        room.add("end_rail", lambda: room_structure.handrail_bar(1.94), (3.5, 1.57, level + z))
    # The stair climbs from the front.
    run, steps = 2.1, 11
    for side in (-1, 1):
        room.add("stringer", lambda: room_structure.stair_stringer(level, run), (3.5 + side * 0.41, -1.42 - run, 0.0),
                 (0.0, 0.0, QUARTER))
    for k in range(steps):
        share = (k + 1) / (steps + 1)
        room.add("tread", room_structure.stair_tread, (3.5, -1.42 - run * (1.0 - share), level * share),
                 (0.0, 0.0, QUARTER))


def _cable_trays(room):
    for y, z in ((-1.85, 2.65), (0.0, 1.46), (1.75, 2.45)):
        for k in range(10 if y == 0.0 else 11):
            x = -5.2 + 0.7 * k
            room.add("cable_tray", lambda: room_structure.cable_tray(0.7), (x, y, z))
            room.add("tray_hanger", lambda: room_structure.tray_hanger(round(3.7 - z, 3)), (x, y, 3.7),
                     shape=f"tray_hanger_{round(1000 * (3.7 - z))}")


def _service_lines(room):
    """Thin lines for water, air and oil in the aisle about the robot, and along the walls."""
    rows = ((0.48, 0.30, 1.08), (-0.46, 0.38, 0.98), (-0.50, -0.36, 1.24), (0.40, -0.44, 0.88), (0.66, -0.14, 0.56),
            (-0.40, 0.08, 0.46))
    for k, (x, y, top) in enumerate(rows):
        out = math.copysign(2.0, x)
        room.add_line(f"service_{k + 1}", 0.030, [(x, y, FLOOR), (x, y, top), (x + out, y, top), (x + out, y, FLOOR)],
                      [Fitting("valve", 0, 0.30, (-round(math.copysign(1, x)), 0, 0)),
                       Fitting("flange", 1, 0.60), Fitting("flange", 1, 1.40), Fitting("flange", 2, 0.25)])
    for k in range(3):
        z = 0.35 + 0.20 * k
        room.add_line(f"air_{k + 1}", 0.020 + 0.004 * (k % 3),
                      [(-3.3, HALF_Y - 0.12, z), (3.6, HALF_Y - 0.12, z), (3.6, HALF_Y - 0.5, z)],
                      [Fitting("flange", 0, 0.8 + 1.3 * j + 0.1 * k) for j in range(5)])


def _wall_boxes(room, count):
    """Junction boxes with conduits on the walls, row by row, until `count` objects are added."""
    places = []
    for z in (1.75, 2.75):
        places += [((-5.7 + 0.42 * k, HALF_Y - 0.002, z), 0.0) for k in range(28)]
        places += [((HALF_X - 0.002, -4.2 + 0.42 * k, z), -QUARTER) for k in range(20)]
        places += [((0.002 - HALF_X, -4.2 + 0.42 * k, z + 0.55), QUARTER) for k in range(20)]
    if not 0 <= count <= 2 * len(places):
        raise ValueError(f"{count} objects for {len(places)} places on the walls")
    for k in range(count):
        xyz, yaw = places[k // 2]
        if k % 2 == 0:
            room.add("junction_box", room_structure.junction_box, xyz, (0.0, 0.0, yaw))
        else:
            room.add("conduit", room_structure.conduit, xyz, (0.0, 0.0, yaw))
