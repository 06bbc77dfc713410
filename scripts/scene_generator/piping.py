"""Pipe lines of straight pieces, elbows, flanges and valves, all along the world's axes; metres.

A line is a list of parts, each a mesh in its own frame with a place in the world: equal pieces can share a mesh.
"""

import math
from dataclasses import dataclass

from .mesh import joined
from .primitives import cylinder, revolve, ring_tube, tube

BEND_RADII = 3.0       # of an elbow's centre line, in radii of the pipe: the usual long-radius elbow, 1.5 diameters
# Straight pieces reach so far into the elbows: with common edges, the mesh of a line would not be watertight.
ELBOW_OVERLAP = 0.003
FLANGE_HALF = 0.022    # half the length of a pair of flanges


@dataclass
class Part:
    """A mesh at `place`, a rigid transform; equal `shape` means equal mesh."""

    shape: str
    mesh: object
    place: tuple

    def in_world(self):
        """The mesh in world coordinates."""
        return self.mesh.transformed(self.place)


@dataclass
class Fitting:
    """A flange pair or a valve on a line, `distance` metres along its straight piece number `piece`.

    `stem` is the direction of a valve's stem.
    """

    kind: str  # "flange" or "valve"
    piece: int
    distance: float
    stem: tuple = (0, 0, 1)


class PipeShop:
    """Makes the parts of pipe lines and keeps their meshes for the next line; finer with more `sides`."""

    def __init__(self, sides=16, bend_steps=8, bolts=8):
        self.sides, self.bend_steps, self.bolts = sides, bend_steps, bolts
        self._meshes = {}

    def line(self, radius, points, fittings=()):
        """Parts of the pipe of `radius` through `points`, with elbows where it turns by a right angle."""
        bend = BEND_RADII * radius
        parts = []
        for k, (first, last) in enumerate(zip(points, points[1:])):
            direction, length = _axis_step(first, last)
            begin = bend - ELBOW_OVERLAP if k > 0 else 0.0
            end = length - (bend - ELBOW_OVERLAP if k < len(points) - 2 else 0.0)
            if end - begin < 1e-6:
                raise ValueError(f"no room for a straight piece between the elbows at {first} and {last}")
            for fitting in sorted((f for f in fittings if f.piece == k), key=lambda f: f.distance):
                half = FLANGE_HALF if fitting.kind == "flange" else valve_half_length(radius)
                if not begin < fitting.distance - half < fitting.distance + half < end:
                    raise ValueError(f"no room for the {fitting.kind} at {fitting.distance} from {first} to {last}")
                parts.append(self._straight(radius, first, direction, begin, fitting.distance - half))
                parts.append(self._fitting(radius, first, direction, fitting))
                begin = fitting.distance + half
            parts.append(self._straight(radius, first, direction, begin, end))
            if k < len(points) - 2:
                parts.append(self._elbow(radius, last, direction, _axis_step(last, points[k + 2])[0]))
        return parts

    def _shape(self, name, make):
        if name not in self._meshes:
            self._meshes[name] = make()
        return self._meshes[name]

    def _straight(self, radius, first, direction, begin, end):
        length = round(end - begin, 3)
        shape = f"pipe_{_millimetres(radius)}_{round(1000 * length)}"
        mesh = self._shape(shape, lambda: cylinder(radius, 0.0, length, self.sides))
        start = tuple(p + begin * d for p, d in zip(first, direction))
        return Part(shape, mesh, _frame(start, _any_normal(direction), direction))

    def _elbow(self, radius, corner, incoming, outgoing):
        bend = BEND_RADII * radius
        shape = f"elbow_{_millimetres(radius)}"
        # Comes in along x, leaves along z; the corner of the centre lines is the origin.
        path = [(-bend + bend * math.sin(a), 0.0, bend - bend * math.cos(a))
                for a in (math.pi / 2.0 * k / self.bend_steps for k in range(self.bend_steps + 1))]
        mesh = self._shape(shape, lambda: tube(path, radius, self.sides))
        return Part(shape, mesh, _frame(corner, incoming, outgoing))

    def _fitting(self, radius, first, direction, fitting):
        point = tuple(p + fitting.distance * d for p, d in zip(first, direction))
        if fitting.kind == "flange":
            shape = f"flange_{_millimetres(radius)}"
            mesh = self._shape(shape, lambda: flange_pair(radius, self.sides, self.bolts))
            return Part(shape, mesh, _frame(point, direction, _any_normal(direction)))
        shape = f"valve_{_millimetres(radius)}"
        mesh = self._shape(shape, lambda: gate_valve(radius, self.sides))
        return Part(shape, mesh, _frame(point, direction, fitting.stem))


def flange_pair(radius, sides, bolts):
    """Two flanges face to face about the origin, the pipe along x, with bolts through both."""
    outer, circle = 1.55 * radius + 0.014, 1.28 * radius + 0.007
    discs = [cylinder(outer, low, high, sides) for low, high in ((-0.022, -0.001), (0.001, 0.022))]
    bolt = cylinder(min(0.008, 0.12 * radius + 0.003), -0.034, 0.034, 6)
    ring = [bolt.moved(circle * math.cos(2.0 * math.pi * k / bolts), circle * math.sin(2.0 * math.pi * k / bolts), 0.0)
            for k in range(bolts)]
    return joined(*discs, *ring).along_x()


def valve_half_length(radius):
    """From the middle of a gate valve to its ends."""
    return 2.2 * radius + 0.020


def gate_valve(radius, sides):
    """Gate valve at the origin, the pipe along x, its stem with the handwheel along z."""
    half, r = valve_half_length(radius), radius
    body = revolve([(1.5 * r + 0.012, -half), (1.5 * r + 0.012, 0.018 - half), (1.05 * r, 0.020 - half),
                    (1.35 * r, -0.6 * r),
                    (1.35 * r, 0.6 * r), (1.05 * r, half - 0.020), (1.5 * r + 0.012, half - 0.018),
                    (1.5 * r + 0.012, half)], sides)
    bonnet = revolve([(1.1 * r, 0.0), (1.1 * r, 1.9 * r), (1.4 * r, 1.95 * r), (1.4 * r, 2.4 * r), (0.7 * r, 2.5 * r),
                      (0.4 * r, 3.4 * r)], sides)
    stem = cylinder(0.16 * r + 0.002, 3.3 * r, 4.9 * r + 0.02, 8)
    height = 4.6 * r + 0.01
    wheel = ring_tube(1.7 * r, 0.14 * r + 0.003, 16, 5).moved(0.0, 0.0, height)
    spoke = cylinder(0.10 * r + 0.002, -1.7 * r, 1.7 * r, 6)
    spokes = [spoke.along_x().moved(0.0, 0.0, height), spoke.along_y().moved(0.0, 0.0, height)]
    return joined(body.along_x(), bonnet, stem, wheel, *spokes)


def _millimetres(radius):
    """The pipe's diameter as it stands in names."""
    return round(2000 * radius)


def _axis_step(first, last):
    """Direction, one of the six along the axes, and length of the way from `first` to `last`."""
    step = [b - a for a, b in zip(first, last)]
    length = max(abs(s) for s in step)
    direction = tuple(round(s / length) for s in step)
    if sum(abs(d) for d in direction) != 1 or any(abs(s - length * d) > 1e-9 for s, d in zip(step, direction)):
        raise ValueError(f"{first} to {last} is not along an axis")
    return direction, length


def _any_normal(direction):
    """An axis at a right angle to the given one."""
    return (0, 0, 1) if direction[2] == 0 else (1, 0, 0)


def _frame(origin, x_axis, z_axis):
    """The place of a part whose own x and z axes lie along these two, an exact permutation of the axes."""
    x1, x2, x3 = x_axis
    z1, z2, z3 = z_axis
    y_axis = (z2 * x3 - z3 * x2, z3 * x1 - z1 * x3, z1 * x2 - z2 * x1)
    rows = tuple((float(x), float(y), float(z)) for x, y, z in zip(x_axis, y_axis, z_axis))
    return (rows, tuple(origin))
