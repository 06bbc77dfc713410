"""Figures and Table 1 of Leven, Hutchinson, "Robust, compact representations for real-time path planning in changing environments": the
paper's numbers, what is run for them, and ours beside. The paper gives no dimensions, cells or numbers of nodes for most of them: what
compares are ratios, not sizes or counts."""

import math

from .chain_robots import Chain
from .tables import markdown, number, ratio

PARTS = ("sizes", "corridor", "two", "enhanced")

PLANAR_JOINTS, SPATIAL_JOINTS = (2, 3, 5, 8, 12, 16, 20), (3, 6, 9, 12)
CHAINS = tuple(Chain(joints, True) for joints in PLANAR_JOINTS) + tuple(Chain(joints, False) for joints in SPATIAL_JOINTS)
NODES = (2048, 8192, 16384)  # "2K, 8K and 16K"
RATIOS = {True: (10.0, 20.0), False: (8.0, 18.0)}  # naive over the best coding; planar, in space
CODINGS = ("naive", "self", "region", "hier")
NAIVE_MBIT = 400.0  # "400Mb", 16K nodes, 20 joints

CORRIDOR_JOINTS, CORRIDOR_NODES, CORRIDOR_S = (5, 19), 16384, 1.0


def corridor_chain(joints):
    """The robot of Fig. 1."""
    return Chain(joints, True)


TWO_JOINTS, TWO_JOINTS_NODES, TWO_JOINTS_EPS, TWO_JOINTS_ARCS = Chain(2, True), 50, 4, 26

# Arms of pictures 9 and 11, after the paper's drawings, in which axes are not at the ends of the bars: a cell beside the base stops the first bar at both of its ends; or is met, whichever way
# the first bar points, by the end that the second one has behind its axis as it is stretched out; or shuts in the second bar at its limits. The last one reaches less far, and has no such end.
SPLIT = Chain(2, True, bars=((14.0, 6.0), (12.0, 0.0)), first_limits=(-2.8, 2.8), label="split")
TURN = Chain(2, True, bars=((12.0, 0.0), (18.0, 15.0)), label="turn")
TRAP = Chain(2, True, bars=((12.0, 0.0), (20.0, 0.0)), label="trap")
SHORT = Chain(2, True, bars=((12.0, 0.0), (9.0, 0.0)), label="short")
CASES_NODES = 150

# A planar chain's cubes are as many as in space, and as many layers of them touch it as they are high: fewer nodes, for time.
ENHANCED_NODES = {True: 128, False: 2048}
EPS = {True: 2, False: 1}
LINEAR_FROM = 5  # joints
MOST_OFF_THE_LINE = 0.1  # share of the arcs per node

# Single cells that disconnect the roadmap, by joints: before, after eps = 1.
TABLE_1 = {3: (5958, 40), 6: (17465, 419), 9: (30582, 1277), 12: (38857, 2800)}


def largest_side(eps):
    """Cells along an edge of the largest cube that is looked at: closed cells that a ball may touch."""
    return math.floor(2 * eps) + 2


def sizes_key(chain, nodes):
    """The name of a run in the result file."""
    return f"drm sizes {chain.name()} {nodes}"


def corridor_key(joints):
    """The name of a run in the result file."""
    return f"drm corridor {joints}"


def enhanced_key(chain, nodes):
    """The name of a run in the result file."""
    return f"drm enhanced {chain.name()} {nodes}"


def robust_key(chain):
    """The same, with the nodes of Fig. 12 and Table 1."""
    return enhanced_key(chain, ENHANCED_NODES[chain.is_planar])


def _star(falls_short):
    return "*" if falls_short else ""


def sizes_table(runs):
    """Figs 3 and 5: megabytes of the map from cells to arcs; stars where the ratio is below the paper's."""
    head = ["robot", "nodes", "arcs", "cells", "arcs per cell", *(f"{coding} MB" for coding in CODINGS), "cells in the file MB", "whole file MB",
            "naive / self", "paper: naive / best", "naive / best", "naive / cells in the file"]
    rows = []
    for chain in CHAINS:
        for nodes in NODES:
            line = runs.get(sizes_key(chain, nodes))
            if line is None:
                continue
            sizes = [line[coding]["bytes"] for coding in CODINGS]
            low, high = RATIOS[chain.is_planar]
            rows.append([chain.name().replace("_", " "), nodes, line["edges"], line["cells_used"],
                         number(line["incidences"] / line["cells_used"]), *(_megabytes(size) for size in sizes),
                         _megabytes(line["cells_in_file_bytes"]), _megabytes(line["file_bytes"]), number(ratio(sizes[0], sizes[1])),
                         f"{low:g} to {high:g}", number(line["naive_to_best"]) + _star(line["naive_to_best"] < low),
                         number(ratio(sizes[0], line["cells_in_file_bytes"]))])
    return markdown(head, rows)


def sizes_failures(runs):
    """Lines on ratios below the paper's."""
    return [f"{chain.name()}, {nodes} nodes: naive is {number(runs[key]['naive_to_best'])} times the best coding, "
            f"the paper has {RATIOS[chain.is_planar][0]:g} and more"
            for chain in CHAINS for nodes in NODES for key in [sizes_key(chain, nodes)]
            if key in runs and runs[key]["naive_to_best"] < RATIOS[chain.is_planar][0]]


def corridor_seconds(run):
    """Update and search while the blocks come, both together; None where there is no certified path."""
    plans = run["plans"][1:]
    if not all(plan["solved"] and plan["certified"] for plan in plans):
        return None
    return sum(plan[stage] for plan in plans for stage in ("scene_ms", "colours_ms", "solve_ms")) / 1000.0


def corridor_table(runs):
    """Fig. 1; stars where it takes a second or longer, or there is no path."""
    head = ["joints", "nodes", "arcs", "arcs white with both blocks", "update ms", "search and proofs ms", "certificate ms", "paper s", "ours s"]
    rows = []
    for joints in CORRIDOR_JOINTS:
        run = runs.get(corridor_key(joints))
        if run is None:
            continue
        plans, seconds = run["plans"][1:], corridor_seconds(run)
        rows.append([joints, run["nodes"], run["edges"], plans[-1]["white_edges"],
                     number(sum(plan["scene_ms"] + plan["colours_ms"] for plan in plans)), number(sum(plan["solve_ms"] for plan in plans)),
                     number(sum(plan["certify_ms"] for plan in plans)), "< 1", number(seconds) + _star(seconds is None or seconds >= CORRIDOR_S)])
    return markdown(head, rows)


def corridor_failures(runs):
    """Lines on corridors without a path, or with one that took too long."""
    lines = []
    for joints in CORRIDOR_JOINTS:
        run = runs.get(corridor_key(joints))
        if run is None:
            continue
        seconds = corridor_seconds(run)
        if seconds is None:
            lines.append(f"corridor, {joints} joints: no certified path")
        elif seconds >= CORRIDOR_S:
            lines.append(f"corridor, {joints} joints: {number(seconds)} s, the paper has less than {CORRIDOR_S:g} s")
    return lines


def two_joints_table(run):
    """Figs 6 and 7: a row for each side of the cubes."""
    head = ["cubes, cells along an edge", "touch the roadmap", "disconnect it", "do once cells of arcs are finer", "arcs added", "disconnect it after",
            "nothing in them cuts off"]
    return markdown(head, [[one["side"], one["touched"], one["disconnect_before"], one["disconnect_refined"], one["edges_added"],
                            one["disconnect_after"], one["proven"]]
                           for one in run["passes"]])


def two_joints_summary(run):
    """One line beside the paper's."""
    added = sum(one["edges_added"] for one in run["passes"])
    single = run["single_cells"]
    return (f"{run['edges']} arcs; {added} added, the paper added {TWO_JOINTS_ARCS}. Single cells that disconnect: "
            f"{run['passes'][0]['disconnect_before']} before, {single['disconnect_after']} after, which are flagged"
            f"{_star(single['disconnect_after'] > 0)}; the paper names none for its robot.")


def two_joints_failures(run):
    """Lines on cells that disconnect in the end."""
    left = run["single_cells"]["disconnect_after"]
    return [f"two joints: {left} single cells disconnect the roadmap in the end, of the paper's none"] if left else []


def arcs_per_node(run):
    """Ends of arcs over nodes: before, after the first pass, after all."""
    edges = [run["edges"], run["edges"] + run["passes"][0]["edges_added"], run["edges"] + sum(one["edges_added"] for one in run["passes"])]
    return [2.0 * count / run["nodes"] for count in edges]


def off_the_line(points):
    """How far points (joints, arcs per node) are from the line of least squares through them: the largest share. None: fewer than three."""
    if len(points) < 3:
        return None
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points))
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)
    return max(abs(y - mean_y - slope * (x - mean_x)) / y for x, y in points)


def _off_by_kind(runs):
    result = {}
    for is_planar in (True, False):
        points = [(chain.joints, arcs_per_node(runs[key])[2]) for chain in CHAINS for key in [robust_key(chain)]
                  if chain.is_planar == is_planar and chain.joints >= LINEAR_FROM and key in runs]
        result[is_planar] = off_the_line(points)
    return result


def arcs_table(runs):
    """Fig. 12: ends of arcs per node over the number of joints."""
    head = ["robot", "eps", "nodes", "arcs per node", "after cubes of one cell", "after all cubes", "arcs added", "of them in the first pass %"]
    rows = []
    for chain in CHAINS:
        run = runs.get(robust_key(chain))
        if run is None:
            continue
        added = sum(one["edges_added"] for one in run["passes"])
        rows.append([chain.name().replace("_", " "), EPS[chain.is_planar], run["nodes"], *(number(value) for value in arcs_per_node(run)), added,
                     number(None if added == 0 else 100.0 * run["passes"][0]["edges_added"] / added)])
    return markdown(head, rows)


def arcs_summary(runs):
    """One line: how far from linear."""
    parts = [f"{'planar' if is_planar else 'in space'} {number(100.0 * off)} %{_star(off > MOST_OFF_THE_LINE)}"
             for is_planar, off in _off_by_kind(runs).items() if off is not None]
    return (f"From {LINEAR_FROM} joints on, most off a line of least squares (the paper: linear): {', '.join(parts)}." if parts
            else "Too few robots to tell whether that is linear.")


def arcs_failures(runs):
    """Lines on arcs per node that are not linear in the number of joints."""
    return [f"arcs per node of {'planar chains' if is_planar else 'chains in space'} are {number(100.0 * off)} % off a line"
            for is_planar, off in _off_by_kind(runs).items() if off is not None and off > MOST_OFF_THE_LINE]


def _factor(run):
    return ratio(run["passes"][0]["disconnect_before"], run["single_cells"]["disconnect_after"])


def _falls_short(joints, run):
    factor = _factor(run)
    return factor is not None and factor < ratio(*TABLE_1[joints])


def cells_table(runs):
    """Table 1: single cells that disconnect the roadmap, 3D robots; stars where the factor is less than the paper's."""
    head = ["joints", "paper: before", "after", "factor", "nodes", "ours: cells touched", "before", "once cells of arcs are finer", "after", "factor",
            "of arcs that were added alone"]
    rows = []
    for joints, paper in TABLE_1.items():
        run = runs.get(robust_key(Chain(joints, False)))
        if run is None:
            continue
        first = run["passes"][0]
        left = run["single_cells"]["disconnect_after"]
        rows.append([joints, *paper, number(ratio(*paper)), run["nodes"], first["touched"], first["disconnect_before"], first["disconnect_refined"],
                     left, number(_factor(run)) + _star(_falls_short(joints, run)), number(ratio(first["disconnect_refined"], left))])
    return markdown(head, rows)


def cells_failures(runs):
    """Lines on factors that are less than the paper's."""
    lines = []
    for joints, paper in TABLE_1.items():
        run = runs.get(robust_key(Chain(joints, False)))
        if run is not None and _falls_short(joints, run):
            lines.append(f"chain in space of {joints} joints: {number(_factor(run))} times fewer single cells disconnect after enhancement, "
                         f"the paper has {number(ratio(*paper))}")
    return lines


def _megabytes(count):
    return number(count / 1e6)
