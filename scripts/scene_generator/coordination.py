"""Where several robots of the plane change places, after the captions of Svestka, Overmars 1998, Figs 14 to 19; metres and radians."""

import math
from dataclasses import dataclass

from .obstacle import Obstacle
from .planar_robots import CAR_LENGTH, CAR_REAR_OVERHANG, CAR_WIDTH

_THICKNESS, _HEIGHT = 0.3, 0.4  # so thick that what slides up to 2 m finds no place behind a wall

# Cars that stand in a row in the corridor, which is narrower than two of them side by side.
CORRIDOR_CARS, CORRIDOR_WIDTH = 5, 1.9 * CAR_WIDTH
_SPACING = 1.05                                  # from car to car
CORRIDOR_HALF_LENGTH = _SPACING * CORRIDOR_CARS / 2.0
_ROOM = 4.0                                      # sides of the rooms at its ends


@dataclass
class Place:
    """Walls, start and goal of each robot, and the low and the high corner of where cars may be."""

    walls: list
    start: list
    goal: list
    limits: tuple = None


def corridor():
    """Two rooms, a corridor between them, and cars in it."""
    half_x, half_y = CORRIDOR_HALF_LENGTH + _ROOM, _ROOM / 2.0
    beside = (half_y - CORRIDOR_WIDTH / 2.0) / 2.0
    walls = _fence(half_x, half_y)
    for name, side in (("block_right", -1.0), ("block_left", 1.0)):
        walls.append(_block(name, (0.0, side * (half_y - beside)), (CORRIDOR_HALF_LENGTH, beside)))
    back = CAR_LENGTH / 2.0 - CAR_REAR_OVERHANG  # from the middle of a car to the middle of its rear axle
    row = [(_SPACING * (k - (CORRIDOR_CARS - 1) / 2.0) - back, 0.0, 0.0) for k in range(CORRIDOR_CARS)]
    return Place(walls, row, row[::-1], ((-half_x, -half_y), (half_x, half_y)))


def hall(cars):
    """A hall with walls that reach into it, and pillars."""
    half_x, half_y = 6.0, 4.5
    walls = _fence(half_x, half_y) + [
        _block("wall_left", (-2.4, 3.0), (0.1, 1.5)), _block("wall_right", (2.4, -3.0), (0.1, 1.5)),
        _block("pillar_left", (-2.4, -1.8), (0.3, 0.3)), _block("pillar_right", (2.4, 1.8), (0.3, 0.3)),
        _block("block", (0.0, 0.0), (0.8, 0.4))]
    up, down = math.pi / 2.0, -math.pi / 2.0
    places = [(-5.1, 3.3, 0.0), (5.1, 3.3, down), (-5.1, -3.3, up), (3.6, -3.6, 0.0), (0.0, 2.4, 0.0),
              (-0.9, -3.3, 0.0), (-3.9, 0.6, down), (4.8, 0.0, up), (-3.6, -3.6, 0.0), (0.9, 3.45, math.pi)]
    start = places[:cars]
    return Place(walls, start, start[::-1] if cars % 2 == 0 else start[1:] + start[:1], ((-half_x, -half_y), (half_x, half_y)))


def yard():
    """An open yard with a block in the middle."""
    half_x, half_y = 2.3, 2.0
    walls = _fence(half_x, half_y) + [_block("block", (0.0, 0.0), (0.35, 0.2))]
    start = [(-1.6, 1.4, 0.0), (1.5, 1.1, -math.pi / 2.0), (1.6, -1.4, math.pi), (-1.5, -1.1, math.pi / 2.0)]
    return Place(walls, start, start[2:] + start[:2], ((-half_x, -half_y), (half_x, half_y)))


def three_discs():
    """A square room with a block in the middle, wide enough for two discs beside it."""
    walls = _fence(1.6, 1.6) + [_block("block", (0.0, 0.0), (0.5, 0.5))]
    start = [(-1.1, -1.1), (1.1, -1.1), (0.0, 1.1)]
    return Place(walls, start, start[1:] + start[:1])


def two_rectangles():
    """A corridor like a Z: along x not as high as two rectangles, along y not as wide."""
    half_x, half_y, height, width = 2.0, 1.6, 0.76, 1.3
    inner = half_y - height
    walls = _fence(half_x, half_y)
    for name, side in (("block_left", -1.0), ("block_right", 1.0)):
        # From the corridor along y to the wall, and so high that one corridor along x is left on the other side.
        low, high = (-inner, half_y) if side < 0.0 else (-half_y, inner)
        walls.append(_block(name, (side * (half_x + width / 2.0) / 2.0, (low + high) / 2.0),
                            ((half_x - width / 2.0) / 2.0, (high - low) / 2.0)))
    middle = half_y - height / 2.0
    return Place(walls, [(-1.4, -middle), (-0.3, -middle)], [(0.3, middle), (1.4, middle)])


def ten_discs():
    """A room with four pillars, between which discs get through."""
    walls = _fence(2.0, 2.0)
    for k, (x, y) in enumerate(((-0.5, -0.6), (0.5, -0.6), (-0.5, 0.6), (0.5, 0.6))):
        walls.append(_block(f"pillar_{k + 1}", (x, y), (0.1, 0.1)))
    left = [(-1.5, -1.4 + 0.7 * k) for k in range(5)]
    right = [(1.5, -1.4 + 0.7 * k) for k in range(5)]
    return Place(walls, left + right, right[::-1] + left[::-1])


def _fence(half_x, half_y):
    """Four walls about a rectangle."""
    outer = _THICKNESS / 2.0
    return [_block("wall_west", (-half_x - outer, 0.0), (outer, half_y + _THICKNESS)),
            _block("wall_east", (half_x + outer, 0.0), (outer, half_y + _THICKNESS)),
            _block("wall_south", (0.0, -half_y - outer), (half_x, outer)),
            _block("wall_north", (0.0, half_y + outer), (half_x, outer))]


def _block(name, centre, half):
    """A box on the ground about the rectangle with that centre."""
    return Obstacle(name, box=(2.0 * half[0], 2.0 * half[1], _HEIGHT), xyz=(*centre, _HEIGHT / 2.0))
