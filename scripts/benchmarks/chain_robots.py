"""Robots for the tables of Leven and Hutchinson: chains of bars, planar and in space, as URDF, SRDF and problem files.

The paper gives no dimensions; these are ours. The side of a cell of the workspace is the unit, CELL metres.

|  | planar | in space |
|---|---|---|
| reach, the bars' lengths together, whatever the number of joints | PLANAR_REACH cells | SPATIAL_REACH cells |
| width of a bar | 0.5 cells | 0.6 cells |
| height | 0.02 cells | 0.6 cells |
| axes | z | z, y, y, and again |
| first joint | without limits | without limits |
| others | within 2.4 rad | within 2.0 rad |
| bars that may not touch | none: they lie one above the other, as a SCARA arm's | all that are no neighbours |

The bars of a planar chain lie within half a cell of height together, in the middle of one layer of cells: a plane, as the workspace of the paper.
"""

import math
import pathlib
from dataclasses import dataclass, field

CELL = 0.05  # metres
PLANAR_REACH, SPATIAL_REACH = 32.0, 16.0  # cells
PLANAR_WIDTH, SPATIAL_WIDTH = 0.5, 0.6
PLANAR_HEIGHT = 0.02
PLANAR_LIMIT, SPATIAL_LIMIT = 2.4, 2.0  # radians
STACK = 0.5  # cells: how high the bars of a planar chain are together, at most


@dataclass(frozen=True)
class Chain:
    """`limits` of all joints but the first, and of the first, radians; None: as above. `bars`: how far each reaches ahead of its axis and behind it, cells; None: all alike,
    and none behind. `label` tells apart those with as many joints."""

    joints: int
    is_planar: bool
    limits: tuple = None
    first_limits: tuple = None
    bars: tuple = None
    label: str = ""

    def name(self):
        """Of the robot and its files."""
        return f"{'planar' if self.is_planar else 'spatial'}_{self.joints}{'_' * bool(self.label)}{self.label}"

    def ahead(self, joint):
        """How far the bar behind a joint, from 0, reaches from its axis to the next one, or to its end; metres."""
        if self.bars:
            return self.bars[joint][0] * CELL
        return (PLANAR_REACH if self.is_planar else SPATIAL_REACH) * CELL / self.joints

    def behind(self, joint):
        """How far it sticks out to the other side of its axis, metres."""
        return self.bars[joint][1] * CELL if self.bars else 0.0

    def reach(self):
        """Of all bars together, stretched out; metres."""
        return sum(self.ahead(joint) for joint in range(self.joints))

    def limits_of(self, joint):
        """Radians; None: it turns without end."""
        if joint == 0:
            return self.first_limits
        limit = PLANAR_LIMIT if self.is_planar else SPATIAL_LIMIT
        return self.limits or (-limit, limit)

    def axis(self, joint):
        """Of a joint, from 0, in the frame of the bar before it; bars lie along x."""
        return "0 0 1" if self.is_planar or joint % 3 == 0 else "0 1 0"

    def bar(self, joint):
        """Side lengths and centre of the bar behind a joint, in its frame, metres."""
        length, middle = self.ahead(joint) + self.behind(joint), (self.ahead(joint) - self.behind(joint)) / 2.0
        if not self.is_planar:
            return (length, SPATIAL_WIDTH * CELL, SPATIAL_WIDTH * CELL), (middle, 0.0, 0.0)
        # A reach of whole cells, and half the height of the bars more, puts a plane between layers of cells close below z = 0.
        step = STACK / self.joints
        return ((length, PLANAR_WIDTH * CELL, min(PLANAR_HEIGHT, 0.5 * step) * CELL),
                (middle, 0.0, CELL * (0.5 + (joint + 0.5) * step - STACK / 2.0)))


@dataclass(frozen=True)
class Box:
    """An obstacle; metres."""

    name: str
    sides: tuple
    centre: tuple


@dataclass(frozen=True)
class Query:
    """What is in the problem besides the robot."""

    start: tuple = None
    goal: tuple = None
    boxes: tuple = field(default=())


def _triple(values):
    return " ".join(f"{value:.9g}" for value in values)


def urdf(chain):
    """The robot: a base without a shape, and the bars."""
    lines = ['<?xml version="1.0"?>', f'<robot name="{chain.name()}">', '  <link name="base_link"/>']
    for joint in range(chain.joints):
        sides, centre = chain.bar(joint)
        limits = chain.limits_of(joint)
        lines += [f'  <link name="bar_{joint + 1}">',
                  f'    <collision><origin xyz="{_triple(centre)}"/><geometry><box size="{_triple(sides)}"/></geometry></collision>',
                  '  </link>',
                  f'  <joint name="joint_{joint + 1}" type="{"revolute" if limits else "continuous"}">',
                  f'    <parent link="{f"bar_{joint}" if joint else "base_link"}"/>',
                  f'    <child link="bar_{joint + 1}"/>',
                  f'    <origin xyz="{_triple((chain.ahead(joint - 1) if joint else 0.0, 0.0, 0.0))}"/>',
                  f'    <axis xyz="{chain.axis(joint)}"/>']
        if limits:
            lines.append(f'    <limit lower="{limits[0]:.9g}" upper="{limits[1]:.9g}" effort="1" velocity="1"/>')
        lines.append("  </joint>")
    return "\n".join(lines + ["</robot>", ""])


def srdf(chain):
    """Which bars are not checked against each other."""
    lines = ['<?xml version="1.0"?>', f'<robot name="{chain.name()}">', '  <group name="chain">',
             f'    <chain base_link="base_link" tip_link="bar_{chain.joints}"/>', '  </group>']
    for second in range(1, chain.joints + 1):
        for first in range(1, second):
            if chain.is_planar or first + 1 == second:
                reason = "Adjacent" if first + 1 == second else "Never"
                lines.append(f'  <disable_collisions link1="bar_{first}" link2="bar_{second}" reason="{reason}"/>')
    return "\n".join(lines + ["</robot>", ""])


def problem(chain, query):
    """The problem file, beside the robot's."""
    lines = ["robots:", f"  - {{urdf: {chain.name()}.urdf, srdf: {chain.name()}.srdf, group: chain}}"]
    if query.boxes:
        lines.append("obstacles:")
        lines += [f"  - {{name: {box.name}, box: [{', '.join(f'{side:.9g}' for side in box.sides)}], "
                  f"pose: {{xyz: [{', '.join(f'{value:.9g}' for value in box.centre)}]}}}}" for box in query.boxes]
    for key, values in (("start", query.start or (0.0,) * chain.joints), ("goal", query.goal or (0.5,) + (0.0,) * (chain.joints - 1))):
        lines.append(f"{key}:")
        lines += [f"  joint_{joint + 1}: {value:.9g}" for joint, value in enumerate(values)]
    return "\n".join(lines + [""])


def write(chain, folder, query=Query()):
    """Writes robot and problem into a folder. Returns the problem's file."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{chain.name()}.urdf").write_text(urdf(chain), encoding="utf-8")
    (folder / f"{chain.name()}.srdf").write_text(srdf(chain), encoding="utf-8")
    file = folder / f"{chain.name()}.yaml"
    file.write_text(problem(chain, query), encoding="utf-8")
    return file


def corridor(chain):
    """Two blocks with a corridor between them. Returns the query with the blocks out of the way, and where they are to be: {name: centre}.

    The chain is to turn from one side of the base to the other, and to reach through the corridor."""
    reach = chain.reach()
    sides = (0.25 * reach, 0.6 * reach, 4.0 * CELL)
    places = {"left": (0.55 * reach, 0.3 * reach + 3.0 * CELL, 0.0), "right": (0.55 * reach, -0.3 * reach - 3.0 * CELL, 0.0)}
    away = tuple(Box(name, sides, (x, y, 4.0 * reach)) for name, (x, y, _) in places.items())
    rest = (0.0,) * (chain.joints - 1)
    return Query((math.pi / 2.0 + 1.0, *rest), (0.0, *rest), away), places
