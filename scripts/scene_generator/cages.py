"""Cages of thin wires, each one closed mesh per wire, all wires of a cage in one mesh."""

import math

from .mesh import joined
from .primitives import tube

WIRE_RADIUS = 0.0025   # 5 mm wire
WIRE_SIDES = 6


def straight_wire(start, end, spacing, radius=WIRE_RADIUS):
    """A wire between two points, with rings of vertices about `spacing` metres apart."""
    steps = max(1, round(math.dist(start, end) / spacing))
    path = [tuple(a + (b - a) * k / steps for a, b in zip(start, end)) for k in range(steps + 1)]
    return tube(path, radius, WIRE_SIDES)


def wire_loop(half_x, half_y, corner, height, spacing, centre=(0.0, 0.0)):
    """A wire bent to a horizontal rounded rectangle; its two ends meet with a gap of 1 mm."""
    corners = []
    for quadrant, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for k in range(5):
            angle = (quadrant + k / 4.0) * math.pi / 2.0
            corners.append((centre[0] + sx * (half_x - corner) + corner * math.cos(angle),
                            centre[1] + sy * (half_y - corner) + corner * math.sin(angle), height))
    first = (corners[0][0], corners[0][1] - 0.001, height)
    path = []
    for a, b in zip(corners, corners[1:] + [first]):
        steps = max(1, round(math.dist(a, b) / spacing))
        path += [tuple(p + (q - p) * k / steps for p, q in zip(a, b)) for k in range(steps)]
    return tube(path + [first], WIRE_RADIUS, WIRE_SIDES)


def box_cage(half_x, half_y, bottom, top, columns_x, columns_y, rows, spacing, centre=(0.0, 0.0)):
    """Cage with a rectangular plan, as in Fig. 6 of the paper: upright wires, loops, and a roof grid.

    `columns_x` and `columns_y` count the openings of the sides along x and y, `rows` the openings
    one above the other. The loops run outside the uprights and touch them, as if welded on.
    """
    cx, cy = centre
    corner = 0.08
    wires = []
    for k in range(rows + 1):
        height = bottom + (top - bottom) * k / rows
        outward = 1.8 * WIRE_RADIUS
        wires.append(wire_loop(half_x + outward, half_y + outward, corner, height, spacing, centre))
    across = [(-1.0 + 2.0 * k / columns_x) * (half_x - corner) for k in range(columns_x + 1)]
    along = [(-1.0 + 2.0 * k / columns_y) * (half_y - corner) for k in range(columns_y + 1)]
    low, high = bottom - 0.05, top + 0.01
    for y in (cy - half_y, cy + half_y):
        wires += [straight_wire((cx + x, y, low), (cx + x, y, high), spacing) for x in across]
    for x in (cx - half_x, cx + half_x):
        wires += [straight_wire((x, cy + y, low), (x, cy + y, high), spacing) for y in along]
    wires += [straight_wire((cx + x, cy - half_y, top), (cx + x, cy + half_y, top), spacing) for x in across]
    upper = top + 1.8 * WIRE_RADIUS
    wires += [straight_wire((cx - half_x, cy + y, upper), (cx + half_x, cy + y, upper), spacing) for y in along]
    return joined(*wires)


def dome_cage(radius, bottom, equator, meridians, spacing, parallels, centre=(0.0, 0.0)):
    """Round cage: upright wires that bend over to a dome, ring wires, and a crown ring.

    The wires rise straight from `bottom` to `equator` and then follow a quarter circle.
    `parallels` lists heights (below the equator) and, as tuples, dome angles in radians.
    """
    cx, cy = centre
    wires = []
    for k in range(meridians):
        c, s = math.cos(2 * math.pi * k / meridians), math.sin(2 * math.pi * k / meridians)
        steps = max(1, round((equator - bottom) / spacing))
        side = [(radius, bottom + (equator - bottom) * i / steps) for i in range(steps)]
        last = 1.35
        steps = max(2, round(radius * last / spacing))
        side += [(radius * math.cos(last * i / steps), equator + radius * math.sin(last * i / steps))
                 for i in range(steps + 1)]
        wires.append(tube([(cx + r * c, cy + r * s, z) for r, z in side], WIRE_RADIUS, WIRE_SIDES))
    for parallel in parallels:
        if isinstance(parallel, tuple):
            r, z = radius * math.cos(parallel[0]), equator + radius * math.sin(parallel[0])
        else:
            r, z = radius, parallel
        r += 1.8 * WIRE_RADIUS
        steps = max(12, round(2 * math.pi * r / spacing))
        turn = (2 * math.pi - 0.001 / r) / steps
        wires.append(tube([(cx + r * math.cos(turn * i), cy + r * math.sin(turn * i), z) for i in range(steps + 1)],
                          WIRE_RADIUS, WIRE_SIDES))
    return joined(*wires)
