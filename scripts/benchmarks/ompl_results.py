"""Runs of OMPL benchmarks, read from logs or from the database that ompl_benchmark_statistics makes of them."""

import pathlib
import sqlite3
from dataclasses import dataclass, field

from .command import BadSetup

SQLITE_MAGIC = b"SQLite format 3\0"


@dataclass(frozen=True)
class Run:
    """`label`: the planner's name in the log, which tells the validator. `values`: numbers by column name, as in the database."""

    experiment: str
    label: str
    values: dict = field(hash=False)

    def holds(self, column):
        """Whether a boolean column says yes."""
        return self.values.get(column) == 1.0

    @property
    def solved(self):
        """Exactly: an approximate solution is none."""
        return self.holds("solved")

    @property
    def missed(self):
        """A collision on the solution, or on what simplification made of it."""
        return self.holds("missed_collision") or self.holds("simplified_missed_collision")

    @property
    def near(self):
        """It comes close, and does not collide."""
        return not self.missed and (self.holds("near_miss") or self.holds("simplified_near_miss"))

    @property
    def certified(self):
        """All of it is proven free."""
        return self.solved and self.holds("certified") and self.values.get("simplified_certified", 1.0) == 1.0


def read(paths):
    """The runs of databases and logs, in their order."""
    runs = []
    for path in map(pathlib.Path, paths):
        try:
            with path.open("rb") as stream:
                is_database = stream.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
        except OSError as error:
            raise BadSetup(f"{path}: {error.strerror}") from error
        runs += read_database(path) if is_database else read_log(path)
    if not runs:
        raise BadSetup(f"no runs in {', '.join(map(str, paths))}")
    return runs


def plain(label):
    """A planner's name without what OMPL puts before it."""
    return label.removeprefix("geometric_").removeprefix("control_")


def read_database(path):
    """The runs of a database."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            connection.row_factory = sqlite3.Row
            rows = connection.execute("SELECT runs.*, experiments.name AS experiment_name, plannerConfigs.name AS planner_name FROM runs "
                                      "JOIN experiments ON experiments.id = runs.experimentid "
                                      "JOIN plannerConfigs ON plannerConfigs.id = runs.plannerid ORDER BY runs.id").fetchall()
    except sqlite3.Error as error:
        raise BadSetup(f"{path}: no database of ompl_benchmark_statistics: {error}") from error
    return [Run(row["experiment_name"], plain(row["planner_name"]),
                {key: float(row[key]) for key in row.keys() if isinstance(row[key], (int, float))}) for row in rows]


class _Lines:
    """Lines of a log, one after the other."""

    def __init__(self, path):
        self.path, self.number = path, 0
        try:
            self.lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError as error:
            raise BadSetup(f"{path}: neither a log nor a database") from error

    def next(self):
        """The next line."""
        if self.number >= len(self.lines):
            raise BadSetup(f"{self.path}: ends too early; is it a log of OMPL's benchmarks?")
        self.number += 1
        return self.lines[self.number - 1]

    def count(self, what):
        """The number that the next line begins with; the line has to end with `what`."""
        line = self.next()
        number = line.split(" ", 1)[0]
        if not line.endswith(what) or not number.isdigit():
            raise BadSetup(f"{self.path}:{self.number}: 'COUNT {what}' was expected; is it a log of OMPL's benchmarks?")
        return int(number)


def read_log(path):
    """The runs of a log."""
    lines = _Lines(path)
    experiment = None
    while not (line := lines.next()).endswith(" planners"):
        if line.startswith("Experiment ") and experiment is None:
            experiment = line.removeprefix("Experiment ")
    lines.number -= 1
    runs = []
    for _ in range(lines.count("planners")):
        label = plain(lines.next())
        for _ in range(lines.count("common properties")):
            lines.next()
        columns = ["_".join(lines.next().split()[:-1]) for _ in range(lines.count("properties for each run"))]
        for _ in range(lines.count("runs")):
            values = {}
            for column, text in zip(columns, lines.next().split("; ")):
                try:
                    values[column] = float(text)
                except ValueError:
                    pass  # empty, or words
            runs.append(Run(experiment, label, values))
        while lines.next() != ".":
            pass
    return runs
