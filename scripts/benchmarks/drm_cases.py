"""Pictures after Figs 2, 6 to 9 and 11 of Leven and Hutchinson: arms of two bars, their roadmaps, and cells that take them apart.

Nodes, arcs, and the cells of arcs are those of roadmap files; the shaded regions are sampled (two_bars.py). Parts of what is free have a colour each.
"""

import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend comes first)
import numpy  # noqa: E402
from matplotlib.colors import ListedColormap  # noqa: E402

from . import two_bars  # noqa: E402
from .benchmark_plots import COLOURS, WIDTH  # noqa: E402

OBSTACLE, REGION, NODE = "#000000", "#A0A0A0", "#0072B2"
TINTS = ("#FFFFFF", "#FBD9C0", "#BFE5D8", "#F3D9E8", "#F9E3B5", "#CFE9F9")  # of parts, the largest first
INKS = (NODE, "#D55E00", "#009E73", "#CC79A7", "#B07A00", "#56B4E9")
LEAST_PART = 60  # pixels; smaller ones are where sampling frays
CELLS_SHOWN = 7
APART = 5.0  # cells that are shown together, at least so far from each other


def _colour(colours, part):
    return colours[min(part, len(colours) - 1)]


def workspace(axes, chain, roadmap, cells, arms, title="", shown_reach=None):
    """Cells, and the arm at (joint values, colour) pairs."""
    reach = 1.04 * (shown_reach or chain.reach())
    axes.add_patch(plt.Circle((0.0, 0.0), chain.reach(), fill=False, color=REGION))
    for node, colour in arms:
        for back, front, axis in two_bars.bars(chain, node):
            axes.plot(*zip(back, front), color=colour, linewidth=4, solid_capstyle="butt", alpha=0.75)
            axes.plot(*axis, "o", color=OBSTACLE, markersize=4, zorder=4)
    for cell in cells:
        axes.add_patch(plt.Rectangle(two_bars.corner(roadmap, cell), roadmap.cell, roadmap.cell, color=OBSTACLE, zorder=5))
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="x m", ylabel="y m", title=title)


def space(axes, chain, roadmap, image, cells, shown=(), title=""):
    """The region, free parts tinted; nodes (met: empty circles) and arcs (met: dotted); `shown`: numbers of nodes that are enlarged."""
    labels, sizes = two_bars.free_parts(chain, image)
    large = [part for part, size in enumerate(sizes) if size >= LEAST_PART]
    tint = numpy.where(labels < 0, 0, numpy.where(labels < len(large), numpy.minimum(labels, len(TINTS) - 1) + 1, 1))
    extent = two_bars.extent(chain)
    axes.imshow(tint, extent=extent, origin="lower", cmap=ListedColormap((REGION, *TINTS)), vmin=0, vmax=len(TINTS), aspect="auto",
                interpolation="nearest")
    gone = set().union(*(two_bars.hit(chain, roadmap, cell) for cell in cells))
    turns = (-2.0 * math.pi, 0.0, 2.0 * math.pi) if chain.limits_of(0) is None else (0.0,)
    for (a, b), of_arc in zip(roadmap.arcs, roadmap.cells):
        first, last = roadmap.nodes[a], roadmap.nodes[b]
        step = last[0] - first[0]
        if len(turns) > 1:
            step = (step + math.pi) % (2.0 * math.pi) - math.pi  # the short way round
        is_met = any(cell in of_arc for cell in cells)
        for turn in turns:
            axes.plot((first[0] + turn, first[0] + step + turn), (first[1], last[1]), ":" if is_met else "-", color=NODE, linewidth=0.7,
                      alpha=0.5 if is_met else 0.8)
    for i, node in enumerate(roadmap.nodes):
        part = max(0, two_bars.part_of(chain, labels, node))
        colour = _colour(INKS, part if part < len(large) else 0)
        axes.scatter(*node, s=130 if i in shown else 14, facecolors="white" if i in gone else colour, edgecolors=colour, zorder=4 if i in shown else 3)
    axes.set(xlim=extent[:2], ylim=extent[2:], xlabel="first joint, rad", ylabel="second joint, rad", title=title)
    axes.grid(False)
    return labels, [sizes[part] for part in large]


def _in_place(chain, roadmap, cell):
    return two_bars.region(chain, two_bars.corner(roadmap, cell), roadmap.cell)


def _about(chain, roadmap, cell, title, shown=()):
    figure, (left, right) = plt.subplots(1, 2, figsize=(2.0 * WIDTH, WIDTH))
    count = len(two_bars.parts(chain, roadmap, cell))
    workspace(left, chain, roadmap, [cell], [(roadmap.nodes[i], NODE) for i in shown], title)
    space(right, chain, roadmap, _in_place(chain, roadmap, cell), [cell], shown,
          f"{len(roadmap.nodes)} nodes, {len(roadmap.arcs)} arcs; what is left of them makes {count} part{'s' * (count != 1)}")
    return figure


def repaired(chain, before, after, flagged_before, flagged_after):
    """Figs 2, 6 and 7: a cell that disconnects, and does no longer once arcs were added."""
    # A node whose proven cells have the cell counts as met in an enhancement; here, as in the paper, one that meets it. So both have to say that it is repaired.
    left = set(flagged_after)
    mended = [cell for cell in flagged_before if cell not in left and len(two_bars.parts(chain, after, cell)) == 1]
    if not mended:
        return {}
    # Three parts, as in the paper. The farther from the base, the more of the configuration space is left.
    cell = max(mended, key=lambda cell: (min(3, len(two_bars.parts(chain, before, cell))), math.hypot(*two_bars.corner(before, cell))))
    parts = two_bars.parts(chain, before, cell)
    shown = [part[0] for part in parts[1:]][:1]
    return {"drm_before": _about(chain, before, cell, "After Fig. 6: a cell that disconnects the roadmap", shown),
            "drm_after": _about(chain, after, cell, "After Fig. 7: the same, after arcs were added", shown)}


def unreachable(chain, roadmap, flagged):
    """Fig. 8: what is free is connected, but no straight motion that was tried leads out of a node's corner of it."""
    best, shown = None, None
    for cell in flagged:
        labels, _ = two_bars.free_parts(chain, _in_place(chain, roadmap, cell))
        parts = two_bars.parts(chain, roadmap, cell)
        alone = [part[0] for part in parts[1:] if len(part) == 1
                 and two_bars.part_of(chain, labels, roadmap.nodes[part[0]]) == two_bars.part_of(chain, labels, roadmap.nodes[parts[0][0]]) >= 0]
        if not alone:
            continue
        # The nearer to a limit, the more is it the limit that is in the way.
        limit = max(alone, key=lambda i: abs(roadmap.nodes[i][1]))
        if best is None or abs(roadmap.nodes[limit][1]) > abs(roadmap.nodes[shown][1]):
            best, shown = cell, limit
    if best is None:
        return {}
    return {"drm_unreachable": _about(chain, roadmap, best, "After Fig. 8: no arc was found for the node that is shown", [shown])}


def _trapped(chain, roadmap, cell):
    """Sizes of the parts of what is free, and one node in each, if there are such; the largest first."""
    labels, sizes = two_bars.free_parts(chain, _in_place(chain, roadmap, cell))
    count = sum(size >= LEAST_PART for size in sizes)
    gone = two_bars.hit(chain, roadmap, cell)
    nodes = {}
    for i, node in enumerate(roadmap.nodes):
        part = two_bars.part_of(chain, labels, node)
        if i not in gone and 0 <= part < count:
            nodes.setdefault(part, i)
    return [size for size in sizes if size >= LEAST_PART], nodes


def _best(chain, roadmap, flagged, wanted):
    """The flagged cell that leaves so many parts, has nodes in most of them, and of these the one whose second part is largest."""
    found = []
    for cell in flagged:
        sizes, nodes = _trapped(chain, roadmap, cell)
        if len(sizes) == wanted:
            found.append((len(nodes), sizes[1], cell))
    return max(found)[2] if found else None


def disconnected(enhanced):
    """Fig. 9: cells that take apart what is free itself. `enhanced`: (roadmap, flagged cells) by arm, of SPLIT, TURN, TRAP and others."""
    from .drm_tables import SPLIT, TRAP, TURN  # pylint: disable=import-outside-toplevel
    cases = [(SPLIT, 3, "I: stops the first bar, ahead of its axis and behind it"), (TURN, 2, "II: between left arm and right arm"),
             (TRAP, 3, "III: pockets at the limits of the second joint")]
    figure, rows = plt.subplots(len(cases), 2, figsize=(2.0 * WIDTH, 0.85 * WIDTH * len(cases)))
    for (chain, wanted, title), (left, right) in zip(cases, rows):
        roadmap, flagged = enhanced[chain]
        cell = _best(chain, roadmap, flagged, wanted)
        if cell is None:
            plt.close(figure)
            return {}
        sizes, nodes = _trapped(chain, roadmap, cell)
        workspace(left, chain, roadmap, [cell], [(roadmap.nodes[i], _colour(INKS, part)) for part, i in sorted(nodes.items())], f"After Fig. 9, {title}")
        space(right, chain, roadmap, _in_place(chain, roadmap, cell), [cell], set(nodes.values()), f"what is free falls into {len(sizes)} parts")
    return {"drm_disconnected": figure}


def _with_pockets(chain, roadmap, flagged, other, other_roadmap):
    """Cells, not too near to each other, that leave pockets for the arm and none for the other; those that trap most nodes first."""
    found = []
    for cell in flagged:
        sizes, nodes = _trapped(chain, roadmap, cell)
        # Pockets are small; a cell between left and right arm leaves no large part.
        if len(sizes) > 1 and sizes[0] > 5 * sizes[1] and len(_trapped(other, other_roadmap, _moved(cell, roadmap, other_roadmap))[0]) == 1:
            found.append((-len(nodes), -sizes[1], cell))
    chosen = []
    for *_, cell in sorted(found):
        if all(math.dist(cell, one) >= APART for one in chosen) and len(chosen) < CELLS_SHOWN:
            chosen.append(cell)
    return chosen


def _moved(cell, roadmap, other):
    """The cell of the other roadmap's grid that has the middle of the cell."""
    return tuple(math.floor((roadmap.low[k] + (cell[k] + 0.5) * roadmap.cell - other.low[k]) / other.cell) for k in range(3))


def redesigned(enhanced):
    """Fig. 11: an arm that some cells trap in pockets, and a changed one that they do not."""
    from .drm_tables import SHORT, TURN  # pylint: disable=import-outside-toplevel
    roadmap, flagged = enhanced[TURN]
    other = enhanced[SHORT][0]
    cells = _with_pockets(TURN, roadmap, flagged, SHORT, other)
    if not cells:
        return {}
    figure, rows = plt.subplots(2, 2, figsize=(2.0 * WIDTH, 1.7 * WIDTH))
    for chain, one, of_it, (left, right) in ((TURN, roadmap, cells, rows[0]), (SHORT, other, [_moved(cell, roadmap, other) for cell in cells], rows[1])):
        image, pockets = None, numpy.zeros((two_bars.SAMPLES, two_bars.SAMPLES), dtype=bool)
        for cell in of_it:
            region = _in_place(chain, one, cell)
            labels, _ = two_bars.free_parts(chain, region)
            image = region if image is None else image | region
            pockets |= labels > 0
        workspace(left, chain, one, of_it, [(one.nodes[0], INKS[0])],
                  f"After Fig. 11: {'as it was' if chain is TURN else 'changed'}, bars of "
                  + " and ".join(f"{ahead:g}{f' + {behind:g}' * bool(behind)}" for ahead, behind in chain.bars) + " cells", TURN.reach())
        caught = _space_with_pockets(right, chain, one, image, pockets, of_it)
        count = sum(len(_trapped(chain, one, cell)[0]) > 1 for cell in of_it)
        right.set_title(f"{count} of {len(of_it)} cells leave pockets, with {caught} nodes in them")
    return {"drm_redesigned": figure}


def _space_with_pockets(axes, chain, roadmap, image, pockets, cells):
    """Returns how many nodes are in pockets."""
    extent = two_bars.extent(chain)
    axes.imshow(numpy.where(pockets, 2, numpy.where(image, 1, 0)), extent=extent, origin="lower", cmap=ListedColormap(("#FFFFFF", REGION, TINTS[1])),
                vmin=0, vmax=2, aspect="auto", interpolation="nearest")
    caught = 0
    gone = set().union(*(two_bars.hit(chain, roadmap, cell) for cell in cells))
    for i, node in enumerate(roadmap.nodes):
        is_caught = two_bars.part_of(chain, numpy.where(pockets, 1, -1), node) == 1
        caught += is_caught
        colour = INKS[1] if is_caught else NODE
        axes.scatter(*node, s=60 if is_caught else 14, facecolors="white" if i in gone and not is_caught else colour, edgecolors=colour, zorder=3)
    axes.set(xlim=extent[:2], ylim=extent[2:], xlabel="first joint, rad", ylabel="second joint, rad")
    axes.grid(False)
    return caught
