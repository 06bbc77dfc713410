"""What scripts/demo shows is so; run with the path of the gapless command in GAPLESS_COMMAND, after scripts/generate_scenes."""

import json
import os
import pathlib
import subprocess
import unittest

SCENE = pathlib.Path(__file__).resolve().parents[2] / "scenes" / "irb2400_cage"


def check(*arguments):
    """Exit code and answer of `gapless check` on the motion that cuts a wire."""
    command = [os.environ["GAPLESS_COMMAND"], "check", str(SCENE / "problem.yaml"), "--path", str(SCENE / "cut_wire.json"), "--json"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout)


class MotionThatCutsAWire(unittest.TestCase):
    def setUp(self):
        self.assertTrue((SCENE / "meshes" / "cage.stl").exists(), "run scripts/generate_scenes first")

    def test_samples_at_the_step_of_the_paper_call_it_free(self):
        code, answer = check("--validator", "discrete", "--resolution", "0.012")
        self.assertEqual((code, answer["verdict"]), (0, "free"))

    def test_the_exact_check_finds_rod_and_cage_in_contact(self):
        code, answer = check("--tolerance", "1e-6")
        self.assertEqual((code, answer["verdict"], answer["segment"]), (1, "collision", 0))
        self.assertEqual(sorted(answer["pair"]), ["cage", "rod"])
        self.assertLess(answer["distance"], 1e-6)
        self.assertLess(answer["last_valid"], 1.0)

    def test_denser_samples_find_it_too(self):
        code, answer = check("--validator", "discrete", "--resolution", "0.001")
        self.assertEqual((code, answer["verdict"]), (1, "collision"))


if __name__ == "__main__":
    unittest.main()
