"""Indexed triangle meshes and the checks that the generated ones have to pass."""

import math
import struct

from . import transforms


class TriangleMesh:
    """Vertices in metres and counter-clockwise (seen from outside) triangles of vertex indices."""

    def __init__(self, vertices=(), triangles=()):
        self.vertices = list(vertices)
        self.triangles = list(triangles)

    def __len__(self):
        return len(self.triangles)

    def transformed(self, transform):
        """Copy of the mesh moved by a rigid transform."""
        return TriangleMesh([transforms.apply(transform, v) for v in self.vertices], self.triangles)

    def moved(self, x, y, z):
        """Copy of the mesh shifted by (x, y, z) metres."""
        return self.transformed(transforms.translation(x, y, z))

    def along_x(self):
        """Copy with the part's own z axis laid along x."""
        return self.transformed(transforms.Z_TO_X)

    def along_y(self):
        """Copy with the part's own z axis laid along y."""
        return self.transformed(transforms.Z_TO_Y)

    def mirrored_y(self):
        """Mirror image in the plane y = 0, with the orientation kept outward."""
        return TriangleMesh([(x, -y, z) for x, y, z in self.vertices],
                            [(a, c, b) for a, b, c in self.triangles])

    def add(self, *others):
        """Append the parts `others`, each keeping its own vertices; returns self."""
        for other in others:
            offset = len(self.vertices)
            self.vertices.extend(other.vertices)
            self.triangles.extend((a + offset, b + offset, c + offset) for a, b, c in other.triangles)
        return self


def joined(*parts):
    """One mesh made of closed parts, which may overlap."""
    return TriangleMesh().add(*parts)


def _stored(point):
    """The single-precision coordinates that an STL file keeps; -0.0 becomes 0.0."""
    return tuple(value + 0.0 for value in struct.unpack("<3f", struct.pack("<3f", *point)))


def open_edges(mesh):
    """Directed edges that lack exactly one partner of opposite direction.

    Vertices are identified by the coordinates an STL file stores, as every reader does: an empty
    list means that the file describes watertight, consistently oriented closed surfaces.
    """
    points = [_stored(v) for v in mesh.vertices]
    count = {}
    for triangle in mesh.triangles:
        for k in range(3):
            edge = (points[triangle[k]], points[triangle[(k + 1) % 3]])
            count[edge] = count.get(edge, 0) + 1
    return [e for e, n in count.items() if n != 1 or count.get((e[1], e[0])) != 1]


def signed_volume(mesh):
    """Enclosed volume in cubic metres; positive where the triangles face outward."""
    total = 0.0
    for a, b, c in mesh.triangles:
        p, q, r = mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]
        total += (p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0])
                  + p[2] * (q[0] * r[1] - q[1] * r[0]))
    return total / 6.0


def closed_parts(mesh):
    """The connected components of a mesh, as meshes."""
    parent = list(range(len(mesh.vertices)))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for a, b, c in mesh.triangles:
        parent[root(a)] = root(b)
        parent[root(b)] = root(c)
    groups = {}
    for triangle in mesh.triangles:
        groups.setdefault(root(triangle[0]), []).append(triangle)
    return [TriangleMesh(mesh.vertices, triangles) for triangles in groups.values()]


def smallest_height(mesh):
    """Smallest altitude of any triangle, in metres, from the coordinates an STL file stores."""
    points = [_stored(v) for v in mesh.vertices]
    smallest = math.inf
    for a, b, c in mesh.triangles:
        p, q, r = points[a], points[b], points[c]
        u = [q[i] - p[i] for i in range(3)]
        v = [r[i] - p[i] for i in range(3)]
        normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        longest = max(math.dist(p, q), math.dist(q, r), math.dist(r, p))
        smallest = min(smallest, math.hypot(*normal) / longest if longest > 0.0 else 0.0)
    return smallest
