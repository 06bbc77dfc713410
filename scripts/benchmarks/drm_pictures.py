"""Pictures of the paper's figures: those of arms of two joints (drm_cases.py), and sizes (3, 5) and arcs per node (12) of what was measured."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend comes first)

from . import drm_cases, drm_tables  # noqa: E402
from .benchmark_plots import COLOURS, DASHES, WIDTH, save  # noqa: E402
from .two_bars import corner  # noqa: E402

REGION = "#D0D0D0"


def cells_left(chain, roadmap, cells):
    """Where the cells are that disconnect the roadmap to the end."""
    figure, axes = plt.subplots(figsize=(WIDTH, WIDTH))
    reach = chain.reach()
    axes.add_patch(plt.Circle((0.0, 0.0), reach, fill=False, color=REGION))
    for cell in cells:
        axes.add_patch(plt.Rectangle(corner(roadmap, cell), roadmap.cell, roadmap.cell, color=COLOURS[1]))
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
    """Builds the arms' roadmaps, enhances them, and draws; of sizes and arcs what is known. Returns the files."""
    chain, nodes = drm_tables.TWO_JOINTS, drm_tables.TWO_JOINTS_NODES
    before, after, flagged_before, flagged_after = runner.two_roadmaps(chain, nodes)
    figures = {**drm_cases.repaired(chain, before, after, flagged_before, flagged_after), **drm_cases.unreachable(chain, after, flagged_after),
               "drm_cells_left": cells_left(chain, after, flagged_after)}
    enhanced = {robot: runner.two_roadmaps(robot, drm_tables.CASES_NODES)[1::2]
                for robot in (drm_tables.SPLIT, drm_tables.TURN, drm_tables.TRAP, drm_tables.SHORT)}
    figures.update(drm_cases.disconnected(enhanced))
    figures.update(drm_cases.redesigned(enhanced))
    if any(name.startswith("drm sizes ") for name in runs):
        figures["drm_sizes"] = sizes(runs)
    if any(drm_tables.robust_key(chain) in runs for chain in drm_tables.CHAINS):
        figures["drm_arcs"] = arcs(runs)
    return [file for name, figure in figures.items() for file in save(figure, folder, name)]
