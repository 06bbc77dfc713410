"""OMPL's own ompl_benchmark_statistics reads our logs, and a query on its database returns the runs with their audit.

Needs the gapless command in GAPLESS_COMMAND. Skipped loudly without ompl_benchmark_statistics (Debian: ompl-demos).
"""

import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))

from benchmarks import ompl_results  # noqa: E402

GAPLESS = os.environ["GAPLESS_COMMAND"]
STATISTICS = shutil.which("ompl_benchmark_statistics")

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.04 0.04"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="lift" type="prismatic"><parent link="upper"/><child link="tip"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <link name="tip"><collision><origin xyz="1.1 0 0"/><geometry><box size="0.1 0.04 0.04"/></geometry></collision></link>
</robot>
"""
# A plate 2 mm thick in the way of the tip, which can go over or below it.
PROBLEM = """robots: [{urdf: arm.urdf}]
obstacles: [{name: plate, box: [0.6, 0.002, 0.5], pose: {xyz: [1.4, 0, 0]}}]
start: {shoulder: -0.5}
goal: {shoulder: 0.5}
"""
CONFIG = """[problem]
file = first.yaml
file = second.yaml
[benchmark]
time_limit = 20
run_count = 3
[planner]
rrtconnect =
rrt =
[validator]
discrete =
discrete.resolution = 0.3
adaptive =
"""


@unittest.skipUnless(STATISTICS, "SKIPPED: no ompl_benchmark_statistics; Debian has it in the package ompl-demos")
class Database(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keeper = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.keeper.cleanup)
        cls.folder = pathlib.Path(cls.keeper.name)
        for name, text in {"arm.urdf": ARM, "first.yaml": PROBLEM, "second.yaml": PROBLEM, "a.cfg": CONFIG}.items():
            (cls.folder / name).write_text(text, encoding="utf-8")
        done = subprocess.run([GAPLESS, "benchmark", "a.cfg", "--output", "out", "--json"], cwd=cls.folder, capture_output=True,
                              text=True, check=True, timeout=300)
        cls.summary = json.loads(done.stdout)
        subprocess.run([STATISTICS, "-d", "results.db", *cls.summary["logs"]], cwd=cls.folder, check=True, timeout=120,
                       stdout=subprocess.DEVNULL)
        cls.database = sqlite3.connect(cls.folder / "results.db")
        cls.addClassCleanup(cls.database.close)

    def test_a_query_returns_the_runs_with_the_audit(self):
        rows = self.database.execute(
            "SELECT plannerConfigs.name, COUNT(*), SUM(solved), SUM(certified), SUM(missed_collision), SUM(near_miss), "
            "SUM(audit_undecided), COUNT(audit_time) FROM runs JOIN plannerConfigs ON plannerConfigs.id = plannerid GROUP BY 1").fetchall()
        counts = {name: row for name, *row in rows}
        self.assertEqual(set(counts), {f"{planner}/{validator}" for planner in ("RRT", "RRTConnect")
                                       for validator in ("adaptive", "discrete step 0.3")})
        for row in self.summary["all"]:
            runs, solved, *_ = counts[f"{row['planner']}/{row['validator']}"]
            self.assertEqual((runs, solved), (6, row["solved"]))
        _, solved, certified, missed, _, undecided, audited = counts["RRTConnect/adaptive"]
        self.assertEqual((solved, certified, missed, undecided, audited), (6, 6, 0, 0, 6))

    def test_what_the_sampled_check_missed_is_in_the_database(self):
        missed, = self.database.execute("SELECT SUM(missed_collision OR simplified_missed_collision) FROM runs JOIN plannerConfigs "
                                        "ON plannerConfigs.id = plannerid WHERE name LIKE '%discrete%'").fetchone()
        self.assertGreater(missed, 0)
        self.assertEqual(missed, sum(row["missed_collisions"] for row in self.summary["all"] if "discrete" in row["validator"]))

    def test_experiments_and_settings_say_what_was_run(self):
        experiments = self.database.execute("SELECT name, runcount, complete, problem_file, version FROM experiments ORDER BY 1").fetchall()
        self.assertEqual([row[:4] for row in experiments], [("first", 3, 1, "first.yaml"), ("second", 3, 1, "second.yaml")])
        self.assertTrue(experiments[0][4].startswith("OMPL 1") or experiments[0][4].startswith("OMPL 2"))
        settings = dict(self.database.execute("SELECT name, settings FROM plannerConfigs"))
        self.assertIn("validator.resolution = 0.3", settings["RRTConnect/discrete step 0.3"])
        self.assertIn("range = ", settings["RRTConnect/adaptive"])

    def test_log_and_database_hold_the_same_runs(self):
        columns = ("solved", "certified", "missed_collision", "near_miss")

        def rows(runs):
            # SQLite does not read every decimal number to the nearest double: 0.00251392 comes back as 0.0025139200000000002.
            return [(run.experiment, run.label, *(run.values[name] for name in columns), f"{run.values['time']:.12e}") for run in runs]

        of_logs = rows(ompl_results.read(self.folder / log for log in self.summary["logs"]))
        self.assertEqual(len(of_logs), 24)
        self.assertEqual(of_logs, rows(ompl_results.read([self.folder / "results.db"])))


if __name__ == "__main__":
    unittest.main()
