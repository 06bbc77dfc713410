"""The audit: which problems, and the table of what came of them."""

from .tables import markdown

MOTIONS_PER_PROBLEM = 20
COUNTED = ("motions", "free", "colliding", "close", "undecided", "sampled_collisions", "violations")


def shares(robots, count):
    """(robot, index of its problem, motions, seed) until all robots together have `count` motions, robots in turn."""
    left, index, seed = count, 0, 0
    while left > 0:
        for robot in robots:
            if left <= 0:
                break
            motions = min(MOTIONS_PER_PROBLEM, left)
            yield robot, index, motions, seed
            left -= motions
            seed += 1
        index += 1


def key(robot, index):
    """The name of a problem in the result file."""
    return f"{robot.name} {index}"


def totals(runs):
    """The sum of each count."""
    return {name: sum(run[name] for run in runs) for name in COUNTED}


def table(robots, runs):
    """Markdown, one row per robot and one of all."""
    head = ["robot", "problems", "motions", "free", "colliding", "close", "undecided", "shown colliding by a sample",
            "of these called free"]
    rows = []
    for name in [robot.name for robot in robots] + [None]:
        part = [run for run in runs if name in (None, run["robot"])]
        counts = totals(part)
        rows.append([name or "all", len(part), *(counts[column] for column in COUNTED)])
    return markdown(head, rows)
