"""Tables 2 to 5 of Schwarzer, Saha, Latombe 2002: the paper's rows, what is run for them, and ours beside."""

from dataclasses import dataclass

from .tables import markdown, median, number, ratio

# Figure, then the paper's numbers; times on a 1 GHz Pentium III.
FIGURES = {"irb2400_cage": "6(a)", "fanuc_cage": "6(b)", "fanuc_machine_tool": "7(a)", "irb2400_workshop": "7(b)",
           "six_irb2400_car": "7(c)"}
COLLIDING_MS = {"6(a)": (2.04, 2.97), "6(b)": (2.18, 3.38), "7(a)": (0.96, 0.99), "7(b)": (2.2, 1.3), "7(c)": (3.2, 15.0)}
FREE_MS = {"6(a)": (90.0, 44.0, 14.0), "6(b)": (104.0, 31.0, 14.0), "7(a)": (52.0, 26.0, 6.5), "7(b)": (56.0, 24.0, 6.6),
           "7(c)": (295.0, 81.0, 16.0)}
PLANNING_S = {"6(a)": (83.0, 44.0), "6(b)": (17.0, 4.80), "7(a)": (3.20, 2.10), "7(b)": (1.20, 0.81), "7(c)": (85.0, 52.0)}
PLANNING_TOLERANCE = 0.01  # metres: the clearance that the paper set for A-SBL
# Largest joint steps to try, radians, the coarsest first.
RESOLUTIONS = (0.192, 0.096, 0.048, 0.024, 0.012, 0.006, 0.003, 0.0015, 0.00075)
CORRECT_RUNS = 10


@dataclass(frozen=True)
class Walk:
    """A row of Table 5. `limit_s`: what walk and smoothing together may take here."""

    scene: str
    figure: str
    segments: int
    walk_s: float
    steps: int
    smoothing_s: float
    length_percent: float
    limit_s: float


WALKS = (Walk("linkages_tori", "1", 85784, 898.0, 10000, 735.0, 7.0, 20.0),
         Walk("linkage_lattices", "8", 6795, 95.0, 2000, 83.0, 17.0, 3.0),
         Walk("nine_linkages_lattices", "8, nine", 27596, 8079.0, 20000, 8891.0, 22.0, 200.0))

# Name in the table, planner, validator, parameters. Sampling planners run at the resolution of the scene.
TREE_PLANNERS = (("A-SBL", "gapless::ASBL", "adaptive", ()),
                 ("A-SBL without caches", "gapless::ASBL", "adaptive", ("cache_queues=0",)),
                 ("SBL", "gapless::SBL", "discrete", ()),
                 ("OMPL's SBL", "SBL", "discrete", ()),
                 ("OMPL's LazyPRM", "LazyPRM", "discrete", ()))


def segments_table(scenes, runs):
    """Tables 2 and 3 from `benchmark-segments`; `runs` by (scene, tolerance) holds its lines by method. Mean milliseconds."""
    two, three = [], []
    for scene in scenes:
        figure = FIGURES[scene.name]
        fine, coarse = runs[scene.name, 0.001], runs[scene.name, 0.01]
        simple, new = fine["bisecting"]["colliding_us_mean"], fine["adaptive"]["colliding_us_mean"]
        two.append([figure, *(number(value) for value in COLLIDING_MS[figure]), number(_ms(simple)), number(_ms(new)),
                    number(ratio(*COLLIDING_MS[figure])), number(ratio(simple, new))])
        paper = FREE_MS[figure]
        discrete, ours, ours_coarse = (fine["discrete"]["free_us_mean"], fine["adaptive"]["free_us_mean"],
                                       coarse["adaptive"]["free_us_mean"])
        three.append([figure, number(scene.resolution), *(number(value) for value in paper), number(_ms(discrete)),
                      number(_ms(ours)), number(_ms(ours_coarse)), number(paper[0] / paper[1]), number(ratio(discrete, ours)),
                      number(paper[0] / paper[2]), number(ratio(coarse["discrete"]["free_us_mean"], ours_coarse))])
    return (markdown(["Fig.", "paper: simple ms", "new ms", "ours: bisecting ms", "adaptive ms", "paper's ratio", "ours"], two),
            markdown(["Fig.", "step rad", "paper: simple ms", "new 1 mm ms", "new 1 cm ms", "ours: discrete ms", "adaptive 1 mm ms",
                      "adaptive 1 cm ms", "paper's ratio 1 mm", "ours", "paper's ratio 1 cm", "ours"], three))


def planning_key(scene, planner, resolution, seed):
    """The name of a run of Table 4 in the result file."""
    return f"{scene.name} {planner} {resolution:g} {seed}"


def planning_table(scenes, resolutions, seeds, runs):
    """Table 4: medians in seconds, a run without a path counting with the time that it took; stars where A-SBL is not faster than
    required."""
    head = ["Fig.", "step rad", "paper: SBL s", "A-SBL s", "ratio", *(f"{name} s" for name, *_ in TREE_PLANNERS),
            "SBL / A-SBL", "A-SBL: certified", "SBL: not certified"]
    rows = []
    for scene in scenes:
        figure = FIGURES[scene.name]
        step = resolutions[scene.name]
        part = {name: [runs[k] for k in (planning_key(scene, name, step, seed) for seed in seeds) if k in runs]
                for name, *_ in TREE_PLANNERS}
        medians = {name: median(run["planning_time_s"] for run in planner_runs) for name, planner_runs in part.items()}
        ours = medians["A-SBL"]
        required = {"SBL": ratio(*PLANNING_S[figure])}
        cells = [number(medians[name]) + _star(ratio(medians[name], ours), required.get(name, 1.0 if "OMPL" in name else None))
                 for name, *_ in TREE_PLANNERS]
        rows.append([figure, number(step), *(number(value) for value in PLANNING_S[figure]), number(ratio(*PLANNING_S[figure])),
                     *cells, number(ratio(medians["SBL"], ours)),
                     f"{sum(run['certified'] for run in part['A-SBL'])}/{len(part['A-SBL'])}",
                     sum(run["planned"] and not run["certified"] for run in part["SBL"])])
    return markdown(head, rows)


def planning_failures(scenes, resolutions, seeds, runs):
    """Lines on what falls short of Table 4."""
    lines = []
    for scene in scenes:
        step = resolutions[scene.name]
        times = {}
        for name, *_ in TREE_PLANNERS:
            keys = [planning_key(scene, name, step, seed) for seed in seeds]
            times[name] = median(runs[k]["planning_time_s"] for k in keys if k in runs)
            if name == "A-SBL":
                lines += [f"{scene.name}, seed {seed}: A-SBL has no certified path" for seed, k in zip(seeds, keys)
                          if k in runs and not runs[k]["certified"]]
        for name, least in (("SBL", ratio(*PLANNING_S[FIGURES[scene.name]])), ("OMPL's SBL", 1.0), ("OMPL's LazyPRM", 1.0)):
            faster = ratio(times[name], times["A-SBL"])
            if faster is not None and faster <= least:
                lines.append(f"{scene.name}: {name} / A-SBL is {number(faster)}, required more than {number(least)}")
    return lines


def walks_table(runs):
    """Table 5; `runs` by scene."""
    head = ["Fig.", "paper: segments", "walk s", "steps", "smoothing s", "length %", "ours: segments", "walk s", "steps",
            "smoothing s", "length %", "together s", "allowed s"]
    rows = []
    for walk in WALKS:
        run = runs.get(walk.scene)
        if run is None:
            continue
        if not run["solved"]:
            rows.append([walk.figure, walk.segments, number(walk.walk_s), walk.steps, number(walk.smoothing_s),
                         number(walk.length_percent), run["segments"], number(run["walk_s"]) + "*", *["-"] * 4,
                         number(walk.limit_s)])
            continue
        percent, together = _percent(run), run["walk_s"] + run["smoothing_s"]
        rows.append([walk.figure, walk.segments, number(walk.walk_s), walk.steps, number(walk.smoothing_s),
                     number(walk.length_percent), run["segments"], number(run["walk_s"]), run["steps"],
                     number(run["smoothing_s"]), number(percent) + _star(walk.length_percent, percent),
                     number(together) + _star(walk.limit_s, together), number(walk.limit_s)])
    return markdown(head, rows)


def walks_failures(runs):
    """Lines on what falls short of Table 5."""
    lines = []
    for walk in WALKS:
        run = runs.get(walk.scene)
        if run is None:
            continue
        if not run["solved"]:
            lines.append(f"{walk.scene}: the walk found nothing in {number(run['walk_s'])} s")
            continue
        together = run["walk_s"] + run["smoothing_s"]
        if _percent(run) > walk.length_percent:
            lines.append(f"{walk.scene}: {number(_percent(run))} % of the length is left, required {number(walk.length_percent)} %")
        if together > walk.limit_s:
            lines.append(f"{walk.scene}: {number(together)} s, required {number(walk.limit_s)} s")
    return lines


def _percent(run):
    return 100.0 * run["length_after"] / run["length_before"]


def _ms(microseconds):
    return None if microseconds is None else microseconds / 1000.0


def _star(value, least):
    """A star where a value is less than it should be."""
    return "*" if value is not None and least is not None and value < least else ""
