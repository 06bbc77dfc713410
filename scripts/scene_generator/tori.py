"""Thin tori around upright linkages, as in Fig. 1 of the paper; metres and radians."""

from . import transforms
from .primitives import ring_tube

SEGMENTS, SIDES = 210, 15   # 6,300 triangles each, as the paper's tori
RADIUS = 0.100              # of the centre line
THICKNESS = 0.0025          # radius of the section
# Height of the centre and the turns about x, then y: each torus leans another way.
PLACES = {"torus_low": (1.10, 0.25, 0.0), "torus_middle": (1.40, -0.15, 0.25), "torus_high": (1.70, 0.0, -0.30)}


def obstacles():
    """The three tori by name, all centred on the z axis."""
    torus = ring_tube(RADIUS, THICKNESS, SEGMENTS, SIDES)
    return {name: torus.transformed(transforms.compose(transforms.translation(0.0, 0.0, height),
                                                       transforms.rotation_y(about_y), transforms.rotation_x(about_x)))
            for name, (height, about_x, about_y) in PLACES.items()}
