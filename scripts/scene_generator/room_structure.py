"""Structural and electrical pieces of the machine room, of which many are alike; metres."""

import math

from .mesh import joined
from .primitives import arc, box, cylinder, extrude, hexagon_bolt, revolve, rounded_block, tube


def i_beam(length, height=0.20, width=0.16, flange=0.016, web=0.012):
    """I-beam along z from 0 to `length`, of three closed plates."""
    half = height / 2.0
    return joined(box(flange, width, length, (half - flange / 2, 0.0, length / 2)),
                  box(flange, width, length, (flange / 2 - half, 0.0, length / 2)),
                  box(height - 2 * flange, web, length, (0.0, 0.0, length / 2)))


def column(height):
    """I-beam on a foot plate with anchor bolts."""
    bolts = [hexagon_bolt(0.018, 0.020).moved(sx * 0.13, sy * 0.12, 0.0195) for sx in (-1, 1) for sy in (-1, 1)]
    return joined(i_beam(height), box(0.34, 0.32, 0.02, (0.0, 0.0, 0.01)), *bolts)


def floor_plate(size_x, size_y):
    """Plate with its upper side at z = 0."""
    return box(size_x - 0.004, size_y - 0.004, 0.03, (0.0, 0.0, -0.015))


def wall_panel(width, height):
    """Panel along x with its inner side at y = 0, stiffened outside (+y)."""
    ribs = [box(0.012, 0.08, height - 0.02, (width * f, 0.055, height / 2)) for f in (-0.375, -0.125, 0.125, 0.375)]
    return joined(box(width - 0.004, 0.016, height, (0.0, 0.009, height / 2)), *ribs)


def grating(size_x, size_y):
    """Grating of bearing bars along x in a frame, its upper side at z = 0."""
    bars = [box(size_x - 0.02, 0.006, 0.028, (0.0, -size_y / 2 + 0.04 * (k + 0.5), -0.016))
            for k in range(round(size_y / 0.04))]
    rods = [cylinder(0.004, 0.006 - size_y / 2, size_y / 2 - 0.006, 6).along_y().moved(-size_x / 2 + 0.1 * (k + 0.5),
                                                                                       0.0, -0.006)
            for k in range(round(size_x / 0.1))]
    frame = [box(size_x - 0.004, 0.008, 0.034, (0.0, s * (size_y / 2 - 0.006), -0.017)) for s in (-1, 1)]
    frame += [box(0.008, size_y - 0.004, 0.034, (s * (size_x / 2 - 0.006), 0.0, -0.0171)) for s in (-1, 1)]
    return joined(*bars, *rods, *frame)


def stair_stringer(rise, run):
    """Side plate of a stair that climbs `rise` over `run` along x."""
    length, width = math.hypot(rise, run), 0.22
    c, s = run / length, rise / length
    plank = box(length, 0.012, width, (length / 2, 0.0, 0.0))
    return plank.transformed((((c, 0.0, -s), (0.0, 1.0, 0.0), (s, 0.0, c)), (0.0, 0.0, 0.0)))


def stair_tread():
    """Tread of a stair, its upper side at z = 0."""
    slats = [box(0.012, 0.78, 0.024, (-0.10 + 0.025 * k, 0.0, -0.013)) for k in range(9)]
    ends = [box(0.23, 0.008, 0.05, (0.0, s * 0.392, -0.025)) for s in (-1, 1)]
    return joined(*slats, *ends)


def handrail_post():
    """Post of a handrail, standing on z = 0."""
    foot = revolve([(0.045, 0.0), (0.045, 0.012), (0.026, 0.016)], 12)
    return joined(foot, cylinder(0.021, 0.010, 1.08, 12), revolve([(0.026, 1.07), (0.028, 1.09), (0.020, 1.115)], 12))


def handrail_bar(length):
    """Bar of a handrail along x about its middle."""
    return cylinder(0.018, -length / 2, length / 2, 12).along_x()


def cable_tray(length):
    """Ladder tray along x about its middle with five cables; its rungs lie on z = 0."""
    sides = [box(length - 0.004, 0.006, 0.08, (0.0, s * 0.15, 0.03)) for s in (-1, 1)]
    rungs = [box(0.03, 0.298, 0.012, (-length / 2 + 0.25 * (k + 0.5), 0.0, -0.006)) for k in range(round(4 * length))]
    cables = [cylinder(0.013 + 0.002 * (k % 3), -length / 2, length / 2, 6).along_x().moved(0.0, -0.10 + 0.05 * k,
                                                                                            0.018)
              for k in range(5)]
    return joined(*sides, *rungs, *cables)


def tray_hanger(height):
    """Trapeze below z = 0 that carries a cable tray `height` below."""
    rods = [cylinder(0.006, -height - 0.05, 0.0, 6).moved(0.0, s * 0.19, 0.0) for s in (-1, 1)]
    nuts = [hexagon_bolt(0.012, 0.012).moved(0.0, s * 0.19, -height - 0.045) for s in (-1, 1)]
    return joined(*rods, *nuts, box(0.04, 0.44, 0.02, (0.0, 0.0, -height - 0.025)))


def lamp():
    """Tube lamp that hangs below z = 0, along x."""
    shade = extrude([(0.10, -0.06), (0.06, 0.02), (-0.06, 0.02), (-0.10, -0.06)], -0.60, 0.60)
    lying = shade.transformed((((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), (0.0, 0.0, -0.30)))
    tubes = [cylinder(0.016, -0.57, 0.57, 10).along_x().moved(0.0, y, -0.375) for y in (-0.04, 0.04)]
    rods = [cylinder(0.005, -0.30, 0.0, 6).moved(x, 0.0, 0.0) for x in (-0.4, 0.4)]
    return joined(lying, *tubes, *rods)


def junction_box():
    """Box on a wall at y = 0, in front of it (-y), with cable glands below."""
    body = rounded_block(0.16, 0.12, 0.08, 0.014, 0.004, 2).along_y().moved(0.0, -0.05, 0.0)
    glands = [cylinder(0.012, -0.10, -0.055, 8).moved(x, -0.05, 0.0) for x in (-0.05, 0.0, 0.05)]
    return joined(body, *glands)


def conduit():
    """Cable conduit on a wall at y = 0, from 0.1 m below a junction box down to an elbow."""
    path = [(0.0, -0.05, -0.08), (0.0, -0.05, -0.60)] + arc((0.06, -0.05, -0.60), 0.06, -math.pi / 2.0, -math.pi, 5,
                                                            "y")[1:]
    return joined(tube(path, 0.012, 8), *[box(0.05, 0.06, 0.015, (0.0, -0.031, z)) for z in (-0.20, -0.45)])


def pipe_stand(radius, height):
    """Support under a pipe along x whose axis is `height` above the floor."""
    clamp = extrude([(1.15 * radius * math.cos(a), 1.15 * radius * math.sin(a))
                     for a in (2.0 * math.pi * k / 16 for k in range(16))],
                    -0.02, 0.02).along_x().moved(0.0, 0.0, height)
    return joined(clamp, cylinder(0.025, 0.01, height - 0.5 * radius, 8), box(0.14, 0.14, 0.012, (0.0, 0.0, 0.006)))


def pipe_hanger(radius, height):
    """Clamp on a pipe along x, about the pipe's axis, that hangs from `height` above."""
    clamp = extrude([(1.18 * radius * math.cos(a), 1.18 * radius * math.sin(a))
                     for a in (2.0 * math.pi * k / 16 for k in range(16))],
                    -0.018, 0.018).along_x()
    return joined(clamp, cylinder(0.007, 0.8 * radius, height, 6))
