"""An arm of two bars in a plane about a square cell, sampled over both joints: for pictures alone, not for proofs."""

import math

import numpy

from . import chain_robots

SAMPLES = 400  # along each axis of the configuration space


def corner(roadmap, cell):
    """The low corner of a cell, metres."""
    return tuple(roadmap.low[k] + cell[k] * roadmap.cell for k in range(2))


def _meets(centre, half, angle, low, side):
    """Whether rectangles (half lengths, turned by `angle` about `centre`; arrays) meet a square: separating axes of both."""
    x, y = centre[0] - (low[0] + 0.5 * side), centre[1] - (low[1] + 0.5 * side)
    c, s = numpy.cos(angle), numpy.sin(angle)
    spread = 0.5 * side * (abs(c) + abs(s))
    return ((abs(c * x + s * y) <= half[0] + spread) & (abs(-s * x + c * y) <= half[1] + spread)
            & (abs(x) <= half[0] * abs(c) + half[1] * abs(s) + 0.5 * side) & (abs(y) <= half[0] * abs(s) + half[1] * abs(c) + 0.5 * side))


def meets(chain, first, second, low, side):
    """Whether the arm meets the square at joint values (arrays): for each bar, arrays."""
    result = []
    x, y, angle = 0.0, 0.0, 0.0
    for joint, value in enumerate((first, second)):
        angle = angle + value
        c, s, ahead, behind = numpy.cos(angle), numpy.sin(angle), chain.ahead(joint), chain.behind(joint)
        middle = 0.5 * (ahead - behind)
        half = 0.5 * (ahead + behind), 0.5 * chain_robots.PLANAR_WIDTH * chain_robots.CELL
        result.append(_meets((x + middle * c, y + middle * s), half, angle, low, side))
        x, y = x + ahead * c, y + ahead * s
    return result


def bars(chain, node):
    """Both ends of each bar, and its axis, at joint values: ((x, y), (x, y), (x, y)) metres."""
    result, x, y, angle = [], 0.0, 0.0, 0.0
    for joint, value in enumerate(node):
        angle += value
        c, s = math.cos(angle), math.sin(angle)
        ends = [(x + along * c, y + along * s) for along in (-chain.behind(joint), chain.ahead(joint))]
        result.append((*ends, (x, y)))
        x, y = ends[1]
    return result


def extent(chain):
    """Of the configuration space: least and largest value of the first joint and of the second, radians."""
    return (*(chain.limits_of(0) or (-math.pi, math.pi)), *chain.limits_of(1))


def region(chain, low, side):
    """Where the arm meets the square: rows of the second joint, columns of the first."""
    first_low, first_high, second_low, second_high = extent(chain)
    first, second = numpy.meshgrid(numpy.linspace(first_low, first_high, SAMPLES), numpy.linspace(second_low, second_high, SAMPLES))
    return numpy.logical_or(*meets(chain, first, second, low, side))


def hit(chain, roadmap, cell):
    """Numbers of the nodes at which the arm meets the cell."""
    first, second = (numpy.array([node[k] for node in roadmap.nodes]) for k in range(2))
    return set(numpy.flatnonzero(numpy.logical_or(*meets(chain, first, second, corner(roadmap, cell), roadmap.cell))).tolist())


def parts(chain, roadmap, cell):
    """The parts that the nodes that are left make once the cell is taken, the largest first: lists of numbers."""
    gone = hit(chain, roadmap, cell)
    sets = _Sets(len(roadmap.nodes))
    for (a, b), cells in zip(roadmap.arcs, roadmap.cells):
        if cell not in cells and a not in gone and b not in gone:
            sets.join(a, b)
    return sets.groups(i for i in range(len(roadmap.nodes)) if i not in gone)


def free_parts(chain, image):
    """The connected parts of what is not in the image: an array of numbers, -1 in the image, and the sizes, pixels; the largest part is 0.

    Neighbours are pixels that share a side; where the first joint turns without end, left and right border are one."""
    runs, by_row = [], []
    for row in image:
        edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([True], row, [True])).astype(int)))
        by_row.append(range(len(runs), len(runs) + len(edges) // 2))
        runs += list(zip(edges[::2].tolist(), edges[1::2].tolist()))
    sets = _Sets(len(runs))
    for numbers in by_row:
        if chain.limits_of(0) is None and len(numbers) > 1 and runs[numbers[0]][0] == 0 and runs[numbers[-1]][1] == image.shape[1]:
            sets.join(numbers[0], numbers[-1])
    for below, above in zip(by_row, by_row[1:]):
        for i in below:
            for k in above:
                if runs[i][0] < runs[k][1] and runs[k][0] < runs[i][1]:
                    sets.join(i, k)
    groups = sorted(sets.groups(range(len(runs))), key=lambda group: -sum(runs[i][1] - runs[i][0] for i in group))
    number = {i: part for part, group in enumerate(groups) for i in group}
    labels = numpy.full(image.shape, -1)
    for row, numbers in enumerate(by_row):
        for i in numbers:
            labels[row, runs[i][0]:runs[i][1]] = number[i]
    return labels, [sum(runs[i][1] - runs[i][0] for i in group) for group in groups]


def part_of(chain, labels, node):
    """The number in `labels` at joint values; -1 where the picture has the region there."""
    first_low, first_high, second_low, second_high = extent(chain)
    column = round((node[0] - first_low) / (first_high - first_low) * (SAMPLES - 1))
    row = round((node[1] - second_low) / (second_high - second_low) * (SAMPLES - 1))
    return int(labels[row, column])


class _Sets:
    """Sets that are joined."""

    def __init__(self, count):
        self.parent = list(range(count))

    def find(self, i):
        """One of the set, the same for all in it."""
        while self.parent[i] != i:
            self.parent[i] = i = self.parent[self.parent[i]]
        return i

    def join(self, a, b):
        """Makes one of two."""
        self.parent[self.find(a)] = self.find(b)

    def groups(self, numbers):
        """Those of some numbers that are in one set, the largest group first."""
        result = {}
        for i in numbers:
            result.setdefault(self.find(i), []).append(i)
        return sorted(result.values(), key=len, reverse=True)
