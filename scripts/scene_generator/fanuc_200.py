"""A large Fanuc-200-like six-axis arm; dimensions and shapes are this project's own.

At the zero configuration the upper arm is vertical and the forearm points along +x; all link frames
are then parallel to the base frame, and each has its origin on its joint axis.
"""

import math

from .mesh import joined
from .primitives import blended_block, box, cylinder, extrude, revolve, rounded_block, rounded_rectangle, tube
from .robot_model import Joint, Link, refined_to

SHOULDER = (0.280, 0.0, 0.740)  # joint 2
UPPER_ARM = 0.850               # joint 2 to joint 3
ELBOW_OFFSET = 0.180            # joint 3 to the forearm's axis
FOREARM = 0.960                 # joint 3 to the wrist centre, along the forearm
WRIST = 0.150                   # wrist centre to the mounting flange
ARM_TRIANGLES = 2074            # with the welding gun's 428 triangles 2,502, as the paper's robot


def joints():
    """The six revolute joints and the tool frame, whose z axis points out of the flange."""
    y_axis, x_axis = (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)
    rows = (
        ("joint_1", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (-180, 180), 1.9),
        ("joint_2", SHOULDER, y_axis, (-60, 80), 1.9),
        ("joint_3", (0.0, 0.0, UPPER_ARM), y_axis, (-75, 80), 1.9),
        ("joint_4", (0.0, 0.0, ELBOW_OFFSET), x_axis, (-200, 200), 3.6),
        ("joint_5", (FOREARM, 0.0, 0.0), y_axis, (-125, 125), 3.6),
        ("joint_6", (WRIST, 0.0, 0.0), x_axis, (-360, 360), 5.4),
    )
    names = ["base_link"] + [f"link_{k}" for k in range(1, 7)]
    result = []
    for k, (name, xyz, axis, degrees, velocity) in enumerate(rows):
        limits = tuple(round(math.radians(d), 4) for d in degrees)
        result.append(Joint(name, names[k], names[k + 1], xyz, axis=axis, limits=limits, velocity=velocity))
    return result + [Joint("flange_to_tool0", "link_6", "tool0", rpy=(0.0, 1.570796, 0.0))]


def links():
    """The seven links, together ARM_TRIANGLES triangles, and the tool frame."""
    bodies = [Link("base_link", _base()), Link("link_1", _turret()), Link("link_2", _upper_arm()),
              Link("link_3", _elbow()), Link("link_4", _forearm()), Link("link_5", _wrist()),
              Link("link_6", _flange())]
    return refined_to(bodies, ARM_TRIANGLES) + [Link("tool0")]


def _base():
    plate = rounded_block(0.74, 0.70, 0.050, 0.12, 0.008, 2, (0.0, 0.0, 0.025))
    pedestal = blended_block([((0.0, 0.0, 0.045), 0.60, 0.56, 0.12), ((0.0, 0.0, 0.130), 0.54, 0.50, 0.14),
                              ((0.0, 0.0, 0.300), 0.50, 0.50, 0.22)], 3)
    connectors = box(0.14, 0.30, 0.16, (-0.340, 0.0, 0.140))
    return joined(plate, pedestal, connectors)


def _turret():
    ring = revolve([(0.265, 0.305), (0.275, 0.330), (0.275, 0.385), (0.240, 0.405)], 16)
    casting = blended_block([((0.0, 0.0, 0.390), 0.46, 0.44, 0.14), ((0.060, 0.0, 0.500), 0.42, 0.40, 0.12),
                             ((0.210, 0.0, 0.600), 0.26, 0.38, 0.09)], 3)
    cheeks = [extrude(rounded_rectangle(0.31, 0.34, 0.145, 3), 0.0, 0.080).along_y().moved(0.265, y, 0.695)
              for y in (0.115, -0.195)]
    motor = revolve([(0.120, 0.0), (0.120, 0.060), (0.090, 0.085), (0.085, 0.250)], 12)
    shoulder_motor = motor.along_y().moved(SHOULDER[0], 0.193, SHOULDER[2])
    waist_motor = revolve([(0.095, 0.0), (0.095, 0.07), (0.080, 0.08), (0.076, 0.30)], 12).moved(-0.150, 0.090, 0.400)
    cover = extrude(rounded_rectangle(0.22, 0.22, 0.10, 3), 0.0, 0.045).along_y().moved(0.280, -0.238, 0.740)
    return joined(ring, casting, *cheeks, shoulder_motor, waist_motor, cover)


def _upper_arm():
    shoulder_hub = cylinder(0.155, -0.105, 0.105, 16, 0.015).along_y()
    arm = blended_block([((0.0, 0.0, 0.040), 0.260, 0.170, 0.060), ((0.010, 0.0, 0.200), 0.230, 0.160, 0.060),
                         ((0.015, 0.0, 0.480), 0.180, 0.140, 0.050), ((0.0, 0.0, 0.820), 0.190, 0.150, 0.055)])
    elbow_hub = cylinder(0.110, -0.090, 0.090, 14).along_y()
    conduit = tube([(0.060, 0.095, 0.120), (0.105, 0.100, 0.220), (0.100, 0.098, 0.420), (0.095, 0.096, 0.640),
                    (0.050, 0.092, 0.740)], 0.022, 6)
    return joined(shoulder_hub, arm, elbow_hub.moved(0.0, 0.0, UPPER_ARM), conduit)


def _elbow():
    cheeks = [extrude(rounded_rectangle(0.22, 0.34, 0.10, 3), 0.0, 0.040).along_y().moved(0.0, y, 0.065)
              for y in (0.096, -0.136)]
    housing = blended_block([((0.0, 0.0, -0.300), 0.200, 0.240, 0.070), ((0.0, 0.0, -0.220), 0.250, 0.280, 0.100),
                             ((0.0, 0.0, 0.080), 0.240, 0.270, 0.100), ((0.0, 0.0, 0.270), 0.190, 0.190, 0.090)])
    bearing = revolve([(0.105, 0.268), (0.110, 0.300), (0.096, 0.310)], 14)
    motor = revolve([(0.050, 0.0), (0.055, 0.015), (0.055, 0.150)], 10)
    motors = [motor.moved(x, y, -0.435) for x, y in ((0.0, 0.060), (0.0, -0.060))]
    elbow_motor = revolve([(0.085, 0.0), (0.085, 0.040), (0.070, 0.055), (0.066, 0.200)], 12)
    forearm_axis = joined(housing, bearing, *motors).along_x().moved(0.0, 0.0, ELBOW_OFFSET)
    return joined(*cheeks, forearm_axis, elbow_motor.along_y().mirrored_y().moved(0.0, -0.130, 0.0))


def _forearm():
    shaft = revolve([(0.100, 0.316), (0.104, 0.345), (0.086, 0.365), (0.072, 0.680), (0.082, 0.740),
                     (0.060, 0.790)], 14).along_x()
    fork = [extrude(rounded_rectangle(0.290, 0.130, 0.060, 3), 0.0, 0.028).along_y().moved(0.880, y, 0.0)
            for y in (0.060, -0.088)]
    return joined(shaft, *fork)


def _wrist():
    hub = cylinder(0.060, -0.052, 0.052, 14, 0.006).along_y()
    nose = revolve([(0.050, 0.0), (0.050, 0.085), (0.040, 0.118)], 12).along_x()
    return joined(hub, nose)


def _flange():
    return revolve([(0.046, -0.030), (0.050, -0.022), (0.050, 0.0)], 18).along_x()
