"""CTest runs every test case: Catch2's discovery cuts names at semicolons and takes a leading minus for an option."""

import pathlib
import re
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
CASE = re.compile(r'TEST_CASE(?:_METHOD)?\((?:\w+,\s*)?"((?:[^"\\]|\\.)*)"')


def is_lost(name):
    return ";" in name or name.startswith("-") or "[" in name or "]" in name


class TestNames(unittest.TestCase):
    def test_every_name_can_be_run(self):
        names = [(path, name) for path in sorted(TESTS.rglob("*.cpp")) for name in CASE.findall(path.read_text(encoding="utf-8"))]
        self.assertGreater(len(names), 400)
        self.assertEqual([(path.name, name) for path, name in names if is_lost(name)], [])

    def test_names_that_would_be_lost_are_told(self):
        for name in ["one; two", "--option does", "a [tag]"]:
            self.assertTrue(is_lost(name))
        self.assertFalse(is_lost("Commas, and words"))


if __name__ == "__main__":
    unittest.main()
