"""scripts/plot_benchmark draws what is in a log; needs matplotlib."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "scripts"))

from benchmarks import benchmark_plots, ompl_results  # noqa: E402
from benchmarks.command import BadSetup  # noqa: E402

SCRIPT = REPOSITORY / "scripts" / "plot_benchmark"
HEAD = """OMPL version 1.5.2
Experiment wires
1 experiment properties
complete BOOLEAN = 1
Running on here
<<<|
2 planners of old
|>>>
1 enum type
status|Unknown status
"""
AUDITED = """2 planners
geometric_RRTConnect/discrete 0.01
1 common properties
validator = discrete
5 properties for each run
certified BOOLEAN
missed collision BOOLEAN
near miss BOOLEAN
solved BOOLEAN
time REAL
4 runs
0; 1; 0; 1; 0.01; 
1; 0; 1; 1; 0.02; 
1; 0; 0; 1; 0.04; 
0; 0; 0; 0; 5; 
.
RRTConnect/adaptive
0 common properties
6 properties for each run
certified BOOLEAN
failure TEXT
missed collision BOOLEAN
near miss BOOLEAN
solved BOOLEAN
time REAL
2 runs
1; ; 0; 0; 1; 0.1; 
0; signal 11 (Segmentation fault); 0; 0; 0; 0.3; 
1 progress properties for each run
time REAL
2 runs
0.05,;0.1,;

.
"""
PLAIN = """1 planners
geometric_RRT
0 common properties
2 properties for each run
solved BOOLEAN
time REAL
1 runs
1; 0.5; 
.
"""


class Results(unittest.TestCase):
    def setUp(self):
        keeper = tempfile.TemporaryDirectory()
        self.addCleanup(keeper.cleanup)
        self.folder = pathlib.Path(keeper.name)

    def log(self, text, name="wires.log"):
        """A log file."""
        file = self.folder / name
        file.write_text(text, encoding="utf-8")
        return file

    def plot(self, *arguments):
        """The finished script."""
        return subprocess.run([sys.executable, "-B", SCRIPT, *arguments, "--output", self.folder / "out"], capture_output=True,
                              text=True, check=False, timeout=300)

    def test_the_runs_of_a_log_are_read_as_they_stand(self):
        runs = ompl_results.read([self.log(HEAD + AUDITED)])
        self.assertEqual([run.label for run in runs], ["RRTConnect/discrete 0.01"] * 4 + ["RRTConnect/adaptive"] * 2)
        self.assertEqual([run.solved for run in runs], [True, True, True, False, True, False])
        self.assertEqual([run.missed for run in runs], [True, False, False, False, False, False])
        self.assertEqual([run.near for run in runs], [False, True, False, False, False, False])
        self.assertEqual([run.certified for run in runs], [False, True, True, False, True, False])
        self.assertEqual(runs[5].values["time"], 0.3)

    def test_the_curve_ends_at_the_share_that_is_solved(self):
        self.assertEqual(benchmark_plots.step_curve([0.04, 0.01, 0.02], 4), ([0.01, 0.02, 0.04], [0.25, 0.5, 0.75]))
        self.assertEqual(benchmark_plots.step_curve([], 4), ([], []))

    def test_three_pictures_are_drawn_with_titles_and_units(self):
        done = self.plot(self.log(HEAD + AUDITED))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name, words in {"solved_over_time": ["planning time [s]", "(3 of 4)", "wires"], "times": ["planning time [s]", "RRTConnect/adaptive"],
                            "missed_collisions": ["1 of 3, 1 near", "0 of 1", "solved runs [%]"]}.items():
            self.assertGreater((self.folder / "out" / f"{name}.png").stat().st_size, 5000)
            self.assertTrue((self.folder / "out" / f"{name}.png").read_bytes().startswith(b"\x89PNG"))
            svg = (self.folder / "out" / f"{name}.svg").read_text(encoding="utf-8")
            xml.etree.ElementTree.fromstring(svg)
            for word in words:
                self.assertIn(word, svg)

    def test_the_same_log_gives_the_same_svg(self):
        log = self.log(HEAD + AUDITED)
        self.plot(log)
        first = (self.folder / "out" / "times.svg").read_bytes()
        self.plot(log)
        self.assertEqual((self.folder / "out" / "times.svg").read_bytes(), first)

    def test_logs_without_an_audit_have_no_picture_of_missed_collisions(self):
        done = self.plot(self.log(HEAD + PLAIN))
        self.assertEqual(done.returncode, 0)
        self.assertIn("no audit", done.stderr)
        self.assertEqual({file.name for file in (self.folder / "out").iterdir()},
                         {"solved_over_time.svg", "solved_over_time.png", "times.svg", "times.png"})

    def test_nothing_solved_is_drawn_all_the_same(self):
        log = self.log(HEAD + AUDITED.replace("; 1; 0.", "; 0; 0."))
        self.assertEqual(self.plot(log).returncode, 0)

    def test_what_is_no_result_is_said_in_one_line(self):
        for text in ("", "OMPL version 1.5.2\n", HEAD + AUDITED[:150], HEAD + "2 planners\nRRT\nmany common properties\n"):
            with self.subTest(text=text):
                done = self.plot(self.log(text))
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stderr.count("\n"), 1)
                self.assertIn("wires.log", done.stderr)
                self.assertFalse((self.folder / "out").exists())
        with self.assertRaises(BadSetup):
            ompl_results.read([self.folder / "nowhere.log"])
        done = self.plot(self.log(HEAD + AUDITED), "--only", "RRT/adaptive")
        self.assertEqual(done.returncode, 2)
        self.assertIn("RRTConnect/adaptive", done.stderr)


if __name__ == "__main__":
    unittest.main()
