"""scripts/render_scene draws a generated scene, the same on each run; needs the meshes of scripts/generate_scenes."""

import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def render(*arguments):
    """The bytes of a small picture of the cage scene."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "picture.png"
        subprocess.run([sys.executable, "-B", str(REPOSITORY / "scripts" / "render_scene"),
                        str(REPOSITORY / "scenes" / "irb2400_cage" / "problem.yaml"), str(output),
                        "--size", "96", "72", "--samples", "1", *arguments], check=True)
        return output.read_bytes()


def pixels(png):
    """Width, height and the pixels of a picture that render_scene wrote: rows stored as differences to the one above."""
    width, height = struct.unpack_from(">II", png, 16)
    at = png.index(b"IDAT")
    length = struct.unpack_from(">I", png, at - 4)[0]
    raw, above, result = zlib.decompress(png[at + 4:at + 4 + length]), bytes(3 * width), []
    for y in range(height):
        row = raw[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)]
        above = bytes((p + q) & 255 for p, q in zip(row, above))
        result += zip(*[iter(above)] * 3)
    return width, height, result


class RenderedScene(unittest.TestCase):
    def test_two_runs_give_the_same_bytes(self):
        self.assertEqual(render(), render())

    def test_the_picture_has_the_size_asked_for_and_an_orange_robot_in_it(self):
        width, height, points = pixels(render())
        self.assertEqual((width, height), (96, 72))
        orange = sum(r > 140 and r > 1.5 * g and g > b for r, g, b in points)
        self.assertGreater(orange, 100)

    def test_the_goal_is_another_picture(self):
        self.assertNotEqual(render(), render("--state", "goal"))


if __name__ == "__main__":
    unittest.main()
