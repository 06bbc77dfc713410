"""The benchmark of single motions: what is run, what is required, and the table of it."""

from .tables import markdown, median, number, ratio

METHODS = ("discrete", "bisecting", "published", "adaptive")
TOLERANCES = (0.001, 0.01)  # metres
REQUIRED_FACTOR = {0.001: 2.0, 0.01: 1.0}  # of the paper's ratio, by tolerance
REQUIRED_OVER_PUBLISHED = 3.0
REQUIRED_OVER_BISECTING = 1.0


def series(scenes, runs):
    """(scene, tolerance, seed), interleaved: whenever it is broken off, all are equally far."""
    for seed in range(runs):
        for scene in scenes:
            for tolerance in TOLERANCES:
                yield scene, tolerance, seed


def key(scene, tolerance, seed):
    """The name of a run in the result file."""
    return f"{scene.name} {tolerance} {seed}"


def ratios(lines):
    """How much faster adaptive is, by median, from the lines that one run of benchmark-segments prints."""
    by_method = {line["method"]: line for line in lines}
    adaptive = by_method["adaptive"]

    def over(method, kind):
        return ratio(by_method[method][f"{kind}_us_median"], adaptive[f"{kind}_us_median"])

    return {"discrete": over("discrete", "free"), "published": over("published", "free"),
            "bisecting": over("bisecting", "colliding"), "free_us": adaptive["free_us_median"],
            "colliding_us": adaptive["colliding_us_median"], "free": adaptive["free"], "colliding": adaptive["colliding"],
            "undecided": adaptive["undecided"], "missed": adaptive["missed"], "discrete_missed": by_method["discrete"]["missed"]}


def required(scene, tolerance):
    """The least ratio of discrete to adaptive."""
    return REQUIRED_FACTOR[tolerance] * scene.paper[tolerance]


def table(scenes, runs, results):
    """Markdown; ratios are medians over the runs, with a star where less than required."""
    head = ["scene", "tolerance m", "runs", "free", "colliding", "adaptive free us", "discrete / adaptive", "paper", "required",
            "published / adaptive", "colliding us", "bisecting / adaptive", "missed by discrete"]
    rows = []
    for scene, tolerance, part in _groups(scenes, runs, results):
        middle = _medians(part)
        rows.append([scene.name, tolerance, len(part), sum(run["free"] for run in part), sum(run["colliding"] for run in part),
                     number(middle["free_us"]), _starred(middle["discrete"], required(scene, tolerance)),
                     number(scene.paper[tolerance]), number(required(scene, tolerance)),
                     _starred(middle["published"], REQUIRED_OVER_PUBLISHED), number(middle["colliding_us"]),
                     _starred(middle["bisecting"], REQUIRED_OVER_BISECTING), sum(run["discrete_missed"] for run in part)])
    return markdown(head, rows)


def failures(scenes, runs, results):
    """Lines on what falls short."""
    lines = []
    for scene, tolerance, part in _groups(scenes, runs, results):
        middle = _medians(part)
        for method, least in (("discrete", required(scene, tolerance)), ("published", REQUIRED_OVER_PUBLISHED),
                              ("bisecting", REQUIRED_OVER_BISECTING)):
            if _falls_short(middle[method], least):
                value = f"{number(middle[method])}, required {number(least)}"
                lines.append(f"{scene.name} at {tolerance} m: {method} / adaptive is {value}")
        missed = sum(run["missed"] for run in part)
        if missed:
            lines.append(f"{scene.name} at {tolerance} m: adaptive missed {missed} motions")
    return lines


def _groups(scenes, runs, results):
    for scene in scenes:
        for tolerance in TOLERANCES:
            part = [results[k] for k in (key(scene, tolerance, seed) for seed in range(runs)) if k in results]
            if part:
                yield scene, tolerance, part


def _medians(part):
    return {name: median(run[name] for run in part) for name in ("discrete", "published", "bisecting", "free_us", "colliding_us")}


def _starred(value, least):
    return number(value) + ("*" if _falls_short(value, least) else "")


def _falls_short(value, least):
    """False where nothing was measured: not every run has motions that collide."""
    return value is not None and value < least
