"""A machining centre in front of the robot at +x: its work area opens towards the robot.

Metres, in the frame of the robot's base. The door opening spans |y| < 0.62, 0.86 < z < 1.72 at
x = FRONT; the fixture with its workpiece stands in the middle of the table.
"""

import math

from .mesh import joined
from .primitives import (box, cylinder, extrude, hexagon_bolt, revolve, ring_tube, rounded_block, rounded_rectangle,
                         sphere, tube)

FRONT = 1.20
BACK = 2.75
HALF_WIDTH = 1.05
TABLE_TOP = 0.96
TABLE_X = 1.85
FACING_FRONT = ((0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0))  # rotation that lays z along -x


def obstacles():
    """The parts of the machine tool, each one mesh, by name."""
    return {"enclosure": _enclosure(), "door": _door(), "bed": _bed(), "fixture": _fixture(), "spindle": _spindle(),
            "turret": _turret(), "hoses": _hoses(), "chip_pans": _chip_pans(), "control_panel": _control_panel()}


def _row_of_bolts(start, end, count, radius=0.009, height=0.007):
    """Hexagon bolts along the front face (facing -x) between two points."""
    bolts = []
    for k in range(count):
        point = tuple(a + (b - a) * k / (count - 1) for a, b in zip(start, end))
        bolts.append(hexagon_bolt(radius, height).transformed((FACING_FRONT, point)))
    return bolts


def _enclosure():
    depth, middle = BACK - FRONT, (FRONT + BACK) / 2.0
    parts = [box(depth, 0.04, 2.00, (middle, side * HALF_WIDTH, 1.10)) for side in (-1.0, 1.0)]
    parts += [box(0.04, 2.14, 2.00, (BACK, 0.0, 1.10)), box(depth, 2.14, 0.04, (middle, 0.0, 2.10))]
    # Front frame: two pillars, a sill below the opening and a lintel above it.
    parts += [rounded_block(0.10, 0.16, 2.04, 0.025, 0.006, 3, (FRONT, side * 0.97, 1.12)) for side in (-1.0, 1.0)]
    parts += [rounded_block(0.10, 2.06, 0.22, 0.025, 0.006, 3, (FRONT, 0.0, z)) for z in (0.74, 1.84)]
    parts += [box(0.03, 2.06, 0.20, (FRONT + 0.01, 0.0, 2.02)), box(0.03, 2.06, 0.52, (FRONT + 0.01, 0.0, 0.36))]
    for z in (0.66, 0.82, 1.76, 1.92):
        parts += _row_of_bolts((FRONT - 0.049, -0.85, z), (FRONT - 0.049, 0.85, z), 9)
    # Ventilation louvres on both sides and levelling feet.
    for side in (-1.0, 1.0):
        parts += [box(0.30, 0.012, 0.018, (2.35, side * (HALF_WIDTH + 0.024), 0.45 + 0.035 * k)) for k in range(10)]
        for x in (FRONT + 0.10, BACK - 0.10):
            parts.append(revolve([(0.060, 0.0), (0.060, 0.015), (0.020, 0.030), (0.020, 0.105)], 16)
                         .moved(x, side * 0.95, 0.0))
    return joined(*parts)


def _door():
    # Half open: the leaf covers the opening's right part, so that the gun has to come in at the left.
    leaf = rounded_block(0.030, 0.44, 0.92, 0.012, 0.004, 3, (FRONT - 0.085, -0.74, 1.29))
    rails = [cylinder(0.012, -1.0, 1.0, 10).along_y().moved(FRONT - 0.070, 0.0, z) for z in (0.79, 1.79)]
    handle = tube([(FRONT - 0.10, -0.56, 1.10), (FRONT - 0.15, -0.56, 1.10), (FRONT - 0.15, -0.56, 1.40),
                   (FRONT - 0.10, -0.56, 1.40)], 0.011, 10)
    frame = [box(0.012, 0.30, 0.012, (FRONT - 0.106, -0.77, z)) for z in (1.05, 1.55)]
    frame += [box(0.012, 0.012, 0.50, (FRONT - 0.106, y, 1.30)) for y in (-0.91, -0.63)]
    return joined(leaf, handle, *rails, *frame)


def _bed():
    saddle = rounded_block(0.86, 1.50, 0.26, 0.06, 0.015, 4, (TABLE_X, 0.0, 0.66))
    rails = [rounded_block(0.06, 1.70, 0.05, 0.012, 0.004, 3, (TABLE_X + x, 0.0, 0.81)) for x in (-0.27, 0.27)]
    carriages = [rounded_block(0.12, 0.14, 0.06, 0.015, 0.004, 3, (TABLE_X + x, y, 0.845))
                 for x in (-0.27, 0.27) for y in (-0.40, 0.40)]
    # The table is made of strips: the gaps between them are its T-slots.
    strips = [box(0.085, 1.10, 0.075, (TABLE_X - 0.30 + 0.10 * k, 0.0, TABLE_TOP - 0.0375)) for k in range(7)]
    slab = box(0.70, 1.10, 0.030, (TABLE_X, 0.0, TABLE_TOP - 0.080))
    screw = [ring_tube(0.017, 0.003, 16, 5).along_y().moved(TABLE_X, -0.70 + 0.02 * k, 0.825) for k in range(8)]
    shaft = cylinder(0.017, -0.72, 0.72, 14).along_y().moved(TABLE_X, 0.0, 0.825)
    column = rounded_block(0.30, 0.70, 1.30, 0.06, 0.015, 4, (2.55, 0.0, 1.40))
    return joined(saddle, slab, shaft, column, *rails, *carriages, *strips, *screw)


def _fixture():
    plate = rounded_block(0.42, 0.52, 0.040, 0.03, 0.006, 4, (TABLE_X, 0.0, TABLE_TOP + 0.022))
    towers = [rounded_block(0.10, 0.06, 0.22, 0.015, 0.005, 3, (TABLE_X + 0.05, y, TABLE_TOP + 0.150))
              for y in (-0.19, 0.19)]
    hub = revolve([(0.105, 0.0), (0.110, 0.006), (0.110, 0.030), (0.060, 0.045), (0.056, 0.130), (0.070, 0.140),
                   (0.070, 0.160), (0.040, 0.165)], 36).moved(TABLE_X, 0.0, TABLE_TOP + 0.043)
    parts = [plate, hub] + towers
    for k in range(10):
        angle = 2.0 * math.pi * k / 10.0
        parts.append(hexagon_bolt(0.009, 0.008).moved(TABLE_X + 0.088 * math.cos(angle), 0.088 * math.sin(angle),
                                                      TABLE_TOP + 0.073))
    for sx in (-1, 1):
        for sy in (-1, 0, 1):
            x, y = TABLE_X + sx * 0.17, sy * 0.21
            parts.append(cylinder(0.018, 0.0, 0.005, 20).moved(x, y, TABLE_TOP + 0.042))
            parts.append(hexagon_bolt(0.013, 0.011).moved(x, y, TABLE_TOP + 0.0468))
    # Toggle clamps that press on the workpiece from both towers.
    for side in (-1.0, 1.0):
        arm = tube([(TABLE_X + 0.05, side * 0.19, TABLE_TOP + 0.258), (TABLE_X + 0.04, side * 0.14, TABLE_TOP + 0.285),
                    (TABLE_X + 0.02, side * 0.06, TABLE_TOP + 0.280)], 0.010, 10)
        pad = revolve([(0.013, 0.0), (0.013, 0.012), (0.006, 0.018), (0.006, 0.075)], 14)
        lever = tube([(TABLE_X + 0.05, side * 0.20, TABLE_TOP + 0.255), (TABLE_X + 0.08, side * 0.23, TABLE_TOP + 0.34),
                      (TABLE_X + 0.10, side * 0.24, TABLE_TOP + 0.40)], 0.008, 8)
        knob = sphere(0.018, 14, 8).moved(TABLE_X + 0.10, side * 0.24, TABLE_TOP + 0.405)
        parts += [arm, lever, knob, pad.moved(TABLE_X + 0.02, side * 0.05, TABLE_TOP + 0.212)]
    return joined(*parts)


def _spindle():
    head = rounded_block(0.46, 0.34, 0.40, 0.07, 0.02, 5, (2.20, 0.0, 1.86))
    nose = revolve([(0.030, 1.395), (0.034, 1.400), (0.034, 1.440), (0.062, 1.450), (0.062, 1.475), (0.052, 1.485),
                    (0.075, 1.540), (0.105, 1.560), (0.130, 1.600), (0.130, 1.680)], 36)
    cutter = revolve([(0.0, 1.290), (0.008, 1.294), (0.010, 1.300), (0.010, 1.398)], 18)
    motor = revolve([(0.120, 0.0), (0.120, 0.02), (0.105, 0.03), (0.105, 0.02 + 0.20), (0.08, 0.24)], 28)
    fins = [ring_tube(0.106, 0.005, 28, 5).moved(2.20, 0.0, 2.125 + 0.025 * k) for k in range(7)]
    bolts = [hexagon_bolt(0.009, 0.008).moved(2.10 + 0.115 * math.cos(k * math.pi / 4),
                                              0.115 * math.sin(k * math.pi / 4), 1.678) for k in range(8)]
    return joined(head, nose.moved(2.10, 0.0, 0.0), cutter.moved(2.10, 0.0, 0.0), motor.moved(2.20, 0.0, 2.055),
                  *fins, *bolts)


def _turret():
    # Tool magazine on the left wall: a drum about y with twelve tool holders.
    drum = revolve([(0.070, 0.0), (0.205, 0.012), (0.215, 0.030), (0.215, 0.075), (0.180, 0.095), (0.110, 0.140)], 36)
    parts = [drum.along_y().mirrored_y()]
    holder = revolve([(0.020, 0.0), (0.034, 0.008), (0.034, 0.028), (0.022, 0.036), (0.018, 0.080), (0.010, 0.086),
                      (0.007, 0.150)], 14)
    for k in range(12):
        angle = 2.0 * math.pi * k / 12.0
        c, s = math.cos(angle), math.sin(angle)
        outward = (((0.0, s, c), (1.0, 0.0, 0.0), (0.0, c, -s)), (0.210 * c, -0.052, -0.210 * s))
        parts.append(holder.transformed(outward))
    shaft = cylinder(0.055, -0.02, 0.20, 20).along_y()
    return joined(shaft, *parts).moved(1.92, 0.84, 1.42)


def _hoses():
    parts = []
    for k, (y, bulge) in enumerate(((-0.12, 0.22), (-0.06, 0.17), (0.06, 0.18), (0.12, 0.24), (0.16, 0.30))):
        path = []
        for i in range(25):
            u = i / 24.0
            path.append((2.36 - 0.30 * u - bulge * math.sin(math.pi * u) * 0.6, y * (1.0 + 1.6 * u * (1.0 - u)),
                         1.98 - 0.50 * u ** 1.5 - 0.02 * k * math.sin(math.pi * u)))
        parts.append(tube(path, 0.011, 10))
        x, y, z = path[-1]
        parts.append(revolve([(0.013, 0.0), (0.013, 0.03), (0.008, 0.05)], 10).moved(x, y, z - 0.055))
    # Segmented coolant nozzles that end near the cutter, and an energy chain to the table.
    for side in (-1.0, 1.0):
        for k in range(12):
            u = k / 11.0
            parts.append(sphere(0.016, 12, 6).moved(2.10 - 0.13 * math.sin(2.2 * u), side * (0.135 - 0.09 * u * u),
                                                    1.60 - 0.235 * u))
    for k in range(26):
        u = k / 25.0
        parts.append(rounded_block(0.070, 0.030, 0.045, 0.010, 0.004, 3,
                                   (TABLE_X + 0.44, -0.55 + 0.85 * u, 0.83 + 0.10 * math.sin(math.pi * u))))
    return joined(*parts)


def _chip_pans():
    parts = []
    for side in (-1.0, 1.0):
        y = side * 0.86
        parts += [box(1.00, 0.26, 0.010, (1.80, y, 0.62)), box(1.00, 0.010, 0.12, (1.80, y - 0.13, 0.675)),
                  box(1.00, 0.010, 0.12, (1.80, y + 0.13, 0.675))]
        # The helix of the chip conveyor, as a bent bar about its shaft.
        path = [(1.36 + 0.9 * k / 110.0, y + 0.07 * math.cos(0.5 * k), 0.715 + 0.07 * math.sin(0.5 * k))
                for k in range(111)]
        parts += [tube(path, 0.008, 6), cylinder(0.018, 1.34, 2.28, 12).along_x().moved(0.0, y, 0.715)]
    return joined(*parts)


def _control_panel():
    boom = tube([(FRONT - 0.03, -1.03, 1.95), (FRONT - 0.10, -1.20, 1.95), (FRONT - 0.30, -1.32, 1.92),
                 (FRONT - 0.36, -1.34, 1.80)], 0.028, 12)
    cabinet = rounded_block(0.12, 0.46, 0.60, 0.03, 0.01, 4, (FRONT - 0.36, -1.36, 1.50))
    screen = box(0.012, 0.34, 0.26, (FRONT - 0.426, -1.36, 1.62))
    button = cylinder(0.011, 0.0, 0.012, 12).transformed((FACING_FRONT, (0.0, 0.0, 0.0)))
    buttons = [button.moved(FRONT - 0.4195, -1.51 + 0.05 * i, 1.28 + 0.045 * j) for i in range(7) for j in range(4)]
    wheel = ring_tube(0.030, 0.006, 20, 8).along_x().moved(FRONT - 0.425, -1.20, 1.43)
    lamp = extrude(rounded_rectangle(0.06, 0.06, 0.025, 4), 2.12, 2.40, 0.006)
    return joined(boom, cabinet, screen, wheel, lamp.moved(FRONT + 0.25, -0.95, 0.0), *buttons)
