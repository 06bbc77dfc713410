"""Thin horizontal lattices, one above the other, as in Fig. 8 of the paper; metres."""

from .cages import straight_wire
from .mesh import joined

BAR_RADIUS = 0.002
HOLE = 0.180                    # from bar to bar
HEIGHTS = (1.40, 1.60, 1.80)    # of the lattices' lower bars
OVERHANG = 0.01                 # of the bars over the outermost crossings


def lattice(holes, height):
    """One lattice of holes x holes square holes, an odd number, the middle one about the z axis.

    The bars along y lie on those along x, as if welded on.
    """
    half = holes * HOLE / 2.0
    places = [-half + HOLE * k for k in range(holes + 1)]
    end, upper = half + OVERHANG, height + 1.8 * BAR_RADIUS
    bars = [straight_wire((-end, y, height), (end, y, height), HOLE, BAR_RADIUS) for y in places]
    bars += [straight_wire((x, -end, upper), (x, end, upper), HOLE, BAR_RADIUS) for x in places]
    return joined(*bars)


def obstacles(holes):
    """The lattices by name, from the lowest to the highest."""
    return {f"lattice_{k + 1}": lattice(holes, height) for k, height in enumerate(HEIGHTS)}
