"""Reads roadmap files, for pictures: nodes, arcs, and the cells of each arc (src/planners/roadmap_file.h, include/gapless/cells/coded_cells.h)."""

import pathlib
import struct
import zlib
from dataclasses import dataclass

from .command import BadSetup

INSIDE = 2  # of the first byte of a code: cells of the grid follow


@dataclass
class Roadmap:
    """`cells` by arc: sets of (x, y, z); the one outside of the grid is left out."""

    nodes: list
    arcs: list
    low: tuple
    cell: float
    count: tuple
    cells: list


def read(file):
    """A roadmap with cells. Digests are not looked at: it has just been written."""
    data = pathlib.Path(file).read_bytes()
    if data[:8] != b"gaplprm\n" or struct.unpack_from("<I", data, 8)[0] != 4:
        raise BadSetup(f"{file} is no roadmap file of version 4")
    sections = {}
    for i in range(struct.unpack_from("<I", data, 12)[0]):
        name, begin, length = struct.unpack_from("<4sQQ", data, 16 + 52 * i)
        sections[name] = data[begin:begin + length]
    dimension, count = struct.unpack_from("<IQ", sections[b"NODE"])
    values = struct.unpack_from(f"<{dimension * count}d", sections[b"NODE"], 12)
    nodes = [values[dimension * i:dimension * (i + 1)] for i in range(count)]
    arcs = [arc[:2] for arc in struct.iter_unpack("<IIB", zlib.decompress(sections[b"EDGE"][8:]))]
    section = sections[b"CELL"]
    *low, cell = struct.unpack_from("<4d", section)
    grid = struct.unpack_from("<3I", section, 32)
    codes, at = b"", 44
    while at < len(section):
        _, packed = struct.unpack_from("<II", section, at)
        codes += zlib.decompress(section[at + 8:at + 8 + packed])
        at += 8 + packed
    half = 1
    while 2 * half < max(grid):
        half *= 2
    cells, at = [], 0
    for _ in arcs:
        head, at = codes[at], at + 1
        of_arc = set()
        if head & INSIDE:
            at = _part(codes, at, (0, 0, 0), half, of_arc)
        cells.append(of_arc)
    return Roadmap(nodes, arcs, tuple(low), cell, grid, cells)


def _part(codes, at, low, half, cells):
    """Takes the masks of the part there; returns where the next one begins."""
    mask, at = codes[at], at + 1
    for bit in range(8):
        if mask >> bit & 1:
            corner = tuple(low[k] + (half if bit >> k & 1 else 0) for k in range(3))
            if half == 1:
                cells.add(corner)
            else:
                at = _part(codes, at, corner, half // 2, cells)
    return at
