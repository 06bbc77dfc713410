"""The layer check passes on this tree and catches each kind of violation."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = REPOSITORY / "scripts" / "check_layers"


def run(root):
    """Exit code and output of the check on a tree."""
    done = subprocess.run([sys.executable, str(SCRIPT), str(root)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class LayerCheck(unittest.TestCase):
    def check(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return run(folder)

    def test_this_repository_keeps_its_layers(self):
        code, output = run(REPOSITORY)
        self.assertEqual(code, 0, output)

    def test_a_layer_may_include_itself_and_all_layers_above_it(self):
        code, output = self.check({
            "include/gapless/io/a.h": "#include <gapless/io/b.h>\n#include <gapless/core/error.h>\n#include <vector>\n",
            "src/ompl/a.cpp": '#include <ompl/base/State.h>\n#include <gapless/certify/x.h>\n#include "ompl/y.h"\n',
            "src/apps/main.cpp": '#include "commands.h"\n#include <gapless/ompl/x.h>\n'})
        self.assertEqual(code, 0, output)

    def test_a_public_header_of_a_lower_layer_is_caught(self):
        code, output = self.check({"include/gapless/geometry/a.h": "#pragma once\n#include <gapless/certify/x.h>\n"})
        self.assertEqual(code, 1)
        self.assertIn("include/gapless/geometry/a.h:2: layer 'geometry' includes gapless/certify/x.h", output)

    def test_a_private_header_of_a_lower_layer_is_caught(self):
        code, output = self.check({"src/kinematics/a.cpp": '#  include "io/log.h"\n'})
        self.assertEqual(code, 1)
        self.assertIn("src/kinematics/a.cpp:1", output)

    def test_a_relative_way_to_a_lower_layer_is_caught(self):
        code, output = self.check({"src/core/a.cpp": '#include "../io/log.h"\n'})
        self.assertEqual(code, 1)
        self.assertIn("src/core/a.cpp:1", output)

    def test_ompl_above_its_layer_is_caught(self):
        code, output = self.check({"src/certify/a.cpp": "#include <ompl/base/State.h>\n"})
        self.assertEqual(code, 1)
        self.assertIn("knows nothing of OMPL", output)

    def test_a_folder_that_is_no_layer_is_caught(self):
        code, output = self.check({"src/util/a.cpp": "\n"})
        self.assertEqual(code, 1)
        self.assertIn("'util' is no layer", output)

    def test_an_empty_tree_is_an_error(self):
        self.assertEqual(self.check({"README.md": ""})[0], 2)


if __name__ == "__main__":
    unittest.main()
