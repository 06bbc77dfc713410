"""Where cars drive: a garage with thin posts between its bays, and a truck lot; metres."""

import math

from .obstacle import Obstacle
from .primitives import box, cylinder
from .vehicles import car, truck

# The garage: an aisle along x between two rows of bays.
BAYS, BAY_WIDTH, BAY_DEPTH, AISLE = 7, 2.60, 5.2, 6.8
POST_RADIUS = 0.012
GARAGE_LIMITS = ((-BAYS * BAY_WIDTH / 2.0, -AISLE / 2.0 - BAY_DEPTH), (BAYS * BAY_WIDTH / 2.0, AISLE / 2.0 + BAY_DEPTH))
_WALL, _HEIGHT = 0.2, 2.4

# The lot: docks in a row, bollards in front of them, lamps.
DOCKS, DOCK_WIDTH, DOCK_DEPTH = 6, 4.0, 12.0
LOT_LIMITS = ((-24.0, -16.0), (24.0, 22.0))
BOLLARD_RADIUS = 0.03


def bay_centre(k):
    """Along the aisle, of bay k."""
    return (k - (BAYS - 1) / 2.0) * BAY_WIDTH


def garage():
    """Walls, posts at the mouths and in the middle of the lines between bays, columns, and parked cars."""
    (x_low, y_low), (x_high, y_high) = GARAGE_LIMITS
    obstacles = []
    for name, size, centre in (
            ("wall_left", (_WALL, y_high - y_low, _HEIGHT), (x_low - _WALL / 2.0, 0.0)),
            ("wall_right", (_WALL, y_high - y_low, _HEIGHT), (x_high + _WALL / 2.0, 0.0)),
            ("wall_front", (x_high - x_low, _WALL, _HEIGHT), (0.0, y_low - _WALL / 2.0)),
            ("wall_back", (x_high - x_low, _WALL, _HEIGHT), (0.0, y_high + _WALL / 2.0))):
        obstacles.append(Obstacle(name, box(*size, (*centre, _HEIGHT / 2.0))))
    post = cylinder(POST_RADIUS, 0.0, 1.1, 8)
    for row, side in (("front", -1.0), ("back", 1.0)):
        for k in range(BAYS + 1):
            x = bay_centre(k) - BAY_WIDTH / 2.0
            if 0 < k < BAYS:
                for part, depth in (("mouth", 0.0), ("middle", 0.55 * BAY_DEPTH)):
                    obstacles.append(Obstacle(f"post_{row}_{part}_{k}", post, "post",
                                              (x, side * (AISLE / 2.0 + depth), 0.0)))
    column = box(0.35, 0.35, _HEIGHT, (0.0, 0.0, _HEIGHT / 2.0))
    for k in (2, 5):
        obstacles.append(Obstacle(f"column_{k}", column, "column", (bay_centre(k) - BAY_WIDTH / 2.0, AISLE / 2.0 + 4.9, 0.0)))
    parked = car()
    for row, side, bays in (("front", -1.0, (0, 2, 6)), ("back", 1.0, (1, 3, 5))):
        for k in bays:
            # Nose to the wall.
            obstacles.append(Obstacle(f"parked_{row}_{k}", parked, "parked_car", (bay_centre(k), side * (AISLE / 2.0 + 1.3), 0.0),
                                      (0.0, 0.0, side * math.pi / 2.0)))
    return obstacles


def dock_centre(k):
    """Along the row, of dock k."""
    return (k - (DOCKS - 1) / 2.0) * DOCK_WIDTH


def lot():
    """The hall, bollards at the mouths of the docks, two docked trucks, lamps, and a kerb with a row of cars."""
    hall = box(DOCKS * DOCK_WIDTH + 4.0, 1.0, 4.0, (0.0, LOT_LIMITS[1][1] + 0.5, 2.0))
    obstacles = [Obstacle("hall", hall)]
    bollard = cylinder(BOLLARD_RADIUS, 0.0, 1.2, 8)
    for k in range(DOCKS + 1):
        x = dock_centre(k) - DOCK_WIDTH / 2.0
        for part, y in (("mouth", LOT_LIMITS[1][1] - DOCK_DEPTH), ("inner", LOT_LIMITS[1][1] - 0.4 * DOCK_DEPTH)):
            obstacles.append(Obstacle(f"bollard_{part}_{k}", bollard, "bollard", (x, y, 0.0)))
    docked = truck()
    for k in (0, 3, 5):
        obstacles.append(Obstacle(f"docked_{k}", docked, "docked_truck", (dock_centre(k), LOT_LIMITS[1][1] - 4.6, 0.0),
                                  (0.0, 0.0, -math.pi / 2.0)))
    lamp = cylinder(0.06, 0.0, 5.0, 10)
    for k, (x, y) in enumerate(((-14.0, -2.0), (0.0, -4.5), (14.0, -2.0), (-7.0, 3.5), (9.0, 4.5))):
        obstacles.append(Obstacle(f"lamp_{k}", lamp, "lamp", (x, y, 0.0)))
    parked = car()
    for k in range(6):
        obstacles.append(Obstacle(f"parked_{k}", parked, "parked_car", (-8.0 + 3.1 * k, -15.0, 0.0), (0.0, 0.0, math.pi / 2.0)))
    return obstacles
