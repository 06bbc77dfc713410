"""What is cached is of the sources that worked it out: every edit of them makes another digest, an edit elsewhere none."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, ROOT = sys.argv.pop(), pathlib.Path(sys.argv.pop())
PROJECT = """
cmake_minimum_required(VERSION 3.22)
project(digest LANGUAGES CXX)
include(cmake/GaplessSourceDigest.cmake)
add_library(digest STATIC src/core/verdict.cpp)
target_include_directories(digest PRIVATE include src)
gapless_source_digest(digest ${PROJECT_SOURCE_DIR})
"""


class SourceDigest(unittest.TestCase):
    def make(self, name):
        """A project of these layers alone, configured."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / name
        for part in "src", "include", "cmake":
            shutil.copytree(ROOT / part, self.root / part)
        (self.root / "CMakeLists.txt").write_text(PROJECT)
        self.call("-S", self.root, "-B", self.root / "build", "-DCMAKE_BUILD_TYPE=Release")

    @staticmethod
    def call(*arguments):
        subprocess.run([CMAKE, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)

    def digest(self, build=True):
        if build:
            self.call("--build", self.root / "build")
        header = (self.root / "build/generated/core/source_digest.h").read_text()
        return re.search(r'kSourceDigest\[\] = "([0-9a-f]{64})"', header).group(1)

    def test_an_edit_of_what_proofs_rest_on_is_seen(self):
        self.make("project")
        self.assertEqual(self.digest(build=False), self.digest())  # there as soon as it is configured
        seen = {self.digest()}

        def assert_new(what):
            with self.subTest(what):
                digest = self.digest()
                self.assertNotIn(digest, seen)
                seen.add(digest)

        for edit in ["src/core/interval.cpp", "include/gapless/core/rounding.h", "src/geometry/CMakeLists.txt",
                     "include/gapless/geometry/convex.h", "src/kinematics/motion_bound.cpp", "src/collision/limit_box.h"]:
            with (self.root / edit).open("a") as file:
                file.write("\n")
            assert_new(edit)
        # Older than what was built, as from an archive.
        added = self.root / "src/geometry/added.inl"
        added.write_text("")
        os.utime(added, (0, 0))
        assert_new("added")
        added.rename(self.root / "src/geometry/moved.inl")
        assert_new("moved")
        (self.root / "src/geometry/convex_distance.cpp").unlink()
        assert_new("removed")
        self.call("-S", self.root, "-B", self.root / "build", "-DCMAKE_CXX_FLAGS=-ffast-math")
        assert_new("flags")

    def test_an_edit_elsewhere_is_not(self):
        self.make("with [brackets] *")
        before = self.digest()
        for edit in "src/io/srdf.cpp", "src/planners/sbl.cpp", "include/gapless/certify/added.h":
            (self.root / edit).write_text("// edited")
        self.assertEqual(self.digest(), before)
        (self.root / "src/core/added.h").write_text("")
        self.assertNotEqual(self.digest(), before)

    def test_no_layer_that_scenes_are_made_of_is_left_out(self):
        layers = re.search(r"set\(gapless_proof_layers ([a-z ]+)\)", (ROOT / "cmake/GaplessSourceDigest.cmake").read_text())
        order = re.search(r"^LAYERS = \[([^\]]+)\]", (ROOT / "scripts/check_layers").read_text(), re.MULTILINE).group(1)
        above = [layer.strip().strip('"') for layer in order.split(",")]
        self.assertEqual(layers.group(1).split(), above[:above.index("collision") + 1])


if __name__ == "__main__":
    unittest.main()
