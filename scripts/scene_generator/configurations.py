"""Start and goal of every scene: per robot six joint values in radians.

Found by inverse kinematics with random starts and rounded; both ends keep every checked pair of
bodies more than 15 mm apart, and the straight line between them collides.
"""


def _mirrored(values):
    """The configuration of a robot on the other side of the plane y = 0."""
    q1, q2, q3, q4, q5, q6 = values
    return (-q1, q2, q3, -q4, q5, -q6)


# Welding spots on the car, per robot of the right side.
_HOOD = (0.036, 0.277, -0.163, -0.061, 1.010, 1.072)
_WINDSCREEN = (0.533, 0.623, -1.012, -0.108, 1.437, 0.373)
_FRONT_DOOR = (-0.465, 0.193, 0.626, -0.588, -0.682, 0.493)
_REAR_DOOR = (0.380, 0.188, 0.664, 0.037, -0.760, 0.544)
_BOOT = (0.153, 0.394, -0.381, 0.179, 1.229, 0.108)
_REAR_WINDOW = (-0.313, 0.376, -0.629, 0.200, 1.174, 0.453)

CONFIGURATIONS = {
    # The rod sticks out to +x, then out to +y, one row of openings higher.
    "irb2400_cage": ([(0.005, -0.832, 0.953, 0.028, -0.156, 0.053)], [(1.428, -0.525, 0.179, -0.516, 0.382, -0.237)]),
    # The nozzle passes an opening of the cage; at the goal two openings farther round, one row lower.
    "fanuc_cage": ([(0.302, 0.412, 0.393, 0.383, -1.384, -0.089)], [(0.948, 0.708, 0.459, -0.231, -1.594, -0.419)]),
    # From the fixture's left side to its right side, below the spindle.
    "fanuc_machine_tool": ([(0.259, 0.411, 0.055, -0.160, -0.244, -0.874)],
                           [(-0.116, 0.407, 0.176, 0.233, -0.701, -0.405)]),
    # From beside the drill stand on the table to the shelf's lowest level, past the hoist's chain.
    "irb2400_workshop": ([(-1.655, 0.621, -0.496, -0.147, 0.874, -0.426)],
                         [(1.259, 0.849, -0.068, 0.095, -0.494, -0.073)]),
    # From between the pipes of the valve wall to between the risers in front.
    "puma_pipes": ([(-2.210, 1.754, 0.331, -1.226, -0.640, -1.999)], [(-0.175, -0.198, -1.441, -1.492, -0.656, 1.144)]),
    # From beside a pump on the left, below its riser, to the pump set on the right.
    "puma_machine_room": ([(-2.423, 3.311, -0.851, -0.956, -0.819, 1.537)],
                          [(-0.780, 0.977, -2.446, -0.048, -1.728, -2.659)]),
    # The left side (r4 to r6) does what the right side does, the other way round.
    "six_irb2400_car": ([_HOOD, _FRONT_DOOR, _BOOT] + [_mirrored(q) for q in (_WINDSCREEN, _REAR_DOOR, _REAR_WINDOW)],
                        [_WINDSCREEN, _REAR_DOOR, _REAR_WINDOW] + [_mirrored(q) for q in (_HOOD, _FRONT_DOOR, _BOOT)]),
}
