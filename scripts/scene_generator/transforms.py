"""Rigid transforms as (rotation rows, translation); lengths in metres, angles in radians."""

import math

IDENTITY = (((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))

# Exact axis permutations: rotations by +-pi/2 without the 1e-17 that sin and cos would leave.
Z_TO_X = (((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)), (0.0, 0.0, 0.0))
Z_TO_Y = (((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)), (0.0, 0.0, 0.0))


def translation(x, y, z):
    """Shift by (x, y, z) metres."""
    return (IDENTITY[0], (x, y, z))


def rotation_x(angle):
    """Turn about the x axis by `angle` radians."""
    c, s = math.cos(angle), math.sin(angle)
    return (((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c)), (0.0, 0.0, 0.0))


def rotation_y(angle):
    """Turn about the y axis by `angle` radians."""
    c, s = math.cos(angle), math.sin(angle)
    return (((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)), (0.0, 0.0, 0.0))


def rotation_z(angle):
    """Turn about the z axis by `angle` radians."""
    c, s = math.cos(angle), math.sin(angle)
    return (((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))


def apply(transform, point):
    """Image of `point` under `transform`."""
    rows, shift = transform
    x, y, z = point
    return tuple(r[0] * x + r[1] * y + r[2] * z + t for r, t in zip(rows, shift))


def compose(*transforms):
    """Product of transforms; the last one acts first."""
    result = transforms[0]
    for right in transforms[1:]:
        rows, columns = result[0], list(zip(*right[0]))
        product = tuple(tuple(sum(a * b for a, b in zip(r, c)) for c in columns) for r in rows)
        result = (product, apply(result, right[1]))
    return result


def roll_pitch_yaw(transform):
    """Angles of URDF's rpy whose rotation_z(yaw) rotation_y(pitch) rotation_x(roll) is the transform's rotation."""
    rows = transform[0]
    if abs(rows[2][0]) > 1.0 - 1e-12:  # x points along -z or z: roll and yaw turn about one axis
        pitch = -math.copysign(math.pi / 2.0, rows[2][0])
        return (math.atan2(-math.copysign(1.0, rows[2][0]) * rows[0][1], rows[1][1]), pitch, 0.0)
    return (math.atan2(rows[2][1], rows[2][2]), math.asin(-rows[2][0]), math.atan2(rows[1][0], rows[0][0]))
