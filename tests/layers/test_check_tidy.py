"""The check by clang-tidy catches what is planted in sources, headers and programs, and tells only of what was asked for."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = REPOSITORY / "scripts" / "check_tidy"
SOUND = "namespace {\nconstexpr int kSize = 2;\n}\nint sizeOfIt() { return kSize; }\n"


class TidyCheck(unittest.TestCase):
    def check(self, files, *chosen):
        """Exit code and output of the check on a tree of these files, all sources built; of some of them only."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            shutil.copy(REPOSITORY / ".clang-tidy", root)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            (root / "compile_commands.json").write_text(json.dumps(
                [{"directory": folder, "file": name, "command": f"c++ -std=c++17 -I{folder}/src -Winvalid-pch -include p.h -c {name}"}
                 for name in files if name.endswith(".cpp")]), encoding="utf-8")
            done = subprocess.run([sys.executable, str(SCRIPT), "--root", folder, "--build-dir", folder,
                                   *(str(root / name) for name in chosen)], capture_output=True, text=True, check=False)
        if done.returncode == 77:
            self.skipTest(done.stderr)
        return done.returncode, done.stdout + done.stderr

    def test_sound_sources_pass(self):
        code, output = self.check({"src/core/a.cpp": SOUND, "tests/core/a.cpp": "int* P = 0;\n"})
        self.assertEqual(code, 0, output)

    def test_a_name_is_caught_once_wherever_it_is_planted(self):
        for folder in ("src/core", "src/apps/viewer", "include/gapless/core", "plugins/moveit/conversion"):
            source = folder.replace("include/gapless", "src")
            including = f'#include "{"../" * (source.count("/") + 1)}{folder}/a.h"\n'
            code, output = self.check({f"{folder}/a.h": "#pragma once\nstruct wrong_name {};\n", f"{source}/b.cpp": including,
                                       f"{source}/c.cpp": including})
            self.assertEqual((code, output.count(f"{folder}/a.h:2: invalid case style for struct 'wrong_name'")), (1, 1), output)

    def test_a_bug_in_a_source_is_caught(self):
        for folder in ("src/core", "src/measure", "plugins/moveit/conversion"):
            name = f"{folder}/a.cpp"
            code, output = self.check({name: "#include <string>\n#include <utility>\nstd::string twice(std::string text)\n{\n"
                                             "    std::string moved = std::move(text);\n    return moved + text;\n}\n"})
            self.assertEqual(code, 1, output)
            self.assertIn(f"{name}:6: 'text' used after it was moved", output)

    def test_programs_are_read_together(self):
        program = "int main(int count, char**)\n{\n    return count == 7 ? 1 : 0;\n}\n"
        code, output = self.check({"src/measure/a.cpp": program, "src/measure/b.cpp": program + "struct wrong {};\n"})
        self.assertEqual(code, 1, output)
        self.assertIn("src/measure/b.cpp:5: invalid case style for struct 'wrong'", output)
        self.assertIn("2 files, 1 findings", output)

    def test_what_does_not_compile_is_no_pass(self):
        code, output = self.check({"src/core/a.cpp": "int f() { return g(); }\n"})
        self.assertEqual(code, 1, output)
        self.assertIn("src/core/a.cpp:1: use of undeclared identifier 'g'", output)

    def test_only_files_that_are_asked_for_count(self):
        files = {"src/core/a.cpp": SOUND, "src/core/b.cpp": "struct wrong {};\n", "src/core/c.h": "struct wrong_too {};\n"}
        self.assertEqual(self.check(files, "src/core/a.cpp")[0], 0)
        code, output = self.check(files, "src/core/a.cpp", "src/core/c.h")
        self.assertEqual(code, 1, output)
        self.assertIn("src/core/c.h:1:", output)
        self.assertNotIn("b.cpp", output)


if __name__ == "__main__":
    unittest.main()
