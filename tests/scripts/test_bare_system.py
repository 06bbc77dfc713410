"""scripts/test_in_bare_system takes packages from where this system does, and names no archive of its own."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "test_in_bare_system"

SOURCES = """Types: deb
# http://snapshot.example.org/debian
URIs: http://{name}.example.org/debian
Suites: {suites}
Components: main

Types: deb
URIs: http://{name}.example.org/debian-security
Suites: bookworm-security
"""


class OwnMirror(unittest.TestCase):
    def mirror(self, files):
        """What the script's own_mirror() prints where these files are in /etc/apt."""
        function = re.search(r"^own_mirror\(\) \{\n.*?^\}\n", SCRIPT.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE).group(0)
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return subprocess.run(["bash", "-euo", "pipefail", "-c", function.replace("/etc/apt", folder) + "own_mirror || true"],
                                  check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"}).stdout.strip()

    def test_both_formats_of_sources_are_read(self):
        self.assertEqual(self.mirror({"sources.list.d/debian.sources": SOURCES.format(name="new", suites="bookworm bookworm-updates")}),
                         "http://new.example.org/debian")
        old = "# deb http://no.example.org/debian bookworm main\ndeb http://old.example.org/security bookworm-security main\n" \
              "deb [arch=amd64 signed-by=/x] https://old.example.org/debian bookworm main\n"
        self.assertEqual(self.mirror({"sources.list": old}), "https://old.example.org/debian")
        self.assertEqual(self.mirror({"sources.list.d/own.list": old}), "https://old.example.org/debian")

    def test_without_sources_there_is_none(self):
        self.assertEqual(self.mirror({}), "")

    def test_the_script_names_no_host(self):
        self.assertNotRegex(SCRIPT.read_text(encoding="utf-8"), r"https?://\w")


if __name__ == "__main__":
    unittest.main()
