"""Tables 1 and 2 of Redon, Kim, Lin, Manocha 2004: the paper's times, what is run for them, and ours beside."""

from dataclasses import dataclass, field

from .command import REPOSITORY, BadSetup
from .tables import markdown, number, ratio

STAGES = ("1+2+3", "1+3", "1+3 eq", "2+3", "3")
BISECTION = "bisection"
LARGEST_OVER_BISECTION = 2.0  # free motions


@dataclass(frozen=True)
class ContactScene:
    """`paper`: by (angle in degrees, stages) its mean milliseconds, colliding and free, on a 2.4 GHz Pentium 4. `allowed`: by angle
    what ours may take."""

    name: str
    table: int
    angles: tuple
    paper: dict = field(hash=False)
    allowed: dict = field(hash=False)

    @property
    def problem(self):
        """The problem file."""
        return REPOSITORY / "scenes" / self.name / "problem.yaml"


SCENES = (
    ContactScene("puma_pipes", 1, (1, 5, 15, 30, 60),
                 {(1, "1+2+3"): (23.7566, 6.2936), (5, "1+2+3"): (32.3713, 8.0184), (15, "1+2+3"): (52.7193, 9.4291),
                  (30, "1+2+3"): (104.1125, 23.2251)},
                 {30: (4.0, 1.0)}),
    ContactScene("puma_machine_room", 2, (1, 5, 15, 30, 60),
                 {(1, "1+2+3"): (48.92, 19.04), (1, "1+3"): (7.67, 1.24), (1, "2+3"): (70.89, 43.53), (1, "3"): (82.24, 75.05),
                  (30, "1+2+3"): (147.58, 48.31), (30, "1+3"): (122.26, 115.40), (30, "2+3"): (203.14, 98.90),
                  (30, "3"): (190.79, 98.41),
                  (60, "1+2+3"): (523.92, 40.91), (60, "1+3"): (578.05, 36.79), (60, "2+3"): (581.62, 70.08),
                  (60, "3"): (649.48, 107.29)},
                 {60: (10.0, 2.0)}),
)


def key(scene, angle):
    """The name of a run in the result file."""
    return f"contacts {scene.name} {angle}"


def require_meshes():
    """Raises BadSetup where a scene was not generated."""
    for scene in SCENES:
        if not (scene.problem.parent / "meshes").is_dir():
            raise BadSetup(f"scene {scene.name} has no meshes; run scripts/generate_scenes")


def table(scene, runs):
    """Markdown: a row for each angle and combination of stages, mean milliseconds; stars where ours takes longer than allowed."""
    head = ["angle", "stages", "paper: colliding", "free", "ours: colliding", "median", "free", "median", "stage 1", "2", "3",
            "free / bisection", "motions colliding", "proven", "free"]
    rows = []
    for angle in scene.angles:
        lines = runs.get(key(scene, angle))
        if lines is None:
            continue
        by_stages = {line["stages"]: line for line in lines}
        bisection = by_stages[BISECTION]["free"]["us_mean"]
        for stages in STAGES:
            line = by_stages[stages]
            paper = scene.paper.get((angle, stages), (None, None))
            allowed = scene.allowed.get(angle, (None, None)) if stages == STAGES[0] else (None, None)
            over = ratio(line["free"]["us_mean"], bisection)
            limit = LARGEST_OVER_BISECTION if stages == STAGES[0] else None
            rows.append([angle, stages, number(paper[0]), number(paper[1]), _milliseconds(line["colliding"]["us_mean"], allowed[0]),
                         _milliseconds(line["colliding"]["us_median"]), _milliseconds(line["free"]["us_mean"], allowed[1]),
                         _milliseconds(line["free"]["us_median"]), *(_milliseconds(us) for us in line["free"]["stage_us_mean"]),
                         number(over) + _star(over, limit), line["colliding"]["motions"], line["colliding"]["proved"],
                         line["free"]["motions"]])
    return markdown(head, rows)


def failures(scene, runs):
    """Lines on what falls short: slower than allowed, slower than twice the bisection, stages that disagree."""
    lines = []
    for angle in scene.angles:
        answers = runs.get(key(scene, angle))
        if answers is None:
            continue
        by_stages = {line["stages"]: line for line in answers}
        full, bisection = by_stages[STAGES[0]], by_stages[BISECTION]
        if full["disagreements"]:
            lines.append(f"{scene.name}, {angle} degrees: {full['disagreements']} verdicts depend on the stages")
        for what, allowed in zip(("colliding", "free"), scene.allowed.get(angle, ())):
            time = full[what]["us_mean"]
            if time is not None and time > 1000.0 * allowed:
                lines.append(f"{scene.name}, {angle} degrees: {what} motions take {number(time / 1000.0)} ms, allowed {number(allowed)} ms")
        over = ratio(full["free"]["us_mean"], bisection["free"]["us_mean"])
        if over is not None and over > LARGEST_OVER_BISECTION:
            lines.append(f"{scene.name}, {angle} degrees: free motions take {number(over)} times as long as by bisection, "
                         f"allowed {number(LARGEST_OVER_BISECTION)}")
    return lines


def _milliseconds(microseconds, allowed=None):
    if microseconds is None:
        return number(None)
    milliseconds = microseconds / 1000.0
    return number(milliseconds) + _star(milliseconds, allowed)


def _star(value, most):
    return "*" if value is not None and most is not None and value > most else ""
