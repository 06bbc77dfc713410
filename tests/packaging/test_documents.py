"""What is written twice says the same twice: version numbers, and the C++ in README.md and docs. Named files exist."""

import pathlib
import re
import unittest
import xml.etree.ElementTree

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def text(path):
    return (REPOSITORY / path).read_text(encoding="utf-8")


class Documents(unittest.TestCase):
    def test_the_version_is_the_same_everywhere(self):
        version = re.search(r"project\(gapless VERSION ([\d.]+)", text("CMakeLists.txt")).group(1)
        self.assertEqual(xml.etree.ElementTree.fromstring(text("package.xml")).find("version").text, version)
        minor = ".".join(version.split(".")[:2])
        self.assertIn(f"find_package(gapless {minor} ", text("README.md"))
        self.assertIn(f"find_package(gapless {minor} ", text("tests/packaging/consumer/CMakeLists.txt"))

    def test_the_cpp_in_the_readme_is_what_the_consumer_compiles(self):
        consumer = text("tests/packaging/consumer/main.cpp")
        parts = re.findall(r"// \[readme: \w+\]\n(.*?)// \[readme: end\]\n", consumer, re.DOTALL)
        self.assertEqual(len(parts), 2)
        blocks = re.findall(r"```cpp\n(.*?)```", text("README.md"), re.DOTALL)
        contact = re.search(r"// \[contact: example\]\n(.*?)// \[contact: end\]\n",
                            text("tests/packaging/consumer/first_contact.h"), re.DOTALL).group(1)
        self.assertEqual(blocks, ["\n".join(parts), contact])

    def test_the_planner_in_the_documents_is_what_the_consumer_compiles(self):
        example = re.search(r"// \[planners: example\]\n(.*?)// \[planners: end\]\n",
                            text("tests/packaging/consumer/one_detour.h"), re.DOTALL).group(1)
        self.assertEqual(re.findall(r"```cpp\n(.*?)```", text("docs/planners.md"), re.DOTALL), [example])

    def test_the_cpp_in_tutorial_and_recipes_is_what_the_consumer_compiles(self):
        for document, sources in [("tutorial", [("tutorial.cpp", "tutorial: program")]),
                                  ("recipes", [("moving_wall.h", "recipe: moving obstacle"), ("camera_frames.h", "recipe: camera"),
                                                ("two_cars.h", "recipe: several robots"), ("bowed_motions.h", "recipe: own motions")])]:
            with self.subTest(document=document):
                examples = [re.search(rf"// \[{name}\]\n(.*?)// \[\w+: end\]\n", text(f"tests/packaging/consumer/{source}"),
                                      re.DOTALL).group(1) for source, name in sources]
                self.assertEqual(re.findall(r"```cpp\n(.*?)```", text(f"docs/{document}.md"), re.DOTALL), examples)

    def test_files_that_contributing_names_exist(self):
        named = re.findall(r"`((?:src|include|tests|scripts|docs|config|cmake)/[\w./-]+)`", text("CONTRIBUTING.md"))
        self.assertGreater(len(named), 40)
        for path in named:
            with self.subTest(path=path):
                # NAME stands for what the change is about; the folder exists.
                self.assertTrue((REPOSITORY / (pathlib.Path(path).parent if "NAME" in path else path)).exists())

    def test_the_manual_names_whatever_measures(self):
        named = re.findall(r"`([^`]+)`", text("docs/benchmarking.md"))
        programs = [path.stem for path in (REPOSITORY / "src" / "measure").glob("*.cpp") if "int main(" in path.read_text()]
        scripts = [f"scripts/{path.name}" for pattern in ("audit", "benchmark_*", "plot_benchmark", "reproduce_tables")
                   for path in (REPOSITORY / "scripts").glob(pattern)]
        self.assertEqual((len(programs), len(scripts)), (18, 9))
        for name in programs + scripts:
            with self.subTest(name=name):
                self.assertTrue(any(words.split()[0] == name for words in named))

    def test_links_of_the_documents_lead_to_files(self):
        for document in [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted((REPOSITORY / "docs").glob("*.md"))]:
            for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
                with self.subTest(document=document.name, link=link):
                    self.assertTrue((document.parent / link).exists())


if __name__ == "__main__":
    unittest.main()
