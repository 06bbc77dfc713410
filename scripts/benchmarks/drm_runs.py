"""What is run for the tables of Leven and Hutchinson: roadmaps of chains are built, coded, enhanced and planned with.

Robots, problems and roadmaps are written into a temporary folder and are gone afterwards; what is measured is returned.
"""

import json
import pathlib
import tempfile

from . import chain_robots, roadmap_reader
from .command import BadSetup, json_lines, run

NEIGHBORS = 5  # as many arcs has a node of the paper's at least
TRIES = {True: 20, False: 200}  # arcs for each part of a roadmap that a cube cuts off; planar, in space
TIME_LIMIT = 7200.0  # seconds for one command


class DrmRuns:
    """`gapless` and `codings` are programs, `jobs` threads that build and look."""

    def __init__(self, gapless, codings, jobs):
        self.gapless, self.codings, self.jobs = gapless, codings, jobs

    def _roadmap(self, *arguments, accepted=(0,)):
        return json.loads(run([self.gapless, "roadmap", *arguments, "--json"], TIME_LIMIT, accepted)[1])

    def _build(self, problem, nodes, file):
        return self._roadmap("build", problem, "--output", file, "--nodes", nodes, "--neighbors", NEIGHBORS, "--cell",
                             chain_robots.CELL, "--jobs", self.jobs)

    def sizes(self, chain, nodes):
        """The line of `roadmap_codings` of a roadmap of so many nodes, and what building it took."""
        with tempfile.TemporaryDirectory(prefix="gapless_drm_") as folder:
            problem = chain_robots.write(chain, folder)
            file = pathlib.Path(folder) / "roadmap.gdrm"
            built = self._build(problem, nodes, file)
            line = json_lines(run([self.codings, file], TIME_LIMIT)[1])[0]
        if chain.is_planar and line["used"][2] != 1:
            raise BadSetup(f"{chain.name()} lies in {line['used'][2]} layers of cells, and has to in one")
        del line["file"]
        return {**line, "build_s": built["seconds"]}

    def corridor(self, chain, nodes):
        """The plans while the two blocks of the corridor are put into the workspace, one after the other."""
        query, places = chain_robots.corridor(chain)
        with tempfile.TemporaryDirectory(prefix="gapless_drm_") as folder:
            problem = chain_robots.write(chain, folder, query)
            file = pathlib.Path(folder) / "roadmap.gdrm"
            built = self._build(problem, nodes, file)
            moves = [part for name, place in places.items()
                     for part in ("--move", f"{name}={','.join(f'{value:.9g}' for value in place)}")]
            answer = self._roadmap("query", file, problem, "--time", 60, *moves, accepted=(0, 1))
        return {"nodes": nodes, "edges": built["edges"], "load_ms": answer["load_ms"], "plans": answer["plans"]}

    def enhanced(self, chain, nodes, largest_side):
        """Edges that were added against cubes of 1, 2, ... cells, and what single cells do before and in the end."""
        with tempfile.TemporaryDirectory(prefix="gapless_drm_") as folder:
            problem = chain_robots.write(chain, folder)
            file = pathlib.Path(folder) / "roadmap.gdrm"
            built = self._build(problem, nodes, file)
            passes = [self._pass(file, problem, "--side", side, "--tries", TRIES[chain.is_planar]) for side in range(1, largest_side + 1)]
            last = self._pass(file, problem, "--side", 1, "--tries", 0)
        return {"nodes": nodes, "edges": built["edges"], "passes": passes, "single_cells": last}

    def two_roadmaps(self, chain, nodes):
        """Roadmaps before and after arcs were added against single cells, and the cells that disconnect before and after, for pictures."""
        with tempfile.TemporaryDirectory(prefix="gapless_drm_") as folder:
            problem = chain_robots.write(chain, folder)
            file = pathlib.Path(folder) / "roadmap.gdrm"
            self._build(problem, nodes, file)
            before, first = roadmap_reader.read(file), self._flagged(file, problem, "--tries", 0)
            left = self._flagged(file, problem, "--tries", TRIES[chain.is_planar])
            return before, roadmap_reader.read(file), first, left

    def _flagged(self, file, problem, *arguments):
        found = self._roadmap("enhance", file, problem, "--jobs", self.jobs, "--side", 1, *arguments, accepted=(0, 1))
        return [tuple(cell) for cell in found["flagged"]]

    def _pass(self, file, problem, *arguments):
        found = self._roadmap("enhance", file, problem, "--jobs", self.jobs, *arguments, accepted=(0, 1))
        del found["flagged"]  # as many as disconnect after
        return found
