"""Pipes around a robot at the origin, within its reach on all sides; metres.

Headers on the floor and overhead, risers between them, a wall of valves on the left (+y), a coil on the right and a
bundle of risers behind. Redon, Kim, Lin and Manocha's own model (38,000 triangles) is not public.
"""

from .mesh import joined
from .piping import Fitting, PipeShop
from .primitives import box

FLOOR_HEADER, OVERHEAD = 0.13, 1.52


def obstacles():
    """Each pipe line one mesh, by name, and the floor."""
    shop = PipeShop(sides=11, bend_steps=4, bolts=4)
    result = {"floor": box(3.4, 3.4, 0.10, (0.0, 0.0, -0.07))}
    for make in (_floor_headers, _arches, _valve_wall, _coil, _rear_bundle, _standpipes, _overhead_headers, _bypasses):
        for name, (radius, points, fittings) in make().items():
            result[name] = joined(*(part.in_world() for part in shop.line(radius, points, fittings)))
    return result


def _floor_headers():
    """Two thick pipes along y in front of the robot and one along x beside it."""
    flanges = [Fitting("flange", 0, d) for d in (0.40, 1.15, 2.30)]
    return {"header_front_1": (0.070, [(0.62, -1.5, FLOOR_HEADER), (0.62, 1.5, FLOOR_HEADER)], flanges),
            "header_front_2": (0.055, [(0.86, -1.5, FLOOR_HEADER), (0.86, 1.5, FLOOR_HEADER)],
                               flanges + [Fitting("valve", 0, 1.70)]),
            "header_side": (0.060, [(-1.5, 0.50, FLOOR_HEADER), (0.40, 0.50, FLOOR_HEADER)],
                            [Fitting("flange", 0, 0.50), Fitting("valve", 0, 1.00)])}


def _arches():
    """From the front headers up and over the robot to the back."""
    result = {}
    rows = ((0.62, -0.42, 1.28, 0.040), (0.62, 0.06, 1.42, 0.034), (0.62, 0.46, 1.34, 0.045),
            (0.86, -0.16, 1.58, 0.038),
            (0.86, 0.28, 1.48, 0.042), (0.86, -0.66, 1.44, 0.036), (0.86, 0.74, 1.56, 0.034))
    for k, (x, y, top, radius) in enumerate(rows):
        fittings = [Fitting("flange", 0, 0.22), Fitting("flange", 0, top - FLOOR_HEADER - 0.25),
                    Fitting("flange", 1, x + 0.35), Fitting("flange", 1, x + 1.10)]
        if k % 2 == 0:
            fittings.append(Fitting("valve", 0, 0.62, (-1, 0, 0)))
        result[f"arch_{k + 1}"] = (radius, [(x, y, FLOOR_HEADER), (x, y, top), (-1.4, y, top)], fittings)
    return result


def _valve_wall():
    """Pipes along x on the left, one above another, their handwheels towards the robot."""
    result = {}
    for k, (z, radius) in enumerate(((0.38, 0.042), (0.60, 0.034), (0.80, 0.048), (1.02, 0.036), (1.22, 0.030))):
        shift = 0.17 * (k % 2)
        fittings = [Fitting("flange", 0, 0.30 + shift), Fitting("flange", 0, 1.95 + shift),
                    Fitting("valve", 0, 1.05 + shift, (0, -1, 0)), Fitting("valve", 0, 1.60 + shift, (0, -1, 0))]
        result[f"wall_pipe_{k + 1}"] = (radius, [(-1.3, 0.64, z), (1.15, 0.64, z), (1.15, 0.64 + 0.3, z)], fittings)
    return result


def _coil():
    """A coil of a heat exchanger on the right, its passes along x."""
    points, x = [(-0.75, -1.1, 0.26), (-0.75, -0.62, 0.26)], -0.75
    for k in range(6):
        z = 0.26 + 0.155 * k
        x = 0.42 if x < 0.0 else -0.75
        points.append((x, -0.62, z))
        points.append((x, -0.62, z + 0.155))
    points[-1] = (x, -0.62, 1.65)
    fittings = [Fitting("flange", piece, 0.60) for piece in range(1, 12, 4)]
    return {"coil": (0.024, points, fittings)}


def _rear_bundle():
    """Risers behind the robot, alternately in two rows."""
    result = {}
    for k in range(7):
        x, y = -0.50 - 0.14 * (k % 2), -0.48 + 0.16 * k
        height = 1.05 + 0.09 * ((3 * k) % 7)
        fittings = [Fitting("flange", 0, 0.30 + 0.04 * (k % 3)), Fitting("flange", 0, 0.80)]
        result[f"riser_{k + 1}"] = (0.026 + 0.003 * (k % 3), [(x, y, 0.0), (x, y, height), (-1.4, y, height)], fittings)
    return result


def _standpipes():
    """Short lines between the robot and the headers, which end in a blind flange or an elbow."""
    return {"standpipe_1": (0.030, [(0.40, -0.55, 0.0), (0.40, -0.55, 0.78), (0.40, -1.2, 0.78)],
                            [Fitting("valve", 0, 0.45, (-1, 0, 0)), Fitting("flange", 1, 0.30)]),
            "standpipe_2": (0.028, [(0.36, 0.40, 0.0), (0.36, 0.40, 0.92), (0.62, 0.40, 0.92)],
                            [Fitting("flange", 0, 0.35), Fitting("flange", 0, 0.70)]),
            "standpipe_3": (0.032, [(-0.28, 0.44, 0.0), (-0.28, 0.44, 0.55), (-1.2, 0.44, 0.55)],
                            [Fitting("flange", 0, 0.25), Fitting("valve", 1, 0.40, (0, 0, 1))]),
            "standpipe_4": (0.026, [(-0.30, -0.46, 0.0), (-0.30, -0.46, 0.88), (-0.30, -1.2, 0.88)],
                            [Fitting("flange", 0, 0.45)])}


def _overhead_headers():
    """Along y above the robot."""
    return {"overhead_1": (0.060, [(-0.30, -1.5, OVERHEAD + 0.16), (-0.30, 1.5, OVERHEAD + 0.16)],
                           [Fitting("flange", 0, 0.70), Fitting("flange", 0, 2.20),
                            Fitting("valve", 0, 1.25, (1, 0, 0))]),
            "overhead_2": (0.045, [(0.25, -1.5, OVERHEAD + 0.20), (0.25, 1.5, OVERHEAD + 0.20)],
                           [Fitting("flange", 0, 0.90), Fitting("flange", 0, 1.90)])}


def _bypasses():
    """Thin lines that leave the plane of the others."""
    return {"bypass_1": (0.020, [(0.50, -0.30, FLOOR_HEADER), (0.50, -0.30, 0.42), (0.50, 0.26, 0.42),
                                 (0.86, 0.26, 0.42)],
                         [Fitting("flange", 1, 0.28)]),
            "bypass_2": (0.018, [(0.45, -0.62, 0.50), (0.62, -0.62, 0.50), (0.62, -0.62, 1.10), (0.62, 0.46, 1.10)],
                         [Fitting("flange", 2, 0.40), Fitting("flange", 2, 0.80)]),
            "bypass_3": (0.022, [(-0.50, -0.48, 0.98), (-0.50, -0.48, 1.20), (0.10, -0.48, 1.20), (0.10, -0.62, 1.20)],
                         [Fitting("flange", 1, 0.30)])}
