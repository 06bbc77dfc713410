"""Problems for the audit: other projects' robots among obstacles on which sampled checks stumble.

Panda and UR5 come with problem sets of their own, the other robots get boxes, thin plates and wires, as shapes and as
meshes, drawn from a seed. Lengths in metres, angles in radians.
"""

import math
import os
import random
from dataclasses import dataclass

from scene_generator import primitives, writers

from .command import BadSetup, run

MOTION_STEPS = (0.0, 0.5, 0.0)  # largest joint step of a motion, in turn; 0: from anywhere to anywhere
OBSTACLES = 24  # per problem, as many boxes as plates and wires


@dataclass(frozen=True)
class Robot:
    """`sets`: problem sets of peerdata; a robot without them is put among obstacles that reach as far as `reach` metres."""

    name: str
    reach: float = 0.0
    sets: tuple = ()


SETS = ("bookshelf_small", "bookshelf_tall", "bookshelf_thin", "box", "cage", "table_pick", "table_under_pick")
ROBOTS = (
    Robot("irb2400", reach=1.5),
    Robot("panda", sets=SETS),
    Robot("ur5", sets=SETS),
    Robot("ur5_bare", reach=0.9),
    Robot("puma560", reach=0.9),
    Robot("iiwa14", reach=1.0),
)


def make(robot, index, folder, peerdata, gapless):
    """The problem file number `index` of a robot below `folder`, and the step of its motions.

    The same whenever it is called with the same robot and index.
    """
    step = MOTION_STEPS[index % len(MOTION_STEPS)]
    if robot.sets:
        return _converted(robot, index, folder, peerdata, gapless), step
    return _generated(robot, index, folder, peerdata), step


def _converted(robot, index, folder, peerdata, gapless):
    name = robot.sets[index % len(robot.sets)]
    home = folder / robot.name / name
    if not home.is_dir():
        run([gapless, "convert", peerdata / "problems" / robot.name / f"{name}.json", "--output", home], timeout=300)
    files = sorted(home.glob("*.yaml"))
    if not files:
        raise BadSetup(f"nothing was converted into {home}")
    return files[index // len(robot.sets) % len(files)]


def _generated(robot, index, folder, peerdata):
    draw = random.Random(f"{robot.name} {index}")
    home = folder / robot.name / f"obstacles_{index}"
    home.mkdir(parents=True, exist_ok=True)
    urdf, srdf = (_relative(peerdata, robot, suffix, home) for suffix in ("urdf", "srdf"))
    lines = ["robots:", f"  - {{urdf: {urdf}, srdf: {srdf}}}", "obstacles:"]
    for i in range(OBSTACLES):
        kind = ("box", "plate", "wire")[i % 3]
        shape = _as_mesh(draw, kind, home / f"{kind}_{i}.stl") if (i // 3 + index) % 2 else _as_shape(draw, kind)
        rpy = [draw.uniform(-math.pi, math.pi) for _ in range(3)]
        xyz = _place(draw, robot.reach)
        lines.append(f"  - {{name: {kind}_{i}, {shape}, pose: {{xyz: {_numbers(xyz)}, rpy: {_numbers(rpy)}}}}}")
    problem = home / "problem.yaml"
    problem.write_text("\n".join(lines + [""]), encoding="utf-8")
    return problem


def _relative(peerdata, robot, suffix, home):
    return os.path.relpath(peerdata / "robots" / robot.name / f"{robot.name}.{suffix}", home)


def _place(draw, reach):
    """A point in the shell between half and all of the reach about the robot's shoulder, above the floor."""
    while True:
        direction = [draw.gauss(0.0, 1.0) for _ in range(3)]
        distance = reach * draw.uniform(0.5, 1.0) / math.hypot(*direction)
        x, y, z = (distance * d for d in direction)
        if z > -0.2 * reach and math.hypot(x, y) > 0.4 * reach:
            return [x, y, z + 0.4 * reach]


def _size(draw, kind):
    """Extents of a box or plate; of a wire its radius and length."""
    if kind == "box":
        return [draw.uniform(0.05, 0.25) for _ in range(3)]
    if kind == "plate":
        return [draw.uniform(0.2, 0.5), draw.uniform(0.2, 0.5), draw.choice((1e-4, 1e-3))]
    return [draw.choice((2.5e-4, 1e-3, 2.5e-3)), draw.uniform(0.4, 1.0)]


def _as_shape(draw, kind):
    size = _size(draw, kind)
    if kind == "wire":
        return f"cylinder: {{radius: {size[0]!r}, length: {size[1]!r}}}"
    return f"box: {_numbers(size)}"


def _as_mesh(draw, kind, file):
    size = _size(draw, kind)
    mesh = (primitives.cylinder(size[0], -size[1] / 2.0, size[1] / 2.0, sides=8) if kind == "wire" else primitives.box(*size))
    file.write_bytes(writers.stl_bytes(mesh))
    return f"mesh: {file.name}"


def _numbers(values):
    return "[" + ", ".join(repr(value) for value in values) + "]"
