"""What is run for the tables of super-graphs."""

import json
import pathlib
import tempfile

from scene_generator import output, robots, scenes

from . import super_graph_tables as tables
from .command import REPOSITORY, BadSetup, json_lines, run

LIMIT_S = 60.0          # of each search and query
PROGRAM_LIMIT_S = 3600.0


def written(scene, folder):
    """The problem file of a scene that needs no meshes, written below a folder."""
    for robot in {placed.robot.urdf_name: placed.robot for placed in scene.robots}.values():
        output.write_robot(robot, folder)
    output.write_scene(scene, folder)
    return folder / scene.name / "problem.yaml"


class SuperGraphRuns:
    """Runs super_graphs and `gapless plan`."""

    def __init__(self, gapless, super_graphs):
        self.gapless = gapless
        self.super_graphs = super_graphs

    def _measure(self, problem, *options):
        _, text = run([self.super_graphs, problem, "--time", LIMIT_S, *options], PROGRAM_LIMIT_S)
        result = json_lines(text)[0]
        del result["problem"]  # a temporary file
        return result

    def graphs(self, row):
        """One row of the paper's tables."""
        with tempfile.TemporaryDirectory(prefix="gapless_super_graphs_") as folder:
            scene = scenes.first_robots(scenes.build([row.scene])[0], row.robots)
            return self._measure(written(scene, pathlib.Path(folder)), "--nodes", tables.NODES)

    def scale(self, name):
        """Random queries of ten robots, without shortcuts, which take as long as they are given."""
        with tempfile.TemporaryDirectory(prefix="gapless_super_graphs_") as folder:
            scene = scenes.ten_cars(robots.all_robots()) if name == "ten_cars" else scenes.build([name])[0]
            return self._measure(written(scene, pathlib.Path(folder)), "--nodes", tables.NODES, "--queries", tables.SCALE_QUERIES,
                                 "--smoothing-time", 0)

    @staticmethod
    def _arms():
        problem = REPOSITORY / "scenes" / tables.ARMS_SCENE / "problem.yaml"
        if not (problem.parent / "meshes").is_dir():
            raise BadSetup(f"scene {tables.ARMS_SCENE} has no meshes; run scripts/generate_scenes")
        return problem

    def entries(self):
        """The six arms with large roadmaps."""
        return self._measure(self._arms(), "--nodes", tables.ARMS_NODES, "--flat", 0)

    def plan(self, planner, parameters, seed):
        """The six arms by one planner."""
        with tempfile.TemporaryDirectory(prefix="gapless_super_graphs_") as folder:
            path = pathlib.Path(folder) / "path.json"
            command = [self.gapless, "plan", self._arms(), "--planner", planner, "--seed", seed, "--time", LIMIT_S, "--json", "--output", path]
            for parameter in parameters:
                command += ["--planner-param", parameter]
            _, text = run(command, 3.0 * LIMIT_S + 60.0, accepted=(0, 1))
            planned = json.loads(text)
            result = {"solved": planned["solved"], "s": planned["planning_time_s"]}
            if planned["solved"]:
                result["length"], result["makespan"] = tables.path_measures(json.loads(path.read_text())["waypoints"])
            return result
