"""What a URDF and an SRDF say about a robot arm; lengths in metres, angles in radians."""

from dataclasses import dataclass, field

from .refinement import refine_longest_edges


@dataclass
class Solid:
    """A box of `size`, or an upright cylinder of (radius, height), its centre at xyz in the link's frame; metres."""

    kind: str  # "box" or "cylinder"
    size: tuple
    xyz: tuple = (0.0, 0.0, 0.0)


@dataclass
class Link:
    """A rigid body of a mesh or a solid; a mere frame has neither."""

    name: str
    mesh: object = None
    solid: Solid = None


@dataclass
class Joint:
    """A joint about or along `axis` of its frame, or a fixed one where `limits` is None."""

    name: str
    parent: str
    child: str
    xyz: tuple = (0.0, 0.0, 0.0)
    rpy: tuple = (0.0, 0.0, 0.0)
    axis: tuple = (0.0, 0.0, 1.0)
    limits: tuple = None
    effort: float = 1000.0  # N m; unknown, but readers want a number
    velocity: float = 0.0  # rad/s
    kind: str = "revolute"  # or "prismatic"


@dataclass
class RobotModel:
    """An arm with its tool, a car, or what slides in a plane. `urdf_name` names the files; `disabled` lists (link, link, reason).

    The SRDF's `group` is the chain from base_link to `tip_link`; a robot without a group has no SRDF.
    """

    folder: str
    urdf_name: str
    name: str
    links: list
    joints: list
    disabled: list = field(default_factory=list)
    tip_link: str = "tool0"
    group: str = "manipulator"

    def meshes(self):
        """The meshes of all links that have one."""
        return [link.mesh for link in self.links if link.mesh is not None]

    def triangle_count(self):
        """Triangles of all links together."""
        return sum(len(mesh) for mesh in self.meshes())


def refined_to(links, total):
    """The same links, with long triangles bisected until all have `total` triangles together."""
    refine_longest_edges([link.mesh for link in links if link.mesh is not None], total)
    return links
