"""A fixed body of a scene."""

from dataclasses import dataclass


@dataclass
class Obstacle:
    """A fixed mesh, or a box of `box` about its origin where there is no mesh, at a pose in the world, metres and radians.

    Obstacles that share a mesh give it the same `mesh_name`, so that it is written to one file only.
    """

    name: str
    mesh: object = None
    mesh_name: str = None  # of the file; default: the obstacle's name
    xyz: tuple = (0.0, 0.0, 0.0)
    rpy: tuple = (0.0, 0.0, 0.0)
    box: tuple = None

    def file_name(self):
        """The mesh's file, without folder and suffix."""
        return self.name if self.mesh_name is None else self.mesh_name

    def is_placed(self):
        """Does the obstacle have a pose, unlike a mesh in world coordinates?"""
        return any(self.xyz) or any(self.rpy)
