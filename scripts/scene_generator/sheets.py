"""Open sheet-metal surfaces: a grid over a smooth map, trimmed along smooth openings; metres."""

import math

from .mesh import TriangleMesh

SNAP_SHARE = 0.22  # a grid point this near to an opening's edge, in shares of a grid edge, moves onto it


def sheet(surface, u_values, v_values, opening=None):
    """Mesh of `surface(u, v) -> point` over the grid of `u_values` and `v_values`.

    `opening(point)` is a signed distance, negative inside holes. Triangles are cut along the holes'
    edges, and grid points near an edge are moved onto it, so holes have smooth rims without slivers.
    The normals point along the cross product of the u and v directions.
    """
    columns = len(v_values)
    parameters = [(u, v) for u in u_values for v in v_values]
    points = [surface(*uv) for uv in parameters]
    triangles = []
    for i in range(len(u_values) - 1):
        for j in range(columns - 1):
            a, b = i * columns + j, (i + 1) * columns + j
            if math.dist(points[a], points[b + 1]) <= math.dist(points[b], points[a + 1]) + 1e-9:
                triangles += [(a, b, b + 1), (a, b + 1, a + 1)]
            else:
                triangles += [(a, b, a + 1), (b, b + 1, a + 1)]
    if opening is not None:
        triangles = _cut(lambda uv: opening(surface(*uv)), parameters, triangles)
    return _without_unused([surface(*uv) for uv in parameters], triangles)


def polygon_distance(polygon, x, y):
    """Signed distance in the plane to a polygon's edge, negative inside."""
    nearest, inside = math.inf, False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1]):
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        along = min(1.0, max(0.0, (px * ex + py * ey) / (ex * ex + ey * ey)))
        nearest = min(nearest, math.hypot(px - along * ex, py - along * ey))
        if (ay > y) != (by > y) and x < ax + ex * (y - ay) / (by - ay):
            inside = not inside
    return -nearest if inside else nearest


def spaced(first, last, count):
    """`count` + 1 evenly spaced numbers."""
    return [first + (last - first) * k / count for k in range(count + 1)]


def _cut(value_at, parameters, triangles):
    """The triangles outside the hole {value_at < 0}; appends the new points to `parameters`."""
    values = [value_at(uv) for uv in parameters]

    def crossing(a, b):
        inside, outside = (a, b) if values[a] < 0.0 else (b, a)
        p, q, low, high = parameters[inside], parameters[outside], 0.0, 1.0
        for _ in range(30):
            middle = (low + high) / 2.0
            if value_at((p[0] + middle * (q[0] - p[0]), p[1] + middle * (q[1] - p[1]))) < 0.0:
                low = middle
            else:
                high = middle
        return inside, outside, high, (p[0] + high * (q[0] - p[0]), p[1] + high * (q[1] - p[1]))

    edges = sorted({(min(a, b), max(a, b)) for t in triangles for a, b in zip(t, t[1:] + t[:1])})
    nearest = {}
    for a, b in edges:
        if (values[a] < 0.0) != (values[b] < 0.0):
            inside, outside, share, point = crossing(a, b)
            for vertex, away in ((inside, share), (outside, 1.0 - share)):
                if away < SNAP_SHARE and away < nearest.get(vertex, (1.0,))[0]:
                    nearest[vertex] = (away, point)
    for vertex, (_, point) in nearest.items():
        parameters[vertex], values[vertex] = point, 0.0

    on_edge, kept = {}, []
    for triangle in triangles:
        if all(values[k] == 0.0 for k in triangle):
            middle = tuple(sum(parameters[k][i] for k in triangle) / 3.0 for i in range(2))
            if value_at(middle) >= 0.0:
                kept.append(triangle)
            continue
        outline = []
        for a, b in zip(triangle, triangle[1:] + triangle[:1]):
            if values[a] >= 0.0:
                outline.append(a)
            if values[a] * values[b] < 0.0:
                key = (min(a, b), max(a, b))
                if key not in on_edge:
                    on_edge[key] = len(parameters)
                    parameters.append(crossing(*key)[3])
                outline.append(on_edge[key])
        if any(k < len(values) and values[k] > 0.0 for k in outline):
            kept += [(outline[0], outline[k], outline[k + 1]) for k in range(1, len(outline) - 1)]
    return kept


def _without_unused(points, triangles):
    numbering, vertices = {}, []
    for triangle in triangles:
        for k in triangle:
            if k not in numbering:
                numbering[k] = len(vertices)
                vertices.append(points[k])
    return TriangleMesh(vertices, [tuple(numbering[k] for k in t) for t in triangles])
