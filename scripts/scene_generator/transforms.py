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
