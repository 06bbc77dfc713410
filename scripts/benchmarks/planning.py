"""The planning benchmark: what is run, and the table of it."""

from .tables import markdown, median, number, ratio

VALIDATORS = ("adaptive", "discrete")


def series(scenes, seeds):
    """(scene, validator, seed), interleaved: whenever it is broken off, all scenes and validators are equally far.

    The validator that goes first alternates, so that none always finds the machine warm.
    """
    for seed in seeds:
        for scene in scenes:
            for validator in VALIDATORS if seed % 2 else VALIDATORS[::-1]:
                yield scene, validator, seed


def key(scene, validator, seed):
    """The name of a run in the result file."""
    return f"{scene.name} {validator} {seed}"


def summary(answer):
    """What is kept of an answer of `gapless plan --json`; times in seconds.

    `planned`: the planner found a path; `certified`: that path is proven free.
    """
    return {"planned": answer["certification"] is not None, "solved": answer["solved"], "certified": answer["certified"],
            "planning_time_s": answer["planning_time_s"], "motions_checked": answer["motions_checked"],
            "waypoints": answer["waypoints"]}


def no_answer(seconds):
    """What is kept of a run that was ended after so many seconds without an answer."""
    return {"planned": False, "solved": False, "certified": False, "planning_time_s": seconds, "motions_checked": 0, "waypoints": 0}


def table(scenes, seeds, runs):
    """Markdown; a run without a path counts with the time that it took, the limit."""
    head = ["scene", "runs", "solved", "certified", "median s", "longest s", "discrete: runs", "found a path", "not certified",
            "median s", "adaptive / discrete"]
    rows = []
    for scene in scenes:
        ours, theirs = ([runs[k] for k in (key(scene, validator, seed) for seed in seeds) if k in runs]
                        for validator in VALIDATORS)
        our_median, their_median = (median(run["planning_time_s"] for run in part) for part in (ours, theirs))
        rows.append([scene.name, len(ours), _count(ours, "solved"), _count(ours, "certified"), number(our_median),
                     number(max((run["planning_time_s"] for run in ours), default=None)),
                     len(theirs), _count(theirs, "planned"),
                     sum(run["planned"] and not run["certified"] for run in theirs), number(their_median),
                     number(ratio(our_median, their_median))])
    return markdown(head, rows)


def failures(scenes, seeds, runs):
    """Lines on what falls short: our runs that are not certified, medians above the sampled check's."""
    lines = []
    for scene in scenes:
        for seed in seeds:
            run = runs.get(key(scene, "adaptive", seed))
            if run and not run["certified"]:
                what = "the path is not certified" if run["planned"] else "no path"
                lines.append(f"{scene.name}, seed {seed}: {what} after {number(run['planning_time_s'])} s")
        medians = [median(runs[k]["planning_time_s"] for k in (key(scene, validator, seed) for seed in seeds) if k in runs)
                   for validator in VALIDATORS]
        if None not in medians and medians[0] > medians[1]:
            lines.append(f"{scene.name}: median {number(medians[0])} s, with the sampled check {number(medians[1])} s")
    return lines


def _count(runs, what):
    return f"{sum(run[what] for run in runs)}/{len(runs)}"
