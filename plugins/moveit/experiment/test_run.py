"""The parts of the experiment's script that need no MoveIt."""

import contextlib
import importlib.machinery
import importlib.util
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
LOADER = importlib.machinery.SourceFileLoader("experiment_run", str(HERE / "run"))
run = importlib.util.module_from_spec(importlib.util.spec_from_loader("experiment_run", LOADER))
LOADER.exec_module(run)


def sampled(colliding):
    """What the program says of one path."""
    return {"waypoints": 3, "samples": 100, "colliding_samples": colliding}


def plan(number, colliding=0, timed=None, solved=True):
    """What the program says of one plan."""
    if not solved:
        return {"plan": number, "solved": False, "time_s": 10.0}
    return {"plan": number, "solved": True, "time_s": 0.5, "path_valid": True, "sampled": sampled(colliding),
            **({} if timed is None else {"timed": {**sampled(timed), "path_valid": timed == 0, "deviation_rad": 0.01 * timed,
                                                   "driven": sampled(timed)}})}


def driven(number, given, duration, colliding=0):
    """What the program says of one plan with times, whose path MoveIt interpolates without a collision."""
    return {**plan(number), "driven": {**sampled(colliding), "duration_s": duration, "given_duration_s": given}}


class Table(unittest.TestCase):
    def test_a_row_counts_plans_that_are_solved_valid_and_colliding(self):
        plans = [plan(0), plan(1, colliding=2, timed=0), plan(2, timed=3), plan(3, solved=False)]
        self.assertEqual(run.row("stock", plans), ["stock", 4, 3, 3, 1, 1, 1, "0.03", 1, "-", "-", "-", "0.5"])

    def test_what_was_not_timed_has_no_numbers(self):
        self.assertEqual(run.row("stock", [plan(0)])[5:12], ["-"] * 7)

    def test_a_row_tells_how_much_longer_what_is_timed_anew_lasts(self):
        plans = [driven(0, 2.0, 2.0), driven(1, 2.0, 2.5, colliding=1), driven(2, 2.0, 3.0), plan(3, solved=False)]
        self.assertEqual(run.row("timed", plans)[5:12], ["-", "-", "-", 1, 2, "1.25", "1.5"])

    def test_what_got_its_times_last_has_no_ratio(self):
        self.assertEqual(run.row("timed", [driven(0, 0.0, 2.0)])[8:12], [0, "-", "-", "-"])

    def test_the_95th_percentile_is_one_of_the_values(self):
        self.assertEqual([run.percentile_95(list(range(n))) for n in (1, 19, 20, 21, 100)], [0, 18, 18, 19, 94])

    def test_a_pipeline_that_solves_nothing_has_a_row(self):
        self.assertEqual(run.row("stock", [plan(0, solved=False)]), ["stock", 1, 0, 0, 0, *["-"] * 8])

    def test_a_row_is_as_wide_as_the_head(self):
        self.assertEqual(len(run.row("stock", [plan(0)])), len(run.HEAD))


class Verdict(unittest.TestCase):
    def verdict(self, plans, must_be_free=("ours",)):
        options = types.SimpleNamespace(must_be_free=list(must_be_free))
        with contextlib.redirect_stdout(io.StringIO()):
            return run.verdict(options, {"ours": plans, "stock": [plan(0, colliding=1)]})

    def test_only_what_must_be_free_counts(self):
        self.assertEqual(self.verdict([plan(0), plan(1, solved=False)]), 0)
        self.assertEqual(self.verdict([plan(0, colliding=1)], must_be_free=()), 0)

    def test_one_colliding_plan_or_none_at_all_is_a_violation(self):
        self.assertEqual(self.verdict([plan(0), plan(1, colliding=1)]), 1)
        self.assertEqual(self.verdict([plan(0, solved=False)]), 1)

    def test_of_a_plan_with_times_what_a_controller_drives_counts(self):
        self.assertEqual(self.verdict([driven(0, 2.0, 2.0, colliding=1)]), 1)
        self.assertEqual(self.verdict([{**driven(0, 2.0, 2.0), "sampled": sampled(1)}]), 0)


class Environment(unittest.TestCase):
    def test_the_master_is_on_this_machine_alone_and_the_plugins_come_first(self):
        changed = run.environment(12345, "folder", "/opt/plugin")
        self.assertEqual(changed["ROS_MASTER_URI"], "http://127.0.0.1:12345")
        self.assertEqual(changed["ROS_IP"], "127.0.0.1")
        self.assertNotIn("ROS_HOSTNAME", changed)
        self.assertEqual(changed["LD_LIBRARY_PATH"].split(os.pathsep)[0], "/opt/plugin/lib")

    def test_without_a_prefix_the_paths_are_those_of_the_caller(self):
        self.assertEqual(run.environment(1, "folder", None).get("AMENT_PREFIX_PATH"), os.environ.get("AMENT_PREFIX_PATH"))


class Roadmap(unittest.TestCase):
    def test_planners_that_have_a_roadmap_get_the_file(self):
        planners = {"Roadmap": {"type": "gapless::DynamicRoadmap", "roadmap": "none"}, "SBL": {"type": "gapless::SBL"}}
        self.assertEqual(run.roadmap_keys({"planner_configs": planners}), ["planner_configs/Roadmap/roadmap"])
        self.assertEqual(run.roadmap_keys({}), [])


class Complaint(unittest.TestCase):
    def test_a_traceback_of_rosparam_becomes_one_line_with_the_line_of_the_file(self):
        traceback = ('Traceback (most recent call last):\n  File "rosparam", line 622, in main\n'
                     'ParserError: while parsing\n  in "<unicode string>", line 1, column 4:\n    a: [1\n'
                     'expected a comma\n  in "<unicode string>", line 2, column 1:\n    ^\n')
        self.assertEqual(run.complaint(traceback), ":2: rosparam cannot load it: ParserError: while parsing; expected a comma")
        self.assertEqual(run.complaint(""), ": rosparam cannot load it: no reason given")


class BadSetup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def complaint(self, *arguments):
        """Standard error of a call that has to end with exit code 2; no ROS is on its PATH."""
        done = subprocess.run([sys.executable, HERE / "run", *map(str, arguments)], capture_output=True, text=True, check=False,
                              env={**os.environ, "PATH": str(self.folder)}, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_a_program_that_is_not_built_is_named(self):
        self.assertIn("--plan-experiment", self.complaint("--plan-experiment", self.folder / "none"))

    def test_parameters_that_are_missing_are_named(self):
        self.assertIn("none.yaml", self.complaint("--plan-experiment", sys.executable, "--parameters", self.folder / "none.yaml"))

    def test_a_result_file_without_a_folder_is_named(self):
        output = self.folder / "none" / "plans.jsonl"
        self.assertIn(str(output), self.complaint("--plan-experiment", sys.executable, "--output", output))

    def test_a_roadmap_without_a_folder_and_one_to_wait_for_without_a_name_are_told(self):
        file = self.folder / "none" / "panda.gdrm"
        self.assertIn(str(file), self.complaint("--plan-experiment", sys.executable, "--roadmap", file))
        self.assertIn("--roadmap", self.complaint("--plan-experiment", sys.executable, "--until-built"))

    def test_a_machine_without_ros_is_told_what_to_source(self):
        self.assertIn("rosmaster", self.complaint("--plan-experiment", sys.executable))


if __name__ == "__main__":
    unittest.main()
