"""The configurations that come with the project name problems, planners and validators that there are.

Needs the meshes of scripts/generate_scenes, and the gapless command in GAPLESS_COMMAND.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
GAPLESS = os.environ["GAPLESS_COMMAND"]
# Their problems are made by `gapless convert` from files that do not come with the project; a scene stands in.
OF_PUBLIC_SETS = {"panda_clouds", "panda_sets", "panda_sets_audit", "panda_sets_roadmap", "ur5_sets", "ur5_sets_audit"}
STAND_IN = REPOSITORY / "scenes" / "puma_pipes" / "problem.yaml"


def check(config, *further, cwd=None):
    """The finished process of `gapless benchmark --check`."""
    return subprocess.run([GAPLESS, "benchmark", config, "--check", *further], capture_output=True, text=True, check=False,
                          timeout=300, cwd=cwd)


class Configurations(unittest.TestCase):
    def test_each_one_could_be_run(self):
        files = sorted((REPOSITORY / "config").glob("*.cfg"))
        self.assertLessEqual(OF_PUBLIC_SETS | {"irb2400_cage_audit", "fanuc_cage", "fanuc_machine_tool", "irb2400_workshop",
                                               "six_irb2400_car", "puma_pipes"}, {file.stem for file in files})
        with tempfile.TemporaryDirectory() as folder:
            # Where a configuration says that there is a roadmap.
            subprocess.run([GAPLESS, "roadmap", "build", STAND_IN, "--output", "panda.gdrm", "--nodes", "30", "--neighbors", "5",
                            "--cell", "0.2"], cwd=folder, check=True, capture_output=True, timeout=300)
            for file in files:
                with self.subTest(file.name):
                    done = check(file, *(["--problem", STAND_IN] if file.stem in OF_PUBLIC_SETS else []), cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_one_that_names_a_planner_that_there_is_not_is_found_out(self):
        text = (REPOSITORY / "config" / "irb2400_cage_audit.cfg").read_text(encoding="utf-8")
        self.assertIn("rrtconnect =", text)
        with tempfile.TemporaryDirectory() as folder:
            broken = pathlib.Path(folder) / "broken.cfg"
            broken.write_text(text.replace("rrtconnect =", "rrtconect ="), encoding="utf-8")
            done = check(broken, "--problem", STAND_IN)
        self.assertEqual(done.returncode, 2)
        self.assertIn("broken.cfg:", done.stderr)


if __name__ == "__main__":
    unittest.main()
