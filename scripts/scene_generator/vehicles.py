"""Cars: one rigid body each, on the ground, x forwards from the middle of the rear axle; lengths in metres."""

from .mesh import joined
from .primitives import cylinder, loft, rounded_block, rounded_rectangle
from .robot_model import Link, RobotModel

CAR_LENGTH, CAR_WIDTH, CAR_WHEELBASE, CAR_REAR_OVERHANG = 4.30, 1.78, 2.62, 0.85
CAR_RADIUS = 4.6                # smallest, of the rear axle's middle
TRUCK_LENGTH, TRUCK_WIDTH, TRUCK_WHEELBASE, TRUCK_REAR_OVERHANG = 11.9, 2.50, 6.20, 4.10
TRUCK_RADIUS = 8.0
_CLEARANCE = 0.16               # of the body above the ground


def car():
    """A hatchback: body, cabin, wheels."""
    middle = CAR_LENGTH / 2.0 - CAR_REAR_OVERHANG
    body = rounded_block(CAR_LENGTH, CAR_WIDTH, 0.62, 0.30, 0.08, 4, (middle, 0.0, _CLEARANCE + 0.31))
    cabin = _tapered((middle - 0.25, 0.76), (2.70, 1.62), (middle - 0.40, 1.46), (1.55, 1.24), 0.18)
    return joined(body, cabin, *_wheels((0.0, CAR_WHEELBASE), CAR_WIDTH, 0.31, 0.20))


def truck():
    """A long rigid truck with a box body, behind its rear axle a third of it, like a trailer that does not bend."""
    middle = TRUCK_LENGTH / 2.0 - TRUCK_REAR_OVERHANG
    rear, front = middle - TRUCK_LENGTH / 2.0, middle + TRUCK_LENGTH / 2.0
    frame = rounded_block(TRUCK_LENGTH - 0.4, 1.00, 0.30, 0.05, 0.02, 3, (middle, 0.0, 0.80))
    cargo = rounded_block(front - 2.2 - rear, TRUCK_WIDTH, 2.55, 0.06, 0.02, 3, ((rear + front - 2.2) / 2.0, 0.0, 2.25))
    cab = _tapered((front - 1.0, 0.55), (2.00, 2.40), (front - 1.15, 2.95), (1.60, 2.20), 0.20)
    return joined(frame, cargo, cab, *_wheels((-1.30, 0.0, TRUCK_WHEELBASE), TRUCK_WIDTH, 0.50, 0.30))


def car_robot():
    """The hatchback, as a robot of one link."""
    return RobotModel("vehicles", "car", "car", [Link("car", car())], [], group=None)


def truck_robot():
    """The truck, as a robot of one link."""
    return RobotModel("vehicles", "truck", "truck", [Link("truck", truck())], [], group=None)


def _tapered(low, low_size, high, high_size, radius):
    """A frustum between two rounded rectangles; `low` and `high` are (x, z)."""
    return loft([[(x + px, py, z) for px, py in rounded_rectangle(*size, radius, 4)]
                 for (x, z), size in ((low, low_size), (high, high_size))])


def _wheels(axles, width, radius, thickness):
    wheels = []
    for x in axles:
        for side in (-1.0, 1.0):
            wheel = cylinder(radius, -thickness / 2.0, thickness / 2.0, 20, 0.03).along_y()
            wheels.append(wheel.moved(x, side * (width / 2.0 - thickness / 2.0 - 0.01), radius))
    return wheels
