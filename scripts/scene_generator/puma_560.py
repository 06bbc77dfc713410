"""Unimation Puma 560: published Denavit-Hartenberg parameters, shapes drawn for this project.

P. I. Corke, B. Armstrong-Helouvry, "A Search for Consensus Among Model Parameters Reported for the PUMA 560 Robot",
ICRA 1994. At the zero configuration the upper arm lies along +x and the forearm points up; all link frames are then
parallel to the base frame, and each has its origin on its joint axis.
"""

import math

from .mesh import joined
from .primitives import blended_block, box, cylinder, extrude, revolve, rounded_block
from .robot_model import Joint, Link, refined_to

# Per joint: d and a in metres, alpha in degrees, joint limits in degrees; the link transform is
# rot_z(q) trans_z(d) trans_x(a) rot_x(alpha).
DENAVIT_HARTENBERG = (
    (0.67183, 0.0, 90.0, (-160, 160)),   # d: the shoulder above the floor, 26.45 inches
    (0.0, 0.4318, 0.0, (-45, 225)),
    (0.15005, 0.0203, -90.0, (-225, 45)),
    (0.4318, 0.0, 90.0, (-110, 170)),
    (0.0, 0.0, -90.0, (-100, 100)),
    (0.05625, 0.0, 0.0, (-266, 266)),    # d: from the wrist's centre to the flange
)
ARM_TRIANGLES = 800                      # as the paper's robot

SHOULDER_HEIGHT = DENAVIT_HARTENBERG[0][0]
UPPER_ARM = DENAVIT_HARTENBERG[1][1]
ARM_OFFSET = DENAVIT_HARTENBERG[2][0]    # from the waist's axis to the forearm's plane, towards -y
FOREARM_SHIFT = DENAVIT_HARTENBERG[2][1]
FOREARM = DENAVIT_HARTENBERG[3][0]
FLANGE = DENAVIT_HARTENBERG[5][0]
RATES = (1.43, 0.94, 2.13, 3.98, 4.21, 3.98)  # rad/s

# The upper arm runs beside the forearm's plane, so that the elbow can fold.
UPPER_ARM_SIDE = (-0.292, -0.200)        # y in the frame of link_2


def joints():
    """The six revolute joints and the tool frame, whose z axis points out of the flange."""
    up, sideways = (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)  # alpha turns the second axis from z to -y
    places = (((0.0, 0.0, SHOULDER_HEIGHT), up), ((0.0, 0.0, 0.0), sideways),
              ((UPPER_ARM, -ARM_OFFSET, 0.0), sideways), ((FOREARM_SHIFT, 0.0, FOREARM), up),
              ((0.0, 0.0, 0.0), sideways), ((0.0, 0.0, 0.0), up))
    names = ["base_link"] + [f"link_{k}" for k in range(1, 7)]
    result = []
    for k, (xyz, axis) in enumerate(places):
        limits = tuple(round(math.radians(d), 4) for d in DENAVIT_HARTENBERG[k][3])
        result.append(Joint(f"joint_{k + 1}", names[k], names[k + 1], xyz, axis=axis, limits=limits,
                            velocity=RATES[k]))
    return result + [Joint("flange_to_tool0", "link_6", "tool0", (0.0, 0.0, FLANGE))]


def links():
    """The seven links, together ARM_TRIANGLES triangles, and the tool frame."""
    bodies = [Link("base_link", _base()), Link("link_1", _shoulder()), Link("link_2", _upper_arm()),
              Link("link_3", _forearm()), Link("link_4", _wrist_roll()), Link("link_5", _wrist_bend()),
              Link("link_6", _flange())]
    return refined_to(bodies, ARM_TRIANGLES) + [Link("tool0")]


def _base():
    plate = rounded_block(0.34, 0.34, 0.024, 0.06, 0.005, 2, (0.0, 0.0, 0.012))
    column = revolve([(0.125, 0.020), (0.100, 0.055), (0.095, 0.520), (0.100, 0.548)], 10)
    return joined(plate, column, box(0.10, 0.13, 0.21, (-0.100, 0.0, 0.126)))


def _shoulder():
    turret = cylinder(0.082, -0.120, 0.060, 8)
    # The shoulder's drum lies along y, from the counterweight's side to the upper arm's.
    drum = revolve([(0.070, -0.150), (0.084, -0.135), (0.084, 0.188), (0.075, 0.194)], 12)
    return joined(turret, drum.along_y().mirrored_y())


def _upper_arm():
    inner, outer = UPPER_ARM_SIDE[1], UPPER_ARM_SIDE[0]
    middle, width = (inner + outer) / 2.0, inner - outer
    # Tapered from the motors behind the shoulder to the elbow; drawn along z, its thickness along x.
    arm = blended_block([((middle, 0.0, -0.250), 0.70 * width, 0.130, 0.022),
                         ((middle, 0.0, -0.215), width, 0.190, 0.030),
                         ((middle, 0.0, 0.060), width, 0.215, 0.030), ((middle, 0.0, 0.300), width, 0.160, 0.028),
                         ((middle, 0.0, UPPER_ARM + 0.060), 0.92 * width, 0.120, 0.028)], 2)
    arm.vertices = [(z, x, y) for x, y, z in arm.vertices]
    shoulder_cap = cylinder(0.088, -outer - 0.002, -outer + 0.012, 10).along_y().mirrored_y()
    # The elbow's pin reaches into the forearm's hub.
    pin = cylinder(0.040, ARM_OFFSET + 0.010, -inner + 0.010, 8).along_y().mirrored_y().moved(UPPER_ARM, 0.0, 0.0)
    return joined(arm, shoulder_cap, pin)


def _forearm():
    hub = cylinder(0.068, -0.043, 0.043, 10).along_y()
    arm = blended_block([((0.0, 0.0, -0.085), 0.100, 0.076, 0.022), ((0.0, 0.0, -0.060), 0.130, 0.086, 0.028),
                         ((0.0, 0.0, 0.060), 0.132, 0.086, 0.028), ((0.0, 0.0, 0.270), 0.092, 0.080, 0.028)], 2)
    bearing = cylinder(0.038, 0.268, 0.296, 8)
    return joined(hub, joined(arm, bearing).moved(FOREARM_SHIFT, 0.0, 0.0))


def _wrist_roll():
    # The body ends low enough for the flange to swing past it.
    body = revolve([(0.042, -0.134), (0.048, -0.120), (0.046, -0.062)], 10)
    outline = [(0.018, 0.030), (-0.018, 0.030), (-0.035, 0.0), (-0.035, -0.100), (0.035, -0.100), (0.035, 0.0)]
    # along_y() lays the outline's second axis along -z.
    fork = [extrude([(x, -y - 0.035) for x, y in reversed(outline)], 0.0, 0.013).along_y().moved(0.0, y, -0.035)
            for y in (0.040, -0.053)]
    return joined(body, *fork)


def _wrist_bend():
    hub = cylinder(0.034, -0.036, 0.036, 8).along_y()
    nose = revolve([(0.024, 0.0), (0.024, 0.036)], 6)
    return joined(hub, nose)


def _flange():
    return revolve([(0.026, 0.038), (0.0315, 0.044), (0.0315, FLANGE)], 10)
