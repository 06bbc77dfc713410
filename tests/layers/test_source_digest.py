"""What is cached is of the sources that worked it out: every edit of them makes another digest, an edit elsewhere none."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop())
SCRIPT = ROOT / "cmake" / "GaplessSourceDigest.cmake"


class SourceDigest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for part in "src", "include":
            shutil.copytree(ROOT / part, self.root / part)

    def digest(self):
        header = self.root / "digest.h"
        subprocess.run(["cmake", f"-DROOT={self.root}", f"-DOUTPUT={header}", "-P", str(SCRIPT)], check=True)
        return re.search(r'kSourceDigest\[\] = "([0-9a-f]{64})"', header.read_text()).group(1)

    def test_an_edit_of_what_proofs_rest_on_is_seen(self):
        seen = {self.digest()}
        edits = ["src/core/interval.cpp", "include/gapless/core/rounding.h", "src/geometry/convex_distance.cpp",
                 "include/gapless/geometry/convex.h", "src/kinematics/motion_bound.cpp", "src/collision/limit_box.h"]
        for edit in edits:
            with self.subTest(edit):
                file = self.root / edit
                file.write_text(file.read_text() + "// edited\n")
                digest = self.digest()
                self.assertNotIn(digest, seen)
                seen.add(digest)
        (self.root / "src/geometry/new.h").write_text("#pragma once\n")
        self.assertNotIn(self.digest(), seen)

    def test_an_edit_elsewhere_is_not(self):
        before = self.digest()
        for edit in "src/io/srdf.cpp", "src/planners/sbl.cpp", "include/gapless/certify/verdict_of.h":
            file = self.root / edit
            file.write_text("// edited\n")
        self.assertEqual(self.digest(), before)

    def test_no_layer_that_scenes_are_made_of_is_left_out(self):
        layers = re.search(r"set\(gapless_proof_layers ([a-z ]+)\)", SCRIPT.read_text()).group(1).split()
        checked = re.search(r"^LAYERS = \[([^\]]+)\]", (ROOT / "scripts" / "check_layers").read_text(), re.MULTILINE).group(1)
        above = [layer.strip().strip('"') for layer in checked.split(",")]
        self.assertEqual(layers, above[:above.index("collision") + 1])


if __name__ == "__main__":
    unittest.main()
