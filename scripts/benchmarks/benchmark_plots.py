"""Pictures of benchmarks: solved over time, box plots of time, missed collisions by validator."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend comes first)
from matplotlib.ticker import PercentFormatter  # noqa: E402

# Okabe and Ito's colours, told apart by the colour-blind; line styles tell them apart in grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", "--", "-.", ":")
MISSED, NEAR = "#D55E00", "#56B4E9"
WIDTH = 7.5  # inches

# SVG files differ from run to run only where the data do.
matplotlib.rcParams.update({"svg.hashsalt": "gapless", "font.size": 10, "axes.grid": True, "grid.alpha": 0.3,
                            "axes.spines.top": False, "axes.spines.right": False, "figure.constrained_layout.use": True})


def by_label(runs):
    """Lists of runs by label, in the order of the first appearance."""
    groups = {}
    for run in runs:
        groups.setdefault(run.label, []).append(run)
    return groups


def step_curve(times, count):
    """x and y of the share of `count` runs that is solved after x seconds."""
    ordered = sorted(times)
    return ordered, [(i + 1) / count for i in range(len(ordered))]


def solved_over_time(runs, title):
    """Which share of the runs is solved after so many seconds of planning."""
    figure, axes = plt.subplots(figsize=(WIDTH, 4.5))
    longest = max((run.values["time"] for run in runs if "time" in run.values), default=1.0)
    for i, (label, group) in enumerate(by_label(runs).items()):
        x, y = step_curve([run.values["time"] for run in group if run.solved], len(group))
        axes.step(x[:1] + x + [longest] * bool(x), [0.0] * bool(x) + y + y[-1:], where="post", color=COLOURS[i % len(COLOURS)],
                  linestyle=DASHES[i % len(DASHES)], linewidth=2, label=f"{label} ({len(x)} of {len(group)})")
    axes.set(xscale=_time_scale(runs), ylim=(0.0, 1.02), xlabel="planning time [s]", ylabel="runs solved [%]", title=f"{title}: solved over time")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, symbol=""))
    _legend_below(axes)
    return figure


def times(runs, title):
    """Box plots of the planning times of solved runs."""
    groups = {label: [run.values["time"] for run in group if run.solved] for label, group in by_label(runs).items()}
    figure, axes = plt.subplots(figsize=(WIDTH, 1.6 + 0.45 * len(groups)))
    boxes = axes.boxplot(list(groups.values()), vert=False, patch_artist=True, widths=0.6, medianprops={"color": "black", "linewidth": 2})
    for i, box in enumerate(boxes["boxes"]):
        box.set(facecolor=COLOURS[i % len(COLOURS)], alpha=0.55)
    axes.set_yticklabels([f"{label} ({len(values)})" for label, values in groups.items()])
    axes.invert_yaxis()
    axes.set(xscale=_time_scale(runs), xlabel="planning time [s]", title=f"{title}: time to a solution (runs solved)")
    return figure


def missed_collisions(runs, title):
    """Which share of the solved runs collides, or comes close, by planner and validator."""
    groups = by_label(runs)
    figure, axes = plt.subplots(figsize=(WIDTH, 1.8 + 0.45 * len(groups)))
    for place, group in enumerate(groups.values()):
        solved = [run for run in group if run.solved]
        missed, near = (sum(getattr(run, what) for run in solved) for what in ("missed", "near"))
        total = max(1, len(solved))
        axes.barh(place, missed / total, color=MISSED, edgecolor="black", height=0.6, label=None if place else "collides")
        axes.barh(place, near / total, left=missed / total, color=NEAR, edgecolor="black", hatch="//", height=0.6,
                  label=None if place else "near miss")
        axes.text((missed + near) / total + 0.01, place, f"{missed} of {len(solved)}" + (f", {near} near" if near else ""), va="center")
    axes.set_yticks(range(len(groups)), list(groups))
    axes.invert_yaxis()
    axes.set(xlim=(0.0, 1.25), xticks=[0.0, 0.25, 0.5, 0.75, 1.0], xlabel="solved runs [%]", title=f"{title}: solutions that collide")
    axes.xaxis.set_major_formatter(PercentFormatter(1.0, symbol=""))
    axes.legend(loc="lower right", frameon=False)
    return figure


PLOTS = {"solved_over_time": solved_over_time, "times": times, "missed_collisions": missed_collisions}


def _time_scale(runs):
    return "log" if any(run.solved for run in runs) else "linear"


def _legend_below(axes):
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncol=2, frameon=False)


def save(figure, folder, name):
    """NAME.svg and NAME.png in a folder; returns their paths."""
    files = [folder / f"{name}.{suffix}" for suffix in ("svg", "png")]
    for file in files:
        figure.savefig(file, dpi=150, metadata={"Date": None} if file.suffix == ".svg" else None)
    plt.close(figure)
    return files
