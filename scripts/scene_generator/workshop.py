"""A workshop around a robot at the origin: structure, storage, conveyor and clutter; metres.

The conveyor runs along y at x = 1.15; the shelf stands at y = +1.6, the work table at y = -1.4.
"""

import math

from .mesh import joined
from .primitives import (arc, box, cylinder, extrude, hexagon_bolt, revolve, ring_tube, rounded_block,
                         rounded_rectangle, sphere, tube)


def obstacles():
    """The things in the workshop, each one mesh, by name."""
    result = {"floor": box(6.4, 6.4, 0.10, (0.3, 0.0, -0.07))}
    for k, (x, y) in enumerate(((0.92, 0.80), (-1.60, 1.9), (-1.60, -1.9), (2.30, -1.9))):
        result[f"column_{k + 1}"] = _column().moved(x, y, 0.0)
    for k, y in enumerate((0.80, -1.9)):
        result[f"roof_truss_{k + 1}"] = _truss().moved(0.3, y, 2.95)
    result["shelf"] = _shelf().moved(0.25, 1.62, 0.0)
    result["shelf_parts"] = _shelf_parts().moved(0.25, 1.62, 0.0)
    result["table"] = _table().moved(0.10, -1.38, 0.0)
    result["table_parts"] = _table_parts().moved(0.10, -1.38, 0.86)
    result["conveyor"] = _conveyor().moved(1.18, -0.35, 0.0)
    result["conveyor_parts"] = _conveyor_parts().moved(1.18, -0.35, 0.60)
    result["pipes"] = _pipes()
    result["railing"] = _railing()
    result["hoist"] = _hoist().moved(0.95, -0.10, 0.0)
    result["drums"] = _drums().moved(-1.35, -1.25, 0.0)
    result["pallet"] = _pallet().moved(-1.35, 1.05, 0.0)
    result["cabinet"] = _cabinet().moved(2.35, 1.30, 0.0)
    result["ladder"] = _ladder().moved(2.35, -0.90, 0.0)
    result["lamps"] = _lamps()
    return result


def _profile_beam(length, height, width, flange=0.014, web=0.010):
    """I-beam along z from 0 to `length`, of three closed plates."""
    half = height / 2.0
    return joined(box(flange, width, length, (half - flange / 2, 0.0, length / 2)),
                  box(flange, width, length, (flange / 2 - half, 0.0, length / 2)),
                  box(height - 2 * flange, web, length, (0.0, 0.0, length / 2)))


def _column():
    beam = _profile_beam(2.95, 0.16, 0.14)
    foot = box(0.28, 0.26, 0.020, (0.0, 0.0, -0.008))
    bolts = [hexagon_bolt(0.016, 0.016).moved(sx * 0.11, sy * 0.10, 0.002) for sx in (-1, 1) for sy in (-1, 1)]
    gussets = [box(0.10, 0.008, 0.12, (sx * 0.03, 0.0, 2.86)) for sx in (-1, 1)]
    rivets = [sphere(0.010, 8, 4).moved(0.0785, sy * 0.05, 0.20 + 0.20 * k) for k in range(13) for sy in (-1, 1)]
    return joined(beam, foot, *bolts, *gussets, *rivets)


def _truss():
    parts = [cylinder(0.035, -2.6, 2.6, 14).along_x(), cylinder(0.035, -2.6, 2.6, 14).along_x().moved(0.0, 0.0, 0.42)]
    for k in range(10):
        x = -2.5 + 0.5 * k
        parts += [tube([(x, 0.0, 0.0), (x + 0.25, 0.0, 0.42)], 0.018, 10),
                  tube([(x + 0.253, 0.0, 0.42), (x + 0.497, 0.0, 0.0)], 0.018, 10)]
        parts.append(sphere(0.040, 12, 6).moved(x + 0.25, 0.0, 0.42))
    return joined(*parts)


def _shelf():
    parts = [box(0.045, 0.045, 2.10, (sx * 0.72, sy * 0.22, 1.05)) for sx in (-1, 1) for sy in (-1, 1)]
    for k in range(4):
        z = 0.20 + 0.55 * k
        parts.append(box(1.50, 0.50, 0.020, (0.0, 0.0, z)))
        parts += [box(1.40, 0.020, 0.050, (0.0, sy * 0.23, z - 0.035)) for sy in (-1, 1)]
    parts += [tube([(-0.70, 0.245, 0.2), (0.70, 0.245, 1.9)], 0.008, 8),
              tube([(0.70, 0.262, 0.2), (-0.70, 0.262, 1.9)], 0.008, 8)]
    return joined(*parts)


def _gear(radius, height, teeth):
    outline = []
    for k in range(teeth):
        for offset, r in ((-0.30, 0.90), (-0.18, 1.0), (0.18, 1.0), (0.30, 0.90)):
            angle = 2.0 * math.pi * (k + offset) / teeth
            outline.append((radius * r * math.cos(angle), radius * r * math.sin(angle)))
    hub = revolve([(0.40 * radius, 0.0), (0.40 * radius, height + 0.012), (0.30 * radius, height + 0.018)], 20)
    return joined(extrude(outline, 0.0, height), hub.moved(0.0, 0.0, 0.002))


def _valve():
    body = revolve([(0.050, 0.0), (0.050, 0.012), (0.028, 0.020), (0.040, 0.060), (0.040, 0.090), (0.022, 0.120),
                    (0.010, 0.125), (0.010, 0.180)], 20)
    wheel = ring_tube(0.045, 0.006, 24, 8).moved(0.0, 0.0, 0.178)
    spokes = [cylinder(0.004, -0.044, 0.044, 6).along_x().moved(0.0, 0.0, 0.178),
              cylinder(0.004, -0.044, 0.044, 6).along_y().moved(0.0, 0.0, 0.178)]
    return joined(body, wheel, *spokes)


def _crate(size_x, size_y, size_z, wall=0.010):
    """Open box of five plates, with its bottom on z = 0."""
    return joined(box(size_x, size_y, wall, (0.0, 0.0, wall / 2)),
                  *[box(wall, size_y, size_z, (s * (size_x - wall) / 2, 0.0, size_z / 2 + 0.001)) for s in (-1, 1)],
                  *[box(size_x, wall, size_z, (0.0, s * (size_y - wall) / 2, size_z / 2 + 0.002)) for s in (-1, 1)])


def _shelf_parts():
    parts = []
    for k, x in enumerate((-0.50, -0.18, 0.14)):
        parts.append(_crate(0.26, 0.34, 0.14).moved(x, 0.0, 0.212))
        parts += [_gear(0.045, 0.020, 14).moved(x + 0.03 * i, 0.05 * i, 0.225 + 0.028 * i) for i in range(3)]
    parts += [_valve().moved(-0.55 + 0.16 * k, 0.02, 0.762) for k in range(4)]
    parts += [_gear(0.09, 0.035, 22).moved(0.42, 0.05, 0.762), _gear(0.07, 0.030, 18).moved(0.42, 0.05, 0.816)]
    parts += [_crate(0.30, 0.36, 0.16).moved(-0.50, 0.0, 1.312)]
    parts += [sphere(0.034, 12, 8).moved(-0.56 + 0.075 * i, -0.09 + 0.08 * j, 1.36) for i in range(3) for j in range(3)]
    parts += [revolve([(0.06, 0.0), (0.06, 0.16), (0.025, 0.20), (0.025, 0.24)], 20).moved(x, 0.08, 1.862)
              for x in (-0.45, -0.28, 0.10, 0.30)]
    return joined(*parts)


def _table():
    top = rounded_block(1.50, 0.62, 0.045, 0.02, 0.005, 3, (0.0, 0.0, 0.8375))
    legs = [extrude(rounded_rectangle(0.06, 0.06, 0.012, 3), -0.015, 0.815).moved(sx * 0.68, sy * 0.25, 0.0)
            for sx in (-1, 1) for sy in (-1, 1)]
    rails = [box(1.30, 0.03, 0.05, (0.0, sy * 0.25, 0.22)) for sy in (-1, 1)]
    drawers = [rounded_block(0.40, 0.50, 0.13, 0.02, 0.005, 3, (-0.40, 0.0, 0.73 - 0.15 * k)) for k in range(3)]
    grips = [tube([(-0.48, 0.25, z), (-0.48, 0.28, z), (-0.32, 0.28, z), (-0.32, 0.25, z)], 0.006, 8)
             for z in (0.73, 0.58, 0.43)]
    return joined(top, *legs, *rails, *drawers, *grips)


def _table_parts():
    # A vice with its screw, a drill stand, and things that lie about.
    vice = [rounded_block(0.14, 0.22, 0.05, 0.02, 0.006, 3, (0.45, 0.05, 0.026)),
            rounded_block(0.15, 0.05, 0.12, 0.012, 0.004, 3, (0.45, -0.01, 0.105)),
            rounded_block(0.15, 0.04, 0.10, 0.012, 0.004, 3, (0.45, 0.13, 0.100)),
            cylinder(0.013, 0.10, 0.26, 14).along_y().moved(0.45, 0.0, 0.085),
            cylinder(0.006, -0.09, 0.09, 10).along_x().moved(0.45, 0.25, 0.085)]
    vice += [ring_tube(0.013, 0.002, 14, 6).along_y().moved(0.45, 0.155 + 0.006 * k, 0.085) for k in range(12)]
    stand = [rounded_block(0.26, 0.22, 0.03, 0.03, 0.006, 4, (-0.45, 0.0, 0.016)),
             cylinder(0.026, 0.02, 0.60, 20).moved(-0.45, -0.08, 0.0),
             rounded_block(0.12, 0.24, 0.14, 0.03, 0.010, 4, (-0.45, -0.02, 0.50)),
             revolve([(0.005, 0.24), (0.006, 0.34), (0.020, 0.35), (0.024, 0.40), (0.024, 0.44)], 18)
             .moved(-0.45, 0.05, 0.0)]
    stand += [tube([(-0.39, 0.02, 0.48), (-0.36 + 0.1 * c, 0.02 + 0.12 * s, 0.46)], 0.006, 8)
              for c, s in ((1.0, 0.0), (-0.2, 1.0), (0.2, -0.9))]
    loose = [_gear(0.06, 0.02, 16).moved(0.05, 0.05, 0.003), _gear(0.04, 0.018, 12).moved(-0.10, -0.05, 0.003),
             _valve().moved(0.15, -0.12, 0.002)]
    loose += [hexagon_bolt(0.014, 0.014).moved(-0.15 + 0.05 * k, 0.18, 0.002) for k in range(5)]
    return joined(*vice, *stand, *loose)


def _conveyor():
    sides = [box(0.030, 2.60, 0.10, (s * 0.23, 0.0, 0.535)) for s in (-1, 1)]
    rollers = [cylinder(0.030, -0.205, 0.205, 16).along_x().moved(0.0, -1.25 + 0.0735 * k, 0.555) for k in range(35)]
    legs = [box(0.05, 0.05, 0.50, (sx * 0.23, y, 0.238)) for sx in (-1, 1) for y in (-1.15, -0.35, 0.40, 1.15)]
    feet = [cylinder(0.045, -0.016, 0.0, 14).moved(sx * 0.23, y, 0.0)
            for sx in (-1, 1) for y in (-1.15, -0.35, 0.40, 1.15)]
    guides = [tube([(s * 0.235, -1.28, 0.68), (s * 0.235, 1.28, 0.68)], 0.009, 10) for s in (-1, 1)]
    posts = [cylinder(0.008, 0.58, 0.68, 8).moved(s * 0.235, -1.2 + 0.4 * k, 0.0) for s in (-1, 1) for k in range(7)]
    motor = revolve([(0.07, 0.0), (0.07, 0.16), (0.05, 0.19), (0.05, 0.24)], 18).along_x().moved(0.25, 0.9, 0.42)
    return joined(motor, *sides, *rollers, *legs, *feet, *guides, *posts)


def _conveyor_parts():
    # Engine-block-like castings with bores, flanges and bolts; they stand a little above the rollers.
    parts = []
    for y in (-0.85, -0.15, 0.80):
        parts.append(rounded_block(0.24, 0.34, 0.16, 0.03, 0.01, 4, (0.0, y, 0.085)))
        for k in range(3):
            parts.append(revolve([(0.046, 0.0), (0.046, 0.02), (0.038, 0.026), (0.034, 0.05)], 22)
                         .moved(0.0, y - 0.11 + 0.11 * k, 0.162))
        parts += [hexagon_bolt(0.010, 0.010).moved(sx * 0.09, y - 0.14 + 0.093 * k, 0.1645)
                  for sx in (-1, 1) for k in range(4)]
        parts.append(revolve([(0.04, 0.0), (0.04, 0.03), (0.02, 0.04)], 20).along_y().moved(0.05, y + 0.165, 0.09))
    return joined(*parts)


def _pipes():
    parts = []
    for k, (z, r) in enumerate(((1.95, 0.045), (2.12, 0.035), (2.26, 0.028))):
        y = 2.02 + 0.02 * k
        path = [(-2.2, y, z), (-0.9, y, z), (0.4, y, z), (1.5, y, z)]
        path += arc((1.5, y - 0.16, z), 0.16, math.pi / 2.0, 0.0, 6, "z")[1:]
        path += [(1.66, 1.0, z), (1.66, 0.2, z)]
        parts.append(tube(path, r, 14))
        for x in (-1.6, -0.3, 1.0):
            parts.append(ring_tube(r + 0.006, 0.010, 18, 8).along_x().moved(x, y, z))
    parts.append(_valve().moved(-0.8, 2.02, 2.0))
    parts.append(tube(arc((1.0, 0.0, 2.5), 0.25, 0.0, 2.0 * math.pi * 0.96, 24, "z"), 0.012, 8))
    return joined(*parts)


def _railing():
    parts = []
    for k in range(7):
        y = -1.95 + 0.65 * k
        parts += [cylinder(0.021, -0.015, 1.05, 14).moved(-1.0, y, 0.0), sphere(0.028, 14, 8).moved(-1.0, y, 1.06),
                  revolve([(0.06, -0.018), (0.06, -0.004), (0.024, 0.03)], 16).moved(-1.0, y, 0.0)]
    for z in (0.35, 0.70, 1.03):
        parts.append(cylinder(0.018, -1.97, 1.97, 12).along_y().moved(-1.0, 0.0, z))
    return joined(*parts)


def _hoist():
    # A chain hoist that hangs from above between the robot's pick and place positions.
    parts = [rounded_block(0.26, 0.18, 0.20, 0.04, 0.012, 4, (0.0, 0.0, 2.62))]
    link = ring_tube(0.016, 0.0045, 14, 6)
    for k in range(40):
        ring = link.along_x() if k % 2 else link.along_y()
        parts.append(ring.moved(0.0, 0.0, 2.50 - 0.0265 * k))
    parts.append(rounded_block(0.05, 0.05, 0.09, 0.015, 0.005, 4, (0.0, 0.0, 1.40)))
    hook = [(0.0, 0.0, 1.36)] + arc((0.0, 0.0, 1.28), 0.05, math.pi / 2.0, -1.2 * math.pi / 2.0 - 0.9, 14, "x")
    parts.append(tube(hook[:1] + hook[2:], 0.012, 10))
    return joined(*parts)


def _drums():
    drum = revolve([(0.270, -0.010), (0.285, 0.0), (0.285, 0.27), (0.297, 0.285), (0.285, 0.30), (0.285, 0.57),
                    (0.297, 0.585), (0.285, 0.60), (0.285, 0.86), (0.292, 0.87), (0.270, 0.875), (0.265, 0.86)], 36)
    bung = revolve([(0.03, 0.858), (0.03, 0.872), (0.02, 0.876)], 14)
    return joined(drum, bung.moved(0.15, 0.0, 0.0), drum.moved(-0.10, -0.64, 0.0), bung.moved(0.05, -0.64, 0.0))


def _pallet():
    parts = [box(0.80, 0.11, 0.022, (0.0, -0.52 + 0.13 * k, 0.12)) for k in range(9)]
    parts += [box(0.10, 1.15, 0.09, (x, 0.0, 0.055)) for x in (-0.34, 0.0, 0.34)]
    for i in range(2):
        for j in range(3):
            for k in range(2 if (i + j) % 2 else 3):
                parts.append(rounded_block(0.36, 0.34, 0.24, 0.012, 0.004, 3,
                                           (-0.19 + 0.38 * i, -0.36 + 0.36 * j, 0.254 + 0.245 * k)))
    return joined(*parts)


def _cabinet():
    body = rounded_block(0.50, 1.00, 1.90, 0.02, 0.006, 3, (0.0, 0.0, 0.94))
    doors = [rounded_block(0.016, 0.47, 1.80, 0.006, 0.002, 3, (-0.262, s * 0.245, 0.96)) for s in (-1, 1)]
    bow = ((-0.270, 0.92), (-0.305, 0.94), (-0.305, 1.08), (-0.270, 1.10))
    grips = [tube([(x, s * 0.04, z) for x, z in bow], 0.007, 8) for s in (-1, 1)]
    vents = [box(0.008, 0.30, 0.010, (-0.273, s * 0.245, 1.60 + 0.03 * k)) for s in (-1, 1) for k in range(6)]
    return joined(body, *doors, *grips, *vents)


def _ladder():
    parts = [tube([(0.0, s * 0.22, -0.015), (0.20, s * 0.20, 1.3), (0.42, s * 0.18, 2.6)], 0.020, 12) for s in (-1, 1)]
    rung = cylinder(0.014, -0.21, 0.21, 12).along_y()
    parts += [rung.moved(0.025 + 0.0425 * k, 0.0, 0.25 + 0.27 * k) for k in range(9)]
    return joined(*parts)


def _lamps():
    parts = []
    for x in (-0.9, 1.5):
        shade = revolve([(0.18, 0.0), (0.19, 0.01), (0.12, 0.12), (0.05, 0.17), (0.03, 0.21)], 28)
        parts += [shade.moved(x, -0.6, 2.30), cylinder(0.006, 2.5, 3.0, 8).moved(x, -0.6, 0.0)]
    return joined(*parts)
