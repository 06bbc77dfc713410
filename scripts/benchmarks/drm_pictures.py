"""Pictures of the paper's figures: the roadmap of an arm of two joints about a cell (2, 6, 7), cells that disconnect to the end (8, 9), and
sizes (3, 5) and arcs per node (12) of what was measured."""

import math

import matplotlib
import numpy

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend comes first)

from . import chain_robots, drm_tables  # noqa: E402
from .benchmark_plots import COLOURS, DASHES, WIDTH, save  # noqa: E402

OBSTACLE, REGION, NODE, ARC = "#000000", "#D0D0D0", "#0072B2", "#0072B2"
SAMPLES = 400  # along each axis of the configuration space


def _meets(centre, half, angle, low, side):
    """Whether rectangles (half lengths, turned by `angle` about `centre`; arrays) meet a square: separating axes of both."""
    x, y = centre[0] - (low[0] + 0.5 * side), centre[1] - (low[1] + 0.5 * side)
    c, s = numpy.cos(angle), numpy.sin(angle)
    spread = 0.5 * side * (abs(c) + abs(s))
    return ((abs(c * x + s * y) <= half[0] + spread) & (abs(-s * x + c * y) <= half[1] + spread)
            & (abs(x) <= half[0] * abs(c) + half[1] * abs(s) + 0.5 * side) & (abs(y) <= half[0] * abs(s) + half[1] * abs(c) + 0.5 * side))


def _bars(chain, first, second):
    """Centres and angles of both bars, seen from above."""
    length = chain.length()
    elbow = length * numpy.cos(first), length * numpy.sin(first)
    both = first + second
    return [((0.5 * elbow[0], 0.5 * elbow[1]), first),
            ((elbow[0] + 0.5 * length * numpy.cos(both), elbow[1] + 0.5 * length * numpy.sin(both)), both)]


def region(chain, low, side):
    """Where the arm meets the square, sampled over both joints: for pictures alone, not for proofs. Returns the image and its extent."""
    limit = chain_robots.PLANAR_LIMIT
    first, second = numpy.meshgrid(numpy.linspace(-math.pi, math.pi, SAMPLES), numpy.linspace(-limit, limit, SAMPLES))
    half = 0.5 * chain.length(), 0.5 * chain_robots.PLANAR_WIDTH * chain_robots.CELL
    image = numpy.zeros_like(first, dtype=bool)
    for centre, angle in _bars(chain, first, second):
        image |= _meets(centre, half, angle, low, side)
    return image, (-math.pi, math.pi, -limit, limit)


def _corner(roadmap, cell):
    return tuple(roadmap.low[k] + cell[k] * roadmap.cell for k in range(2))


def _hit(chain, roadmap, cell):
    """Numbers of the nodes at which the arm meets the cell."""
    half = 0.5 * chain.length(), 0.5 * chain_robots.PLANAR_WIDTH * chain_robots.CELL
    return {i for i, node in enumerate(roadmap.nodes)
            if any(_meets(centre, half, angle, _corner(roadmap, cell), roadmap.cell) for centre, angle in _bars(chain, *map(numpy.float64, node)))}


def parts(chain, roadmap, cell):
    """How many parts the nodes that are left make once the cell is taken."""
    hit = _hit(chain, roadmap, cell)
    parent = list(range(len(roadmap.nodes)))

    def find(i):
        while parent[i] != i:
            i = parent[i]
        return i

    for (a, b), cells in zip(roadmap.arcs, roadmap.cells):
        if cell not in cells and a not in hit and b not in hit:
            parent[find(a)] = find(b)
    return len({find(i) for i in range(len(parent)) if i not in hit})


def arm_and_roadmap(chain, roadmap, cell, title):
    """Workspace with the cell; configuration space with its region, nodes (hit: empty circles) and arcs (hit: dotted)."""
    figure, (workspace, space) = plt.subplots(1, 2, figsize=(2.0 * WIDTH, WIDTH))
    reach = chain.length() * chain.joints
    x, y = _corner(roadmap, cell)
    workspace.add_patch(plt.Rectangle((x, y), roadmap.cell, roadmap.cell, color=OBSTACLE))
    workspace.add_patch(plt.Circle((0.0, 0.0), reach, fill=False, color=REGION))
    shown = next((node for i, node in enumerate(roadmap.nodes) if i not in _hit(chain, roadmap, cell)), roadmap.nodes[0])
    elbow = chain.length() * math.cos(shown[0]), chain.length() * math.sin(shown[0])
    tip = elbow[0] + chain.length() * math.cos(sum(shown)), elbow[1] + chain.length() * math.sin(sum(shown))
    workspace.plot(*zip((0.0, 0.0), elbow, tip), "-o", color=NODE, linewidth=3)
    workspace.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="x m", ylabel="y m", title=title)
    image, extent = region(chain, (x, y), roadmap.cell)
    space.imshow(numpy.where(image, 0.8, 1.0), extent=extent, origin="lower", cmap="gray", vmin=0.0, vmax=1.0, aspect="auto")
    hit = _hit(chain, roadmap, cell)
    for (a, b), cells in zip(roadmap.arcs, roadmap.cells):
        first, last = roadmap.nodes[a], roadmap.nodes[b]
        step = (last[0] - first[0] + math.pi) % (2.0 * math.pi) - math.pi  # the short way round
        for turn in (-2.0 * math.pi, 0.0, 2.0 * math.pi):
            space.plot((first[0] + turn, first[0] + step + turn), (first[1], last[1]), ":" if cell in cells else "-", color=ARC, linewidth=0.8)
    for numbers, face in ((hit, "white"), (set(range(len(roadmap.nodes))) - hit, NODE)):
        space.scatter([roadmap.nodes[i][0] for i in numbers], [roadmap.nodes[i][1] for i in numbers], s=24, facecolors=face, edgecolors=NODE, zorder=3)
    space.set(xlim=extent[:2], ylim=extent[2:], xlabel="first joint, rad", ylabel="second joint, rad",
              title=f"{parts(chain, roadmap, cell)} parts, {len(roadmap.arcs)} arcs")
    return figure


def cells_left(chain, roadmap, cells):
    """Where the cells are that disconnect the roadmap to the end."""
    figure, axes = plt.subplots(figsize=(WIDTH, WIDTH))
    reach = chain.length() * chain.joints
    axes.add_patch(plt.Circle((0.0, 0.0), reach, fill=False, color=REGION))
    for cell in cells:
        axes.add_patch(plt.Rectangle(_corner(roadmap, cell), roadmap.cell, roadmap.cell, color=COLOURS[1]))
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="x m", ylabel="y m",
             title=f"{len(cells)} single cells that disconnect to the end")
    return figure


def sizes(runs):
    """Figs 3 and 5: megabytes over joints, one picture for planar chains and one for those in space."""
    figure, both = plt.subplots(1, 2, figsize=(2.0 * WIDTH, 4.5))
    for axes, is_planar in zip(both, (True, False)):
        for i, nodes in enumerate(drm_tables.NODES):
            known = [(chain.joints, runs[key]) for chain in drm_tables.CHAINS for key in [drm_tables.sizes_key(chain, nodes)]
                     if chain.is_planar == is_planar and key in runs]
            for coding, dash in zip(drm_tables.CODINGS, DASHES):
                axes.semilogy([joints for joints, _ in known], [run[coding]["bytes"] / 1e6 for _, run in known], dash, marker="o", markersize=3,
                              color=COLOURS[i], label=f"{coding}, {nodes} nodes")
        axes.set(xlabel="joints", ylabel="MB", title="planar" if is_planar else "in space")
    both[1].legend(fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def arcs(runs):
    """Fig. 12: arcs per node over joints, first pass and all."""
    figure, axes = plt.subplots(figsize=(WIDTH, 4.5))
    for i, is_planar in enumerate((True, False)):
        known = [(chain.joints, drm_tables.arcs_per_node(runs[key])) for chain in drm_tables.CHAINS for key in [drm_tables.robust_key(chain)]
                 if chain.is_planar == is_planar and key in runs]
        for j, label in enumerate(("before", "after cubes of one cell", "after all cubes")):
            axes.plot([joints for joints, _ in known], [values[j] for _, values in known], DASHES[j], marker="o", color=COLOURS[i],
                      label=f"{'planar' if is_planar else 'in space'}, {label}")
    axes.set(xlabel="joints", ylabel="arcs per node", ylim=(0.0, None))
    axes.legend()
    return figure


def draw(folder, runner, runs):
    """Builds the arm's roadmap, enhances it, and draws; of sizes and arcs what is known. Returns the files."""
    chain, files = drm_tables.TWO_JOINTS, []
    before, after, flagged_before, flagged_after = runner.two_roadmaps(chain, drm_tables.TWO_JOINTS_NODES)
    # A node whose proven cells have the cell counts as hit in an enhancement; here, as in the paper, one that meets it. So both have to say that it is mended.
    mended = [cell for cell in flagged_before if cell not in flagged_after and parts(chain, after, cell) == 1]
    if mended:
        cell = max(mended, key=lambda cell: parts(chain, before, cell))
        files += save(arm_and_roadmap(chain, before, cell, "Fig. 6: a cell that disconnects the roadmap"), folder, "drm_before")
        files += save(arm_and_roadmap(chain, after, cell, "Fig. 7: the same after arcs were added"), folder, "drm_after")
    if flagged_after:
        # The farther from the base, the more of the configuration space is left.
        cell = max(flagged_after, key=lambda cell: math.hypot(*_corner(after, cell)))
        files += save(arm_and_roadmap(chain, after, cell, "a cell that disconnects to the end"), folder, "drm_pocket")
    files += save(cells_left(chain, after, flagged_after), folder, "drm_cells_left")
    if any(name.startswith("drm sizes ") for name in runs):
        files += save(sizes(runs), folder, "drm_sizes")
    if any(drm_tables.robust_key(chain) in runs for chain in drm_tables.CHAINS):
        files += save(arcs(runs), folder, "drm_arcs")
    return files
