"""Problems of boxes and cylinders, as a depth camera would see them: their surfaces as points."""

import math
import re

from benchmarks.command import BadSetup

NUMBERS = r"\[([^\]]*)\]"


def numbers(text):
    """Of a list as `gapless convert` writes it."""
    return [float(word) for word in text.split(",")]


def turned(q, p):
    """The point p, turned by the unit quaternion q (x, y, z, w)."""
    x, y, z, w = q
    # p + 2 w (v x p) + 2 v x (v x p), v the vector part.
    a = (y * p[2] - z * p[1], z * p[0] - x * p[2], x * p[1] - y * p[0])
    b = (y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0])
    return [p[k] + 2.0 * (w * a[k] + b[k]) for k in range(3)]


def steps(length, spacing):
    """Places from -length / 2 to length / 2, no farther apart than the spacing."""
    count = max(1, math.ceil(length / spacing))
    return [length * (i / count - 0.5) for i in range(count + 1)]


def box_points(size, spacing):
    """All six faces."""
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (-0.5, 0.5):
            for a in steps(size[u], spacing):
                for b in steps(size[v], spacing):
                    point = [0.0, 0.0, 0.0]
                    point[axis], point[u], point[v] = side * size[axis], a, b
                    yield point


def cylinder_points(radius, length, spacing):
    """Its side, and both ends."""
    count = max(8, math.ceil(2.0 * math.pi * radius / spacing))
    for i in range(count):
        angle = 2.0 * math.pi * i / count
        for z in steps(length, spacing):
            yield [radius * math.cos(angle), radius * math.sin(angle), z]
    for x in steps(2.0 * radius, spacing):
        for y in steps(2.0 * radius, spacing):
            if math.hypot(x, y) < radius:
                for side in (-0.5, 0.5):
                    yield [x, y, side * length]


def surface_points(line, spacing):
    """In the world, of an obstacle's line of a problem file that `gapless convert` has written."""
    box = re.search(r" box: " + NUMBERS, line)
    cylinder = re.search(r" cylinder: \{radius: ([^,]*), length: ([^}]*)\}", line)
    pose = re.search(r" pose: \{xyz: " + NUMBERS + r", quat_xyzw: " + NUMBERS, line)
    if not pose or not (box or cylinder):
        raise BadSetup(f"no box or cylinder with a pose, as `gapless convert` writes them: {line.strip()[:120]}")
    xyz, q = numbers(pose.group(1)), numbers(pose.group(2))
    points = (box_points(numbers(box.group(1)), spacing) if box
              else cylinder_points(float(cylinder.group(1)), float(cylinder.group(2)), spacing))
    for point in points:
        yield [a + b for a, b in zip(turned(q, point), xyz)]


def as_cloud(problem, spacing, name, add):
    """The text of the problem with one obstacle, the cloud in the file `name`; add() is called for each of its lines."""
    kept, found, among_obstacles = [], False, False
    for line in problem.splitlines(keepends=True):
        if not line.startswith(" "):
            among_obstacles = line.startswith("obstacles:")
            if among_obstacles:
                kept.append(f"obstacles:\n  - {{name: cloud, points: {{file: {name}, radius: {spacing}}}}}\n")
                continue
        if not among_obstacles:
            kept.append(line)
            continue
        for point in surface_points(line, spacing):
            add("{:.6f} {:.6f} {:.6f}\n".format(*point))
        found = True
    if not found:
        raise BadSetup("the problem has no obstacles")
    return "".join(kept)
