"""Longest-edge bisection: brings meshes to a wanted number of triangles without moving a surface."""

import heapq
import math


def refine_longest_edges(meshes, total):
    """Split the longest edge of all `meshes`, again and again, until they have `total` triangles.

    Both triangles at an edge are split at its midpoint, so watertight meshes stay watertight. The
    result has `total` triangles, or one fewer where the last edge would add two. Works in place.
    Raises ValueError if the meshes have more than `total` triangles to begin with.
    """
    count = sum(len(mesh) for mesh in meshes)
    if count > total:
        raise ValueError(f"{count} triangles, more than the {total} to refine to")
    tables = [_edge_table(mesh) for mesh in meshes]
    heap = []
    for m, mesh in enumerate(meshes):
        for edge in tables[m]:
            heapq.heappush(heap, _entry(mesh, m, edge))
    while count < total and heap:
        _, m, edge = heapq.heappop(heap)
        mesh, table = meshes[m], tables[m]
        if edge not in table or count + len(table[edge]) > total:
            continue
        count += len(table[edge])
        for new_edge in _split(mesh, table, edge):
            heapq.heappush(heap, _entry(mesh, m, new_edge))


def _entry(mesh, index, edge):
    # Lengths rounded to the nanometre: ties are then broken by index, on every machine alike.
    length = round(math.dist(mesh.vertices[edge[0]], mesh.vertices[edge[1]]), 9)
    return (-length, index, edge)


def _edges(triangle):
    a, b, c = triangle
    return ((min(a, b), max(a, b)), (min(b, c), max(b, c)), (min(c, a), max(c, a)))


def _edge_table(mesh):
    table = {}
    for t, triangle in enumerate(mesh.triangles):
        for edge in _edges(triangle):
            table.setdefault(edge, []).append(t)
    return table


def _split(mesh, table, edge):
    """Bisect one edge; returns the edges that are new."""
    p, q = mesh.vertices[edge[0]], mesh.vertices[edge[1]]
    middle = len(mesh.vertices)
    mesh.vertices.append(tuple((a + b) / 2.0 for a, b in zip(p, q)))
    fresh = []
    for t in table.pop(edge):
        triangle = mesh.triangles[t]
        k = next(i for i in range(3) if triangle[i] not in edge)
        apex, first, second = triangle[k], triangle[(k + 1) % 3], triangle[(k + 2) % 3]
        new = len(mesh.triangles)
        mesh.triangles[t] = (apex, first, middle)
        mesh.triangles.append((apex, middle, second))
        outer = (min(apex, second), max(apex, second))
        table[outer] = [new if other == t else other for other in table[outer]]
        for created, users in (((apex, middle), [t, new]), ((min(first, middle), middle), [t]),
                               ((min(second, middle), middle), [new])):
            if created not in table:
                table[created] = []
                fresh.append(created)
            table[created].extend(users)
    return fresh
