"""The measuring programs' exit codes and messages; the argument is the folder that they are in."""

import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

FOLDER = pathlib.Path(sys.argv.pop())
PROGRAMS = ["audit_motions", "audit_solids", "batch_throughput", "car_motions", "contact_queries", "coordination_squares",
            "grazing_motions", "loading_times", "roadmap_codings", "roadmap_edits", "roadmap_moves", "roadmap_queries", "stage_verdicts",
            "state_times", "super_graphs", "swept_cells", "timed_trajectories", "warm_planning"]


def run(program, *arguments):
    """Exit code, standard output and standard error."""
    done = subprocess.run([str(FOLDER / program), *arguments], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


class Programs(unittest.TestCase):
    def assert_bad_input(self, program, arguments, complaint):
        code, out, err = run(program, *arguments)
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertTrue(err.startswith(program + ": "), err)
        self.assertIn(complaint, err)

    def test_help_is_no_error(self):
        for program in PROGRAMS:
            with self.subTest(program):
                code, out, err = run(program, "--help")
                self.assertEqual((code, err), (0, ""))
                self.assertIn(program, out)

    def test_an_unknown_option_is_bad_input(self):
        for program in PROGRAMS:
            with self.subTest(program):
                self.assert_bad_input(program, ["problem.yaml", "--sead", "1"], "--sead")

    def test_a_missing_problem_is_bad_input(self):
        with tempfile.TemporaryDirectory() as folder:
            for program in set(PROGRAMS) - {"audit_solids", "grazing_motions"}:
                with self.subTest(program):
                    self.assert_bad_input(program, [folder + "/none.yaml"], "none.yaml")

    def test_a_number_that_cannot_be_is_bad_input(self):
        for arguments in ["--gaps", "1e-3", "0"], ["--gaps", "nan"], ["--budget", "nan"], ["--budget", "inf"]:
            with self.subTest(arguments):
                self.assert_bad_input("grazing_motions", arguments, arguments[0])

    def test_a_problem_without_a_car_has_none_to_measure(self):
        with tempfile.TemporaryDirectory() as folder:
            robot = pathlib.Path(folder, "ball.urdf")
            robot.write_text('<robot name="ball"><link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>')
            problem = pathlib.Path(folder, "problem.yaml")
            problem.write_text("robots: [{urdf: ball.urdf, planar: true, base_limits: {lower: [-1, -1], upper: [1, 1]}}]\n")
            self.assert_bad_input("car_motions", [str(problem)], "steering")
        self.assert_bad_input("car_motions", ["problem.yaml", "--radius", "0"], "--radius")

    def test_a_roadmap_that_cannot_be_has_no_edges_to_measure(self):
        self.assert_bad_input("swept_cells", ["problem.yaml", "--nodes", "10", "--neighbors", "10"], "--neighbors")
        with tempfile.TemporaryDirectory() as folder:
            robot = pathlib.Path(folder, "ball.urdf")
            robot.write_text('<robot name="ball"><link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>')
            problem = pathlib.Path(folder, "problem.yaml")
            problem.write_text("robots: [{urdf: ball.urdf}]\n")
            self.assert_bad_input("swept_cells", [str(problem)], "")
            problem.write_text("robots: [{urdf: ball.urdf, planar: true}]\n")
            self.assert_bad_input("swept_cells", [str(problem)], "more than one variable")

    def test_one_robot_alone_has_no_square(self):
        with tempfile.TemporaryDirectory() as folder:
            robot = pathlib.Path(folder, "ball.urdf")
            robot.write_text('<robot name="ball"><link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>')
            problem = pathlib.Path(folder, "problem.yaml")
            problem.write_text("robots: [{urdf: ball.urdf, planar: true}]\n")
            self.assert_bad_input("coordination_squares", [str(problem)], "no robot 1")
        self.assert_bad_input("coordination_squares", ["problem.yaml", "--resolution", "2"], "--resolution")

    def test_verdicts_are_of_a_problem_or_of_a_chain(self):
        self.assert_bad_input("stage_verdicts", [], "PROBLEM")
        self.assert_bad_input("stage_verdicts", ["problem.yaml", "--chain", "2"], "PROBLEM")

    def test_an_interrupted_audit_prints_nothing(self):
        program = subprocess.Popen([str(FOLDER / "audit_solids"), "--count", "1000000000"], stdout=subprocess.PIPE, text=True)
        time.sleep(2)
        program.send_signal(signal.SIGTERM)
        out, _ = program.communicate(timeout=60)
        self.assertEqual((program.returncode, out), (130, ""))


if __name__ == "__main__":
    unittest.main()
