"""The Debian packages hold library, headers, CMake package, command, manual and documents, each once, and depend on what they need.

usage: test_debian_package.py BUILD CONFIG SHARED(0|1)
"""

import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, CONFIG, SHARED = sys.argv[1:4]
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def output(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options).stdout


class Package:
    """One package as CPack made it."""

    def __init__(self, path):
        self.path = path
        # "-rw-r--r-- root/root  123 2026-01-01 00:00 ./usr/bin/gapless"
        self.files = {line.split(None, 5)[5]: line.split()[:2] for line in output("dpkg-deb", "--contents", path).splitlines()}

    def field(self, name):
        return output("dpkg-deb", "--field", self.path, name).strip()

    def names(self, pattern):
        return [name for name in self.files if re.search(pattern, name)]

    def depends(self):
        return {re.split(r"[ (:]", dependency.strip())[0] for dependency in self.field("Depends").split(",")}


class DebianPackages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        output("cpack", "--config", f"{BUILD}/CPackConfig.cmake", "-C", CONFIG, "-G", "DEB", "-B", cls.folder.name,
               cwd=cls.folder.name)
        cls.packages = {package.field("Package"): package
                        for package in map(Package, pathlib.Path(cls.folder.name).glob("*.deb"))}
        cls.runtime, cls.dev = cls.packages["gapless"], cls.packages["libgapless-dev"]
        cls.mpi = cls.packages.get("gapless-mpi")
        cls.root = pathlib.Path(cls.folder.name, "unpacked")
        output("dpkg-deb", "--extract", cls.runtime.path, cls.root)

    def test_names_and_versions_are_the_projects(self):
        version = re.search(r'CPACK_PACKAGE_VERSION "([\d.]+)"', pathlib.Path(BUILD, "CPackConfig.cmake").read_text()).group(1)
        # The one of MPI where the build found it.
        self.assertEqual(sorted(self.packages), ["gapless", *(["gapless-mpi"] if self.mpi else []), "libgapless-dev"])
        for name, package in self.packages.items():
            self.assertEqual(package.field("Version"), version)
            self.assertRegex(package.path.name, rf"^{name}_{re.escape(version)}_\w+\.deb$")
            self.assertRegex(package.field("Maintainer"), r"^.+ <.+@.+>$")

    def test_each_part_is_in_one_package(self):
        library = r"/libgapless\.so\.\d" if SHARED == "1" else None
        runtime = [r"/usr/bin/gapless$", r"/usr/share/doc/gapless/docs/guarantee\.md$", r"/docs/images/viewer\.jpg$",
                   r"/usr/share/gapless/config/planner_configs\.yaml$", r"/usr/share/gapless/config/fanuc_cage\.cfg$",
                   r"/usr/share/gapless/scripts/generate_scenes$", r"/usr/share/gapless/scripts/plot_benchmark$",
                   r"/usr/share/man/man1/gapless\.1\.gz$", r"/usr/share/man/man1/gapless-check\.1\.gz$",
                   r"/usr/share/bash-completion/completions/gapless$", r"/usr/share/zsh/vendor-completions/_gapless$",
                   r"/usr/share/fish/vendor_completions\.d/gapless\.fish$"] + ([library] if library else [])
        dev = [r"/usr/include/gapless/ompl/adaptive_bisection_motion_validator\.h$", r"/cmake/gapless/gaplessConfig\.cmake$",
               r"/cmake/gapless/gaplessTargets\.cmake$", r"/libgapless\.so$" if SHARED == "1" else r"/libgapless\.a$"]
        for package, other, patterns in [(self.runtime, self.dev, runtime), (self.dev, self.runtime, dev)]:
            for pattern in patterns:
                with self.subTest(pattern=pattern):
                    self.assertTrue(package.names(pattern))
                    self.assertFalse(other.names(pattern))
        shared = {name for name in self.runtime.files if not name.endswith("/")} & set(self.dev.files)
        self.assertEqual(shared, set())

    def test_each_package_has_its_licence_and_change_log_and_nothing_of_the_build(self):
        for name, package in self.packages.items():
            for pattern in [rf"/usr/share/doc/{name}/copyright$", rf"/usr/share/doc/{name}/changelog\.gz$"]:
                self.assertTrue(package.names(pattern))
            self.assertFalse(package.names(r"Catch|/tests?/|__pycache__|/LICENSE$"))
            for folder in BUILD, str(REPOSITORY):
                self.assertFalse(package.names(rf"^\.{re.escape(folder)}/"))

    def test_every_picture_of_the_documents_is_there(self):
        documents = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
        pictures = [picture for document in documents
                    for picture in re.findall(r"\(([\w./-]+\.(?:png|jpg|svg))\)", document.read_text(encoding="utf-8"))]
        self.assertGreater(len(pictures), 5)
        for picture in pictures:
            with self.subTest(picture=picture):
                self.assertTrue(self.runtime.names(re.escape("/images/" + pathlib.PurePath(picture).name) + "$"))

    def test_all_files_are_roots_and_writable_by_root_only(self):
        for package in self.packages.values():
            for name, (mode, owner) in package.files.items():
                with self.subTest(name=name):
                    self.assertEqual(owner, "root/root")
                    self.assertRegex(mode, r"^(d|-)rw[x-]r-[x-]r-[x-]$|^l")

    def test_they_depend_on_the_libraries_and_on_the_headers(self):
        self.assertIn("libc6", self.runtime.depends())  # what the command is linked with
        self.assertTrue([package for package in self.runtime.depends() if re.match(r"libompl\d", package)])
        self.assertFalse([package for package in self.runtime.depends() if package.endswith("-dev")])
        for package in ["libompl-dev", "libeigen3-dev", "libboost-dev"]:  # what find_package(gapless) finds
            self.assertIn(package, self.dev.depends())
        for package in ["libfcl-dev", "libsodium-dev"]:  # what is inside of the static library
            self.assertEqual(package in self.dev.depends(), SHARED == "0")
        self.assertEqual("gapless" in self.dev.depends(), SHARED == "1")
        self.assertIn("python3", self.runtime.field("Recommends"))
        self.assertFalse([package for package in self.runtime.depends() if "mpi" in package])
        if self.mpi:
            self.assertTrue(self.mpi.names(r"/usr/bin/gapless-roadmap$"))
            self.assertFalse(self.runtime.names(r"/usr/bin/gapless-roadmap$"))
            self.assertTrue([package for package in self.mpi.depends() if "mpi" in package])
        self.assertEqual([self.runtime.field("Section"), self.dev.field("Section")], ["science", "libdevel"])

    def test_the_unpacked_command_runs(self):
        self.assertIn("plan", output(self.root / "usr/bin/gapless", "--help"))

    def test_the_unpacked_manual_has_no_error(self):
        if not shutil.which("groff"):
            self.skipTest("SKIPPED: no groff")
        pages = sorted((self.root / "usr/share/man/man1").glob("*.gz"))
        self.assertGreater(len(pages), 8)
        for page in pages:
            with self.subTest(page=page.name):
                done = subprocess.run(["groff", "-man", "-Tascii", "-ww"], input=gzip.decompress(page.read_bytes()),
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
                self.assertEqual(done.stderr, b"")
                self.assertIn(b"Print this help message", done.stdout)

    def test_the_unpacked_scripts_run(self):
        bench = pathlib.Path(self.folder.name, "bench")
        shutil.copytree(self.root / "usr/share/gapless", bench)
        self.assertIn("fanuc_cage", output(bench / "scripts/generate_scenes", "--only", "fanuc_cage"))
        self.assertTrue((bench / "scenes/fanuc_cage/problem.yaml").exists())
        self.assertIn("1 problem", output(self.root / "usr/bin/gapless", "benchmark", "--check", bench / "config/fanuc_cage.cfg"))
        self.assertIn("--output", output(bench / "scripts/plot_benchmark", "--help"))

    def test_lintian_finds_no_error(self):
        if not shutil.which("lintian"):
            self.skipTest("SKIPPED: no lintian")
        found = subprocess.run(["lintian", "--no-cfg", "--fail-on", "none", "--allow-root", "--tag-display-limit", "0",
                                *(package.path for package in self.packages.values())],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
        self.assertEqual([line for line in found.splitlines() if line.startswith("E:")], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
