"""A body-in-white-like car shell: open sheets with door, window and wheel openings, and its frame.

Metres. The front is at +x, z = 0 is the ground; about 4.2 x 1.75 x 1.45 m.
"""

import math

from .mesh import joined
from .primitives import box, revolve, rounded_block, tube
from .refinement import refine_longest_edges
from .sheets import polygon_distance, sheet, spaced

TRIANGLES = 19668  # as the car body of the paper's Fig. 7(c)

AXLES = (-1.28, 1.32)
WHEEL_HEIGHT = 0.34
ARCH_RADIUS = 0.36

# Outlines along the car, (x, value): height of the centre line, of the belt, and half widths.
TOP = ((-2.12, 0.60), (-2.05, 0.90), (-1.90, 0.98), (-1.45, 1.02), (-1.10, 1.21), (-0.75, 1.36), (-0.30, 1.43),
       (0.20, 1.42), (0.45, 1.35), (0.75, 1.17), (1.05, 0.99), (1.25, 0.95), (1.80, 0.86), (2.02, 0.74), (2.12, 0.56))
BELT = ((-2.12, 0.52), (-2.05, 0.78), (-1.80, 0.90), (0.0, 0.92), (1.05, 0.88), (1.80, 0.76), (2.02, 0.64),
        (2.12, 0.48))
BELT_WIDTH = ((-2.12, 0.66), (-2.00, 0.76), (-1.40, 0.84), (0.0, 0.87), (1.20, 0.84), (1.85, 0.76), (2.12, 0.60))
ROOF_WIDTH = ((-2.12, 0.52), (-1.90, 0.62), (-1.45, 0.64), (-0.90, 0.56), (0.0, 0.56), (0.45, 0.58), (1.05, 0.68),
              (1.80, 0.60), (2.12, 0.46))

FRONT_DOOR = [(0.86, 0.44), (0.86, 0.90), (0.36, 1.24), (0.05, 1.26), (0.05, 0.44)]
REAR_DOOR = [(-0.12, 0.44), (-0.12, 1.26), (-0.50, 1.22), (-0.90, 0.98), (-0.86, 0.78), (-0.66, 0.44)]
WINDSCREEN = [(0.98, -0.52), (0.98, 0.52), (0.50, 0.44), (0.50, -0.44)]
REAR_WINDOW = [(-0.88, -0.40), (-0.88, 0.40), (-1.34, 0.48), (-1.34, -0.48)]
CORNER = 0.04  # rounding of doors and windows


def body():
    """The car body, TRIANGLES triangles in one mesh; its sheets are open surfaces."""
    parts = joined(_shell(), _floor(), _bulkhead(), _parcel_shelf(), *_wheel_houses(), *_frame())
    refine_longest_edges([parts], TRIANGLES)
    return parts


def _at(outline, x):
    """Smooth interpolation (Catmull-Rom with the true spacing) of an outline at x."""
    k = 0
    while k < len(outline) - 2 and x > outline[k + 1][0]:
        k += 1
    (x0, y0), (x1, y1) = outline[k], outline[k + 1]

    def slope(i):
        lower, upper = outline[max(i - 1, 0)], outline[min(i + 1, len(outline) - 1)]
        return (upper[1] - lower[1]) / (upper[0] - lower[0])

    h = x1 - x0
    t = (x - x0) / h
    return ((1 + 2 * t) * (1 - t) ** 2 * y0 + t * (1 - t) ** 2 * h * slope(k)
            + t * t * (3 - 2 * t) * y1 + t * t * (t - 1) * h * slope(k + 1))


def _section(x, a):
    """Outer skin: station x, and a from -1 (left sill) over 0 (centre line) to 1 (right sill)."""
    top, belt = _at(TOP, x), _at(BELT, x)
    roof_width, belt_width = _at(ROOF_WIDTH, x), _at(BELT_WIDTH, x)
    widths = ((0.0, 0.0), (0.36, roof_width), (0.62, belt_width), (0.85, belt_width + 0.012), (1.0, belt_width - 0.05))
    heights = ((0.0, top), (0.18, top - 0.012), (0.36, top - 0.055), (0.62, belt), (0.85, 0.45), (1.0, 0.26))
    s = abs(a)
    y = _at(widths, s)
    return (x, y if a >= 0.0 else -y, _at(heights, s))


def _shell_openings(point):
    x, y, z = point
    openings = [math.hypot(x - axle, z - WHEEL_HEIGHT) - ARCH_RADIUS for axle in AXLES]
    openings += [polygon_distance(door, x, z) - CORNER for door in (FRONT_DOOR, REAR_DOOR)]
    if z > 0.95:
        openings += [polygon_distance(window, x, y) - CORNER for window in (WINDSCREEN, REAR_WINDOW)]
    # Below the bumpers the skin ends: no valances.
    openings += [max(z - 0.42, 1.60 - x), max(z - 0.40, 1.56 + x)]
    return min(openings)


def _shell():
    return sheet(_section, spaced(-2.12, 2.12, 92), spaced(-1.0, 1.0, 76), _shell_openings)


def _floor():
    def surface(x, y):
        tunnel = 0.11 * math.exp(-(y / 0.13) ** 4) * (1.0 if x > -0.9 else math.exp(-((x + 0.9) / 0.2) ** 2))
        boot = 0.16 / (1.0 + math.exp(-(-1.0 - x) / 0.05))
        beads = 0.006 * math.cos(2 * math.pi * x / 0.22) * math.exp(-((abs(y) - 0.40) / 0.16) ** 4)
        return (x, y, 0.29 + tunnel + boot + beads)

    def wells(point):
        return max(abs(point[0] - AXLES[0]) - 0.37, 0.50 - abs(point[1]))

    return sheet(surface, spaced(-2.02, 1.02, 64), spaced(-0.78, 0.78, 32), wells)


def _bulkhead():
    def surface(y, z):
        return (1.03 - 0.05 * math.exp(-((z - 0.55) / 0.12) ** 2), y, z)

    def steering_column(point):
        return math.hypot(point[1] - 0.36, point[2] - 0.68) - 0.06

    return sheet(surface, spaced(-0.76, 0.76, 26), spaced(0.30, 0.92, 11), steering_column)


def _parcel_shelf():
    def speaker(point):
        return math.hypot(abs(point[1]) - 0.40, point[0] + 1.32) - 0.09

    def surface(x, y):
        return (x, y, 0.94 - 0.02 * math.cos(2.0 * y))

    return sheet(surface, spaced(-1.48, -1.12, 8), spaced(-0.70, 0.70, 24), speaker)


def _wheel_houses():
    houses = []
    for axle in AXLES:
        for side in (-1.0, 1.0):
            def arch(angle, y, axle=axle):
                return (axle + 0.37 * math.cos(angle), y, WHEEL_HEIGHT + 0.37 * math.sin(angle))

            def inner(angle, share, axle=axle, side=side):
                radius = 0.37 * share
                return (axle + radius * math.cos(angle), side * 0.50, WHEEL_HEIGHT + radius * math.sin(angle))

            width = sorted((side * 0.50, side * 0.80))
            houses.append(sheet(arch, spaced(0.0, math.pi, 20), spaced(width[0], width[1], 5)))
            houses.append(sheet(inner, spaced(0.0, math.pi, 20), (0.35, 0.7, 1.0)))
            tower = revolve([(0.11, 0.0), (0.10, 0.10), (0.085, 0.12), (0.03, 0.125)], 14)
            houses.append(tower.moved(axle, side * 0.60, WHEEL_HEIGHT + 0.31))
    return houses


def _inside(x, a, depth):
    """Point `depth` metres inside the skin, for pillars and rails that follow it."""
    _, y, z = _section(x, a)
    return (x, y - math.copysign(depth, y) if abs(a) > 0.3 else y, z - depth * (1.0 if abs(a) < 0.55 else 0.0))


def _frame():
    parts = []
    for side in (-1.0, 1.0):
        # B pillar, sill and roof rail behind the skin; they close the box sections.
        pillar = (0.38, 0.46, 0.54, 0.62, 0.72, 0.82, 0.94)
        parts.append(tube([_inside(-0.035, side * a, 0.045) for a in pillar], 0.030, 8))
        parts.append(tube([_inside(x, side * 0.94, 0.055) for x in spaced(-0.88, 0.95, 10)], 0.042, 8))
        parts.append(tube([_inside(x, side * 0.36, 0.050) for x in spaced(-0.80, 0.45, 10)], 0.026, 8))
        parts.append(tube([_inside(x, side * 0.37, 0.050) for x in spaced(0.50, 1.02, 6)], 0.024, 8))
        # Side members to the bumpers, and seat rails.
        parts.append(rounded_block(1.02, 0.08, 0.12, 0.02, 0.008, 3, (1.53, side * 0.42, 0.46)))
        parts.append(rounded_block(0.55, 0.08, 0.10, 0.02, 0.008, 3, (-1.78, side * 0.42, 0.40)))
        parts += [rounded_block(0.50, 0.04, 0.05, 0.01, 0.004, 3, (0.25, side * y, 0.345)) for y in (0.22, 0.56)]
    for x in (0.30, -0.25, -0.70):
        parts.append(tube([_inside(x, a, 0.035) for a in spaced(-0.34, 0.34, 10)], 0.014, 6))
    parts.append(tube([(0.86, y, 0.84 - 0.03 * math.cos(2.0 * y)) for y in spaced(-0.74, 0.74, 10)], 0.028, 10))
    parts.append(tube([(2.06 - 0.10 * (y / 0.6) ** 2, y, 0.47) for y in spaced(-0.60, 0.60, 10)], 0.045, 10))
    parts.append(tube([(-2.06 + 0.08 * (y / 0.6) ** 2, y, 0.42) for y in spaced(-0.60, 0.60, 10)], 0.045, 10))
    parts.append(tube([(1.96, y, 0.70) for y in spaced(-0.56, 0.56, 8)], 0.025, 8))
    parts += [rounded_block(0.10, 1.30, 0.06, 0.015, 0.005, 3, (x, 0.0, 0.335)) for x in (0.48, 0.02)]
    parts.append(box(0.05, 1.10, 0.22, (-0.98, 0.0, 0.52)))
    return parts
