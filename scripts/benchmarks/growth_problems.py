"""Problems of any size for the growth benchmark: a chain of equal links in a field of spheres.

Lengths in metres, angles in radians.
"""

import math
import random

from scene_generator import primitives, writers
from scene_generator.mesh import TriangleMesh

CHAIN_LENGTH = 2.4
LINK_SIDES = 8  # of the cylinder that a link is
SPHERES = 62
FIELD = (0.5, 2.6)  # how far from the foot of the chain the spheres are
SPHERE_RADIUS = (0.05, 0.15)


def write(folder, joints, triangles, limited=True):
    """Writes robot, obstacles and problem into `folder`; returns the problem file.

    `limited`: joints have limits, the narrower the more joints there are, for long chains would mostly collide with themselves;
    otherwise every motion has the length that it is asked to have.
    """
    folder.mkdir(parents=True, exist_ok=True)
    spacing = CHAIN_LENGTH / joints
    # The gap to the next link is wide enough for the joint to bend.
    link = primitives.cylinder(0.2 * min(spacing, 0.3), 0.2 * spacing, 0.95 * spacing, sides=LINK_SIDES)
    (folder / "link.stl").write_bytes(writers.stl_bytes(link))
    (folder / "field.stl").write_bytes(writers.stl_bytes(sphere_field(triangles)))
    (folder / "chain.urdf").write_text(chain_urdf(joints, spacing, limited), encoding="utf-8")
    problem = folder / "problem.yaml"
    problem.write_text("robots:\n  - urdf: chain.urdf\nobstacles:\n  - {name: field, mesh: field.stl}\n", encoding="utf-8")
    return problem


def chain_urdf(joints, spacing, limited):
    """A chain along z whose joint axes are x and y in turn."""
    reach = 6.0 / math.sqrt(joints)
    lines = ['<robot name="chain">', '  <link name="link_0"/>']
    for i in range(1, joints + 1):
        limit = f'<limit lower="{-reach!r}" upper="{reach!r}" effort="1" velocity="1"/>' if limited else ""
        kind = "revolute" if limited else "continuous"
        axis = "1 0 0" if i % 2 else "0 1 0"
        height = 0.0 if i == 1 else spacing
        lines += [f'  <link name="link_{i}"><collision><geometry><mesh filename="link.stl"/></geometry></collision></link>',
                  f'  <joint name="joint_{i}" type="{kind}"><parent link="link_{i - 1}"/><child link="link_{i}"/>'
                  f'<origin xyz="0 0 {height!r}"/><axis xyz="{axis}"/>{limit}</joint>']
    return "\n".join(lines + ["</robot>", ""])


def sphere_rings(triangles):
    """Sides and bands of a sphere of about so many triangles, at least 12."""
    sides = max(3, round(math.sqrt(triangles / 2.0)))
    return sides, max(3, round(triangles / (2.0 * sides)) + 1)


def sphere_field(triangles):
    """One mesh of about so many triangles; the spheres are the same ones whatever the number."""
    draw = random.Random(2002)
    sides, bands = sphere_rings(triangles / SPHERES)
    ball = primitives.sphere(1.0, sides, bands)
    field = TriangleMesh()
    for _ in range(SPHERES):
        direction = [draw.gauss(0.0, 1.0) for _ in range(3)]
        distance = draw.uniform(*FIELD) / math.hypot(*direction)
        radius = draw.uniform(*SPHERE_RADIUS)
        x, y, z = (distance * d for d in direction)
        field.add(TriangleMesh([(x + radius * u, y + radius * v, z + radius * w) for u, v, w in ball.vertices], ball.triangles))
    return field
