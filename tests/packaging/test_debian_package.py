"""The Debian package holds library, headers, CMake package, command and documents, and depends on what they need.

usage: test_debian_package.py BUILD CONFIG SHARED(0|1)
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, CONFIG, SHARED = sys.argv[1:4]


def output(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options).stdout


class DebianPackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        output("cpack", "--config", f"{BUILD}/CPackConfig.cmake", "-C", CONFIG, "-G", "DEB", "-B", cls.folder.name,
               cwd=cls.folder.name)
        cls.package, = pathlib.Path(cls.folder.name).glob("*.deb")
        # "-rw-r--r-- root/root  123 2026-01-01 00:00 ./usr/bin/gapless"
        cls.files = {line.split(None, 5)[5]: line.split()[:2] for line in output("dpkg-deb", "--contents", cls.package).splitlines()}

    def field(self, name):
        return output("dpkg-deb", "--field", self.package, name).strip()

    def names(self, pattern):
        return [name for name in self.files if re.search(pattern, name)]

    def test_name_and_version_are_the_projects(self):
        version = re.search(r'CPACK_PACKAGE_VERSION "([\d.]+)"', pathlib.Path(BUILD, "CPackConfig.cmake").read_text()).group(1)
        self.assertEqual(self.field("Package"), "gapless")
        self.assertEqual(self.field("Version"), version)
        self.assertRegex(self.package.name, rf"^gapless_{re.escape(version)}_\w+\.deb$")
        self.assertRegex(self.field("Maintainer"), r"^.+ <.+@.+>$")

    def test_all_parts_are_in_it(self):
        for pattern in [r"/usr/bin/gapless$", r"/usr/include/gapless/ompl/adaptive_bisection_motion_validator\.h$",
                        r"/cmake/gapless/gaplessConfig\.cmake$", r"/cmake/gapless/gaplessTargets\.cmake$",
                        r"/usr/share/doc/gapless/copyright$", r"/usr/share/doc/gapless/changelog\.gz$",
                        r"/usr/share/doc/gapless/docs/guarantee\.md$", r"/usr/share/gapless/config/planner_configs\.yaml$",
                        r"/libgapless\.so\.\d" if SHARED == "1" else r"/libgapless\.a$"]:
            with self.subTest(pattern=pattern):
                self.assertTrue(self.names(pattern))
        self.assertFalse(self.names("Catch|/tests?/"))
        for folder in BUILD, str(pathlib.Path(__file__).resolve().parents[2]):
            self.assertFalse(self.names(rf"^\.{re.escape(folder)}/"))

    def test_all_files_are_roots_and_writable_by_root_only(self):
        for name, (mode, owner) in self.files.items():
            with self.subTest(name=name):
                self.assertEqual(owner, "root/root")
                self.assertRegex(mode, r"^(d|-)rw[x-]r-[x-]r-[x-]$|^l")

    def test_it_depends_on_the_libraries_and_on_the_headers(self):
        packages = {re.split(r"[ (:]", dependency.strip())[0] for dependency in self.field("Depends").split(",")}
        self.assertIn("libc6", packages)  # what the command is linked with
        self.assertTrue([package for package in packages if re.match(r"libompl\d", package)])
        for package in ["libompl-dev", "libeigen3-dev", "libboost-dev"]:  # what find_package(gapless) finds
            self.assertIn(package, packages)
        for package in ["libfcl-dev", "libsodium-dev"]:  # what is inside of the static library
            self.assertEqual(package in packages, SHARED == "0")

    def test_the_unpacked_command_runs(self):
        root = pathlib.Path(self.folder.name, "unpacked")
        output("dpkg-deb", "--extract", self.package, root)
        self.assertIn("plan", output(root / "usr/bin/gapless", "--help"))

    def test_lintian_finds_no_error(self):
        if not shutil.which("lintian"):
            self.skipTest("SKIPPED: no lintian")
        found = subprocess.run(["lintian", "--no-cfg", "--fail-on", "none", "--allow-root", "--tag-display-limit", "0", self.package],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
        self.assertEqual([line for line in found.splitlines() if line.startswith("E:")], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
