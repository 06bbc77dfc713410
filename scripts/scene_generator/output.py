"""Writes scenes and the robots they use below an output folder."""

from . import writers


def write_robot(robot, folder):
    """URDF, SRDF and meshes of one robot below `folder`/robots."""
    home = folder / "robots" / robot.folder
    _write(home / f"{robot.urdf_name}.urdf", writers.urdf_text(robot).encode())
    if robot.group is not None:
        _write(home / f"{robot.urdf_name}.srdf", writers.srdf_text(robot).encode())
    for link in robot.links:
        if link.mesh is not None:
            _write(home / "meshes" / f"{link.name}.stl", writers.stl_bytes(link.mesh))


def write_scene(scene, folder):
    """Problem file and obstacle meshes of one scene; its robots have to be written besides."""
    home = folder / scene.name
    _write(home / "problem.yaml", writers.problem_text(scene).encode())
    for name, mesh in scene.meshes().items():
        _write(home / "meshes" / f"{name}.stl", writers.stl_bytes(mesh))


def _write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
