"""The five scenes of the paper (Schwarzer, Saha, Latombe 2002, Figs 6 and 7) and what it measured there."""

from dataclasses import dataclass

from .command import REPOSITORY, BadSetup


@dataclass(frozen=True)
class Scene:
    """`resolution`: largest joint step of the sampled check, radians. `paper`: its time over the exact check's, by tolerance."""

    name: str
    resolution: float
    paper: dict

    @property
    def problem(self):
        """The problem file."""
        return REPOSITORY / "scenes" / self.name / "problem.yaml"


SCENES = (
    Scene("irb2400_cage", 0.012, {0.001: 2.0, 0.01: 6.4}),
    Scene("fanuc_cage", 0.006, {0.001: 3.4, 0.01: 7.4}),
    Scene("fanuc_machine_tool", 0.0012, {0.001: 2.0, 0.01: 8.0}),
    Scene("irb2400_workshop", 0.012, {0.001: 2.3, 0.01: 8.5}),
    Scene("six_irb2400_car", 0.012, {0.001: 3.6, 0.01: 18.0}),
)


def add_scenes_option(parser):
    """--scenes NAME..."""
    parser.add_argument("--scenes", nargs="+", metavar="NAME", choices=[scene.name for scene in SCENES],
                        default=[scene.name for scene in SCENES],
                        help="default all: " + ", ".join(scene.name for scene in SCENES))


def chosen(names):
    """The scenes of these names, in the paper's order; raises BadSetup where the meshes are missing."""
    scenes = [scene for scene in SCENES if scene.name in names]
    for scene in scenes:
        if not (scene.problem.parent / "meshes").is_dir():
            raise BadSetup(f"scene {scene.name} has no meshes; run scripts/generate_scenes")
    return scenes
