"""What coordination squares may cost: what is run, what is asked for, and the table of it."""

from dataclasses import dataclass

from .command import REPOSITORY
from .tables import markdown, number

RESOLUTION = 1.0 / 32.0


@dataclass(frozen=True)
class Case:
    """Two robots of a scene. `step`: of a motion, radians and metres; what is asked for in microseconds, None where nothing is."""

    name: str
    scene: str
    robots: tuple
    step: float
    apart_us: float
    near_us: float
    square_us: float

    @property
    def problem(self):
        """The problem file."""
        return REPOSITORY / "scenes" / self.scene / "problem.yaml"


CASES = (Case("cars", "cars_scene_1", (0, 1), 1.0, 2.0, None, 1000.0), Case("arms", "six_irb2400_car", (0, 1), 0.5, 2.0, 50.0, 5000.0))

# Row, in the program's output, in the case.
MEASURED = (("apart by boxes", "apart_by_boxes", "apart_us"), ("near", "near", "near_us"), ("near, free", "near_free", None),
            ("near, meeting", "near_meet", None), ("square to 1/32", "maps_of_those_that_meet", "square_us"))


def limit(case, attribute):
    """What is asked for of a row, or None."""
    return None if attribute is None else getattr(case, attribute)


def _rows(runs):
    for case in CASES:
        if case.name in runs:
            for row, key, attribute in MEASURED:
                yield case, row, runs[case.name][key], limit(case, attribute)


def table(runs):
    """Markdown, with a star where a mean is more than asked for."""
    head = ["robots", "pairs of motions", "count", "mean us", "median us", "95 % us", "largest us", "asked: mean us"]
    return markdown(head, [[case.name, row, times["count"], number(times["mean_us"]) + ("*" if _is_over(times, most) else ""),
                            number(times["median_us"]), number(times["95 %_us"]), number(times["largest_us"]),
                            "-" if most is None else f"<= {number(most)}"] for case, row, times, most in _rows(runs)])


def failures(runs):
    """Lines on means that are more than asked for, and on what was not met at all."""
    lines = []
    for case, row, times, most in _rows(runs):
        if most is not None and times["count"] == 0:
            lines.append(f"{case.name}, {row}: there was none to measure")
        elif _is_over(times, most):
            lines.append(f"{case.name}, {row}: {number(times['mean_us'])} us on average, asked are {number(most)}")
    return lines


def _is_over(times, most):
    return most is not None and times["mean_us"] is not None and times["mean_us"] > most
