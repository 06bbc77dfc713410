"""ABB IRB 2400: dimensions and limits after ABB's data sheet, shapes drawn for this project.

At the zero configuration the upper arm is vertical and the forearm points along +x; all link frames
are then parallel to the base frame, and each has its origin on its joint axis.
"""

import math

from .mesh import joined
from .primitives import blended_block, box, cylinder, extrude, revolve, rounded_block, rounded_rectangle, tube
from .robot_model import Joint, Link, refined_to

SHOULDER = (0.100, 0.0, 0.615)  # joint 2
UPPER_ARM = 0.705               # joint 2 to joint 3
ELBOW_OFFSET = 0.135            # joint 3 to the forearm's axis
FOREARM = 0.755                 # joint 3 to the wrist centre, along the forearm
WRIST = 0.085                   # wrist centre to the mounting flange
ARM_TRIANGLES = 2694            # with the rod's 296 triangles 2,990; the paper's robot has 2,991

PARALLEL_BAR_X = -0.175
PARALLEL_BAR_Y = -0.128


def _degrees(low, high):
    return (round(math.radians(low), 4), round(math.radians(high), 4))


def joints():
    """The six revolute joints and the tool frame, whose z axis points out of the flange."""
    y_axis, x_axis = (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)
    rows = (
        ("joint_1", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), _degrees(-180, 180), 2.618),
        ("joint_2", SHOULDER, y_axis, _degrees(-100, 110), 2.618),
        ("joint_3", (0.0, 0.0, UPPER_ARM), y_axis, _degrees(-60, 65), 2.618),
        ("joint_4", (0.0, 0.0, ELBOW_OFFSET), x_axis, _degrees(-200, 200), 6.2832),
        ("joint_5", (FOREARM, 0.0, 0.0), y_axis, _degrees(-120, 120), 6.2832),
        ("joint_6", (WRIST, 0.0, 0.0), x_axis, _degrees(-400, 400), 7.854),
    )
    names = ["base_link"] + [f"link_{k}" for k in range(1, 7)]
    result = [Joint(name, names[k], names[k + 1], xyz, axis=axis, limits=limits, velocity=velocity)
              for k, (name, xyz, axis, limits, velocity) in enumerate(rows)]
    return result + [Joint("flange_to_tool0", "link_6", "tool0", rpy=(0.0, 1.570796, 0.0))]


def links():
    """The seven links, together ARM_TRIANGLES triangles, and the tool frame."""
    bodies = [Link("base_link", _base()), Link("link_1", _turret()), Link("link_2", _upper_arm()),
              Link("link_3", _elbow()), Link("link_4", _forearm()), Link("link_5", _wrist()),
              Link("link_6", _flange())]
    return refined_to(bodies, ARM_TRIANGLES) + [Link("tool0")]


def _base():
    plate = rounded_block(0.56, 0.56, 0.036, 0.08, 0.006, 2, (0.0, 0.0, 0.018))
    cone = revolve([(0.262, 0.030), (0.245, 0.090), (0.205, 0.210), (0.222, 0.235), (0.222, 0.262)], 18)
    connectors = rounded_block(0.16, 0.24, 0.15, 0.03, 0.012, 2, (-0.265, 0.0, 0.115))
    bolts = [cylinder(0.018, 0.0355, 0.052, 6).moved(sx * 0.235, sy * 0.235, 0.0)
             for sx in (-1, 1) for sy in (-1, 1)]
    return joined(plate, cone, connectors, *bolts)


def _turret():
    ring = revolve([(0.215, 0.265), (0.222, 0.325), (0.200, 0.350)], 18)
    casting = blended_block([((-0.010, 0.0, 0.330), 0.36, 0.38, 0.12), ((0.030, 0.0, 0.420), 0.31, 0.36, 0.10),
                             ((0.080, 0.0, 0.505), 0.22, 0.34, 0.07)], 4)
    cheeks = [extrude(rounded_rectangle(0.24, 0.34, 0.115, 4), 0.0, 0.075).along_y().moved(0.1, y, 0.585)
              for y in (0.088, -0.163)]
    motor = revolve([(0.096, 0.0), (0.096, 0.055), (0.076, 0.070), (0.072, 0.205)], 12)
    shoulder_motor = motor.along_y().moved(SHOULDER[0], 0.162, SHOULDER[2])
    elbow_motor = motor.along_y().mirrored_y().moved(SHOULDER[0], -0.162, SHOULDER[2])
    waist_motor = revolve([(0.080, 0.0), (0.080, 0.05), (0.068, 0.06), (0.064, 0.24)], 12)
    return joined(ring, casting, *cheeks, shoulder_motor, elbow_motor, waist_motor.moved(-0.155, 0.0, 0.345),
                  box(0.05, 0.06, 0.05, (-0.215, 0.0, 0.53)))


def _upper_arm():
    shoulder_hub = cylinder(0.118, -0.078, 0.078, 16, 0.012).along_y()
    arm = blended_block([((0.0, 0.0, 0.020), 0.200, 0.120, 0.045), ((0.0, 0.0, 0.110), 0.190, 0.118, 0.045),
                         ((0.006, 0.0, 0.300), 0.150, 0.108, 0.040), ((0.006, 0.0, 0.520), 0.130, 0.104, 0.038),
                         ((0.0, 0.0, 0.690), 0.150, 0.112, 0.042)])
    elbow_hub = cylinder(0.086, -0.068, 0.068, 16).along_y()
    # The bar that drives joint 3. It keeps its place on the upper arm, as the arm is modelled as a
    # serial chain; in the machine its upper end follows the elbow's lever.
    pins = [cylinder(0.030, -0.025, 0.025, 10).along_y().moved(PARALLEL_BAR_X, PARALLEL_BAR_Y, z)
            for z in (0.0, UPPER_ARM)]
    bar = tube([(PARALLEL_BAR_X, PARALLEL_BAR_Y, z) for z in (0.012, 0.24, 0.47, UPPER_ARM - 0.012)], 0.019, 6)
    crank_outline = [(0.0, -0.050), (0.035, -0.035), (0.05, 0.0), (0.035, 0.035), (0.0, 0.050), (-0.175, 0.028),
                     (-0.195, 0.020), (-0.203, 0.0), (-0.195, -0.020), (-0.175, -0.028)]
    crank = extrude(crank_outline, 0.0, 0.022).along_y().moved(0.0, -0.101, 0.0)
    return joined(shoulder_hub, arm, elbow_hub.moved(0.0, 0.0, UPPER_ARM), bar, crank, *pins)


def _elbow():
    cheeks = [extrude(rounded_rectangle(0.17, 0.24, 0.08, 3), 0.0, 0.026).along_y().moved(0.0, y, 0.045)
              for y in (0.072, -0.098)]
    housing = blended_block([((0.0, 0.0, -0.215), 0.150, 0.180, 0.06), ((0.0, 0.0, -0.170), 0.190, 0.210, 0.08),
                             ((0.0, 0.0, 0.040), 0.190, 0.210, 0.08), ((0.0, 0.0, 0.160), 0.165, 0.170, 0.078),
                             ((0.0, 0.0, 0.225), 0.150, 0.150, 0.070)])
    bearing = revolve([(0.090, 0.222), (0.092, 0.250), (0.080, 0.258)], 14)
    motor = revolve([(0.036, 0.0), (0.044, 0.012), (0.044, 0.145)], 10)
    motors = [motor.moved(x, y, -0.352) for x, y in ((0.048, 0.050), (0.048, -0.050), (-0.042, 0.0))]
    lever = extrude([(0.035, -0.05), (0.035, 0.05), (-0.175, 0.026), (-0.200, 0.0), (-0.175, -0.026)],
                    0.0, 0.022).along_y().moved(0.0, -0.120, 0.0)
    forearm_axis = joined(housing, bearing, *motors).along_x().moved(0.0, 0.0, ELBOW_OFFSET)
    return joined(*cheeks, lever, forearm_axis)


def _forearm():
    shaft = revolve([(0.085, 0.262), (0.090, 0.288), (0.074, 0.300), (0.062, 0.560), (0.068, 0.620),
                     (0.045, 0.640)], 14).along_x()
    fork = [extrude(rounded_rectangle(0.220, 0.096, 0.045, 3), 0.0, 0.020).along_y().moved(0.690, y, 0.0)
            for y in (0.046, -0.066)]
    caps = [cylinder(0.036, 0.0, 0.012, 8).along_y().moved(FOREARM, y, 0.0) for y in (0.065, -0.077)]
    return joined(shaft, *fork, *caps)


def _wrist():
    hub = cylinder(0.044, -0.042, 0.042, 14, 0.004).along_y()
    nose = revolve([(0.036, 0.0), (0.036, 0.042), (0.026, 0.062)], 10).along_x()
    return joined(hub, nose)


def _flange():
    disc = revolve([(0.036, -0.020), (0.040, -0.014), (0.040, 0.0)], 18).along_x()
    dowel = cylinder(0.004, -0.002, 0.004, 6).along_x().moved(0.0, 0.0, 0.028)
    return joined(disc, dowel)
