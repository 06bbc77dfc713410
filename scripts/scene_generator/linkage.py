"""A skinny linkage of 20 links in a row, each a slim double-pointed bar, on a short post.

At the zero configuration it stands upright. All link frames are then parallel to the base frame, each with its origin
on its joint axis; the axes are x and y in turn, so the chain bends in space. Metres and radians.
"""

from .primitives import loft, rounded_block
from .robot_model import Joint, Link

LINKS = 20
LINK_LENGTH = 0.100
HALF_DIAGONAL = 0.009   # of the square section; edges point along x and y
POINT_LENGTH = 0.015    # from a joint to the full section
JOINT_LIMIT = 2.0       # neighbours would meet beside their common point at pi - 2 atan(9 / 15) = 2.06
POST_HEIGHT = 0.040     # joint 1 above the base frame
PLATE_THICKNESS = 0.012


def names():
    """The links from the post to the tip."""
    return ["base_link"] + [f"link_{k}" for k in range(1, LINKS + 1)]


def joints():
    """Twenty revolute joints; the first lies on the post's point."""
    chain = names()
    result = []
    for k in range(LINKS):
        axis = (1.0, 0.0, 0.0) if k % 2 == 0 else (0.0, 1.0, 0.0)
        result.append(Joint(f"joint_{k + 1}", chain[k], chain[k + 1], (0.0, 0.0, LINK_LENGTH if k else POST_HEIGHT),
                            axis=axis, limits=(-JOINT_LIMIT, JOINT_LIMIT), effort=10.0, velocity=1.0))
    return result


def links():
    """The post (8 triangles) and twenty links of 16 triangles each."""
    return [Link("base_link", _post())] + [Link(name, _bar()) for name in names()[1:]]


def base_plate(feet, margin=0.06):
    """The plate under linkages whose base frames stand at the (x, y) of `feet` on the plane z = 0."""
    half_x, half_y = (max(abs(foot[i]) for foot in feet) + margin for i in range(2))
    return rounded_block(2.0 * half_x, 2.0 * half_y, PLATE_THICKNESS, 0.02, 0.003, 3,
                         (0.0, 0.0, -PLATE_THICKNESS / 2.0))


def _bar():
    square = ((HALF_DIAGONAL, 0.0), (0.0, HALF_DIAGONAL), (-HALF_DIAGONAL, 0.0), (0.0, -HALF_DIAGONAL))
    full = [[(x, y, z) for x, y in square] for z in (POINT_LENGTH, LINK_LENGTH - POINT_LENGTH)]
    return loft([[(0.0, 0.0, 0.0)], *full, [(0.0, 0.0, LINK_LENGTH)]])


def _post():
    foot = ((0.012, 0.0), (0.0, 0.012), (-0.012, 0.0), (0.0, -0.012))
    return loft([[(0.0, 0.0, -0.004)], [(x, y, 0.0) for x, y in foot], [(0.0, 0.0, POST_HEIGHT)]])
