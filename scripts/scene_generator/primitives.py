"""Closed parts from which robots and obstacles are put together.

Every function returns a watertight TriangleMesh that faces outward. Lengths in metres.
"""

import math

from .mesh import TriangleMesh


def circle(radius, sides, phase=0.0):
    """Counter-clockwise ring of `sides` points in the plane; `phase` in radians."""
    step = 2.0 * math.pi / sides
    return [(radius * math.cos(phase + step * k), radius * math.sin(phase + step * k)) for k in range(sides)]


def rounded_rectangle(size_x, size_y, radius, corner_points=3):
    """Counter-clockwise outline, centred at the origin, `corner_points` >= 2 on each corner arc."""
    ring = []
    for quadrant, (sign_x, sign_y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for k in range(corner_points):
            angle = (quadrant + k / (corner_points - 1)) * math.pi / 2.0
            ring.append((sign_x * (size_x / 2.0 - radius) + radius * math.cos(angle),
                         sign_y * (size_y / 2.0 - radius) + radius * math.sin(angle)))
    return ring


def loft(rings):
    """Skin through rings of points, each counter-clockwise about the direction of travel.

    All rings have the same number of points, or one point for an apex; end rings are capped by a
    fan from their centroid, so their outline must be star-shaped about it.
    """
    vertices, starts = [], []
    for ring in rings:
        starts.append(len(vertices))
        vertices.extend(ring)
    triangles = []
    for lower, upper, a, b in zip(rings, rings[1:], starts, starts[1:]):
        n = max(len(lower), len(upper))
        for j in range(n):
            k = (j + 1) % n
            if len(lower) == 1:
                triangles.append((a, b + k, b + j))
            elif len(upper) == 1:
                triangles.append((a + j, a + k, b))
            elif math.dist(lower[j], upper[k]) <= math.dist(lower[k], upper[j]) + 1e-9:
                triangles += [(a + j, a + k, b + k), (a + j, b + k, b + j)]
            else:
                triangles += [(a + j, a + k, b + j), (a + k, b + k, b + j)]
    for ring, start, last in ((rings[0], starts[0], False), (rings[-1], starts[-1], True)):
        n = len(ring)
        if n == 1:
            continue
        centre = len(vertices)
        vertices.append(tuple(sum(p[i] for p in ring) / n for i in range(3)))
        for j in range(n):
            edge = (start + j, start + (j + 1) % n) if last else (start + (j + 1) % n, start + j)
            triangles.append((centre,) + edge)
    return TriangleMesh(vertices, triangles)


def revolve(profile, sides):
    """Solid of revolution about z from (radius, z) pairs in the order bottom, outside, top.

    A radius of 0 is allowed at the two ends only.
    """
    unit = circle(1.0, sides)
    rings = []
    for radius, z in profile:
        if radius == 0.0:
            rings.append([(0.0, 0.0, z)])
        else:
            rings.append([(radius * x, radius * y, z) for x, y in unit])
    return loft(rings)


def cylinder(radius, bottom, top, sides=16, chamfer=0.0):
    """Upright cylinder from z = bottom to z = top, with chamfered rims where asked for."""
    if chamfer == 0.0:
        return revolve([(radius, bottom), (radius, top)], sides)
    return revolve([(radius - chamfer, bottom), (radius, bottom + chamfer),
                    (radius, top - chamfer), (radius - chamfer, top)], sides)


def sphere(radius, sides=12, bands=6):
    """Sphere about the origin."""
    angles = [math.pi * k / bands - math.pi / 2.0 for k in range(bands + 1)]
    return revolve([(0.0, -radius)]
                   + [(radius * math.cos(a), radius * math.sin(a)) for a in angles[1:-1]]
                   + [(0.0, radius)], sides)


def extrude(outline, bottom, top, chamfer=0.0, scale=1.0):
    """Prism over a star-shaped counter-clockwise outline; the top may be scaled about the origin.

    The chamfer shrinks the outline about the origin by that length at its farthest point.
    """
    reach = max(math.hypot(x, y) for x, y in outline)
    shrink = 1.0 - chamfer / reach
    if chamfer > 0.0:
        levels = [(bottom, shrink), (bottom + chamfer, 1.0), (top - chamfer, scale), (top, scale * shrink)]
    else:
        levels = [(bottom, 1.0), (top, scale)]
    return loft([[(f * x, f * y, z) for x, y in outline] for z, f in levels])


def box(size_x, size_y, size_z, centre=(0.0, 0.0, 0.0)):
    """Plain box of 12 triangles."""
    cx, cy, cz = centre
    xs, ys, zs = ((c - s / 2.0, c + s / 2.0) for c, s in ((cx, size_x), (cy, size_y), (cz, size_z)))
    vertices = [(x, y, z) for z in zs for y in ys for x in xs]
    quads = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return TriangleMesh(vertices, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def rounded_block(size_x, size_y, size_z, radius, chamfer=None, corner_points=3, centre=(0.0, 0.0, 0.0)):
    """Casting-like block: vertical edges rounded, rims of top and bottom chamfered."""
    chamfer = 0.4 * radius if chamfer is None else chamfer
    inner = rounded_rectangle(size_x - 2 * chamfer, size_y - 2 * chamfer, radius - 0.5 * chamfer, corner_points)
    outer = rounded_rectangle(size_x, size_y, radius, corner_points)
    half = size_z / 2.0
    cx, cy, cz = centre
    levels = [(inner, -half), (outer, chamfer - half), (outer, half - chamfer), (inner, half)]
    return loft([[(cx + x, cy + y, cz + z) for x, y in ring] for ring, z in levels])


def blended_block(stations, corner_points=3):
    """Smoothly tapered arm: stations of (centre, size_x, size_y, corner radius) with rising z."""
    rings = []
    for (cx, cy, cz), size_x, size_y, radius in stations:
        rings.append([(cx + x, cy + y, cz) for x, y in rounded_rectangle(size_x, size_y, radius, corner_points)])
    return loft(rings)


def tube(path, radius, sides=8, phase=0.0):
    """Round bar along a polyline of distinct points, with flat ends.

    `radius` is a number or one number per point. The frame is carried along without twist.
    """
    radii = radius if isinstance(radius, (list, tuple)) else [radius] * len(path)
    steps = [_unit(_difference(b, a)) for a, b in zip(path, path[1:])]
    helper = (0.0, 0.0, 1.0) if abs(steps[0][2]) < 0.9 else (1.0, 0.0, 0.0)
    normal = _unit(_cross(helper, steps[0]))
    rings = []
    for i, point in enumerate(path):
        before, after = steps[max(i - 1, 0)], steps[min(i, len(steps) - 1)]
        tangent = _unit(tuple(a + b for a, b in zip(before, after)))
        # Mitre: the section grows by 1 / cos(half the bend) so that the bar keeps its thickness.
        stretch = 1.0 / max(0.5, sum(a * b for a, b in zip(tangent, after)))
        along = sum(a * b for a, b in zip(normal, tangent))
        normal = _unit(tuple(n - along * t for n, t in zip(normal, tangent)))
        other = _cross(tangent, normal)
        bend = radii[i] * (stretch if 0 < i < len(path) - 1 else 1.0)
        rings.append([tuple(p + bend * (x * n + y * o) for p, n, o in zip(point, normal, other))
                      for x, y in circle(1.0, sides, phase)])
    return loft(rings)


def arc(centre, radius, start, end, steps, axis="y"):
    """Points of a circular arc about `axis` ("x", "y" or "z"), angles in radians.

    Angle 0 points along the next axis in the cycle x, y, z.
    """
    k = "xyz".index(axis)
    points = []
    for i in range(steps + 1):
        angle = start + (end - start) * i / steps
        point = list(centre)
        point[(k + 1) % 3] += radius * math.cos(angle)
        point[(k + 2) % 3] += radius * math.sin(angle)
        points.append(tuple(point))
    return points


def ring_tube(radius, thickness, segments=24, sides=8):
    """Torus about z: centre line of `radius`, section of radius `thickness`."""
    vertices, triangles = [], []
    for i in range(segments):
        c, s = math.cos(2 * math.pi * i / segments), math.sin(2 * math.pi * i / segments)
        vertices.extend(((radius + x) * c, (radius + x) * s, z) for x, z in circle(thickness, sides))
    for i in range(segments):
        for j in range(sides):
            a, b = i * sides + j, i * sides + (j + 1) % sides
            c, d = ((i + 1) % segments) * sides + j, ((i + 1) % segments) * sides + (j + 1) % sides
            triangles += [(a, c, d), (a, d, b)]
    return TriangleMesh(vertices, triangles)


def hexagon_bolt(radius, height):
    """Bolt head: a chamfered hexagon standing on z = 0."""
    return revolve([(radius, 0.0), (radius, 0.75 * height), (0.7 * radius, height)], 6)


def _difference(a, b):
    return tuple(x - y for x, y in zip(a, b))


def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _unit(v):
    length = math.hypot(*v)
    return tuple(x / length for x in v)
