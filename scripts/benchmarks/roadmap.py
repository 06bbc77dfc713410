"""The benchmark of LazyPRM's second queries: what is run, what is required, and the table of it."""

from .tables import markdown, median, number, ratio

PAIRS_PER_RUN = 10
REQUIRED_RATIO = 10.0
REQUIRED_SCENES = 2


def series(scenes, pairs):
    """(scene, seed, pairs of that run), interleaved: whenever it is broken off, all scenes are equally far."""
    for seed, begun in enumerate(range(0, pairs, PAIRS_PER_RUN), start=1):
        for scene in scenes:
            yield scene, seed, min(PAIRS_PER_RUN, pairs - begun)


def key(scene, seed):
    """The name of a run in the result file."""
    return f"{scene.name} {seed}"


def pairs_of(scene, runs):
    """All pairs of the scene, in the order of the seeds."""
    return [pair for name, pairs in runs.items() if name.rsplit(" ", 1)[0] == scene.name for pair in pairs]


def speedup(pairs, which):
    """Median over the pairs of the first query's time over the other's; a query without a path counts with the time it took."""
    return median(ratio(pair["first"]["time_s"], pair[which]["time_s"]) for pair in pairs)


def table(scenes, runs):
    """Markdown, with a star where a ratio is less than required."""
    head = ["scene", "pairs", "milestones", "first ms", "solved", "second ms", "solved", "certified", "first / second",
            "loaded ms", "first / loaded"]
    rows = []
    for scene in scenes:
        pairs = pairs_of(scene, runs)

        def milliseconds(which, of=pairs):
            seconds = median(pair[which]["time_s"] for pair in of)
            return number(None if seconds is None else 1000.0 * seconds)

        def count(which, what, of=pairs):
            return sum(pair[which][what] for pair in of)

        rows.append([scene.name, len(pairs), number(median(pair["milestones"] for pair in pairs)), milliseconds("first"),
                     count("first", "solved"), milliseconds("second"), count("second", "solved"), count("second", "certified"),
                     _starred(speedup(pairs, "second")), milliseconds("loaded"), _starred(speedup(pairs, "loaded"))])
    return markdown(head, rows)


def failures(scenes, runs):
    """Lines on what falls short: a path that is not certified, too few scenes with the ratio required."""
    lines = []
    fast = []
    for scene in scenes:
        pairs = pairs_of(scene, runs)
        for which in ("first", "second", "loaded"):
            wrong = sum(pair[which]["solved"] and not pair[which]["certified"] for pair in pairs)
            if wrong:
                lines.append(f"{scene.name}: {wrong} paths of the {which} query are not certified")
        if (speedup(pairs, "second") or 0.0) >= REQUIRED_RATIO:
            fast.append(scene.name)
    if len(fast) < REQUIRED_SCENES:
        lines.append(f"the second query is {number(REQUIRED_RATIO)} times faster on {len(fast)} scenes, required on {REQUIRED_SCENES}")
    return lines


def _starred(value):
    return number(value) + ("*" if value is not None and value < REQUIRED_RATIO else "")
