"""Robots of the plane, of one solid each, several of which are to get out of each other's way; lengths in metres.

The small car is a rectangle on the ground, x forwards from the middle of the rear axle. The disc and the rectangle slide along x and y.
"""

from .robot_model import Joint, Link, RobotModel, Solid

CAR_LENGTH, CAR_WIDTH, CAR_REAR_OVERHANG = 0.9, 0.5, 0.2
CAR_RADIUS = 0.6        # smallest, of the rear axle's middle
DISC_RADIUS = 0.12
RECTANGLE = (0.8, 0.4)
_BOTTOM, _HEIGHT = 0.05, 0.3
_REACH = 2.0            # of a slide, to either side


def small_car():
    """A rectangle that drives."""
    solid = Solid("box", (CAR_LENGTH, CAR_WIDTH, _HEIGHT), (CAR_LENGTH / 2.0 - CAR_REAR_OVERHANG, 0.0, _BOTTOM + _HEIGHT / 2.0))
    return RobotModel("planar", "small_car", "small_car", [Link("car", solid=solid)], [], group=None)


def disc():
    """A disc that slides."""
    return _slider("disc", Solid("cylinder", (DISC_RADIUS, _HEIGHT), (0.0, 0.0, _BOTTOM + _HEIGHT / 2.0)))


def rectangle():
    """A rectangle that slides, and does not turn."""
    return _slider("rectangle", Solid("box", (*RECTANGLE, _HEIGHT), (0.0, 0.0, _BOTTOM + _HEIGHT / 2.0)))


def _slider(name, solid):
    limits = (-_REACH, _REACH)
    joints = [Joint("x", "rail", "carriage", axis=(1.0, 0.0, 0.0), limits=limits, velocity=1.0, kind="prismatic"),
              Joint("y", "carriage", name, axis=(0.0, 1.0, 0.0), limits=limits, velocity=1.0, kind="prismatic")]
    return RobotModel("planar", name, name, [Link("rail"), Link("carriage"), Link(name, solid=solid)], joints, group=None)
