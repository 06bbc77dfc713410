"""Writes meshes, robots and problems: binary STL, URDF, SRDF, and the YAML problem file."""

import struct

HEADER = b"gapless scene generator; metres".ljust(80, b" ")


def number(value):
    """Shortest decimal that the committed files use: at most six places, no -0."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def numbers(values, separator=" "):
    """Several numbers in one line."""
    return separator.join(number(v) for v in values)


def stl_bytes(mesh):
    """Binary STL; the normals are left zero, which readers take to mean the vertex order's."""
    chunks = [HEADER, struct.pack("<I", len(mesh))]
    for triangle in mesh.triangles:
        # Adding 0.0 turns -0.0 into 0.0, so that readers which compare bytes join the vertices too.
        corners = [c + 0.0 for i in triangle for c in mesh.vertices[i]]
        chunks.append(struct.pack("<12fH", 0.0, 0.0, 0.0, *corners, 0))
    return b"".join(chunks)


def urdf_text(robot):
    """URDF with one mesh or solid per link, used both for collision and for display."""
    lines = ['<?xml version="1.0"?>', '<!-- Written by scripts/generate_scenes. -->', f'<robot name="{robot.name}">']
    for link in robot.links:
        if link.mesh is None and link.solid is None:
            lines.append(f'  <link name="{link.name}"/>')
            continue
        lines.append(f'  <link name="{link.name}">')
        for use in ("visual", "collision"):
            lines.append(f"    <{use}>{_geometry(link)}</{use}>")
        lines.append("  </link>")
    for joint in robot.joints:
        kind = "fixed" if joint.limits is None else joint.kind
        lines += [f'  <joint name="{joint.name}" type="{kind}">',
                  f'    <parent link="{joint.parent}"/>',
                  f'    <child link="{joint.child}"/>',
                  f'    <origin xyz="{numbers(joint.xyz)}" rpy="{numbers(joint.rpy)}"/>']
        if joint.limits is not None:
            lower, upper = joint.limits
            lines += [f'    <axis xyz="{numbers(joint.axis)}"/>',
                      f'    <limit lower="{number(lower)}" upper="{number(upper)}" effort="{number(joint.effort)}" '
                      f'velocity="{number(joint.velocity)}"/>']
        lines.append("  </joint>")
    return "\n".join(lines + ["</robot>", ""])


def _geometry(link):
    """What a URDF says about the shape of a link, and where it is."""
    if link.solid is None:
        return f'<geometry><mesh filename="meshes/{link.name}.stl"/></geometry>'
    solid = link.solid
    shape = (f'box size="{numbers(solid.size)}"' if solid.kind == "box"
             else f'cylinder radius="{number(solid.size[0])}" length="{number(solid.size[1])}"')
    return f'<origin xyz="{numbers(solid.xyz)}"/><geometry><{shape}/></geometry>'


def srdf_text(robot):
    """SRDF: the chain that plans and the link pairs that need no check."""
    lines = ['<?xml version="1.0"?>', '<!-- Written by scripts/generate_scenes. -->', f'<robot name="{robot.name}">',
             f'  <group name="{robot.group}">',
             f'    <chain base_link="base_link" tip_link="{robot.tip_link}"/>',
             '  </group>',
             '  <virtual_joint name="world_joint" type="fixed" parent_frame="world" child_link="base_link"/>']
    for first, second, reason in robot.disabled:
        lines.append(f'  <disable_collisions link1="{first}" link2="{second}" reason="{reason}"/>')
    return "\n".join(lines + ["</robot>", ""])


def problem_text(scene):
    """The YAML problem file of a scene."""
    also = ", which also makes the meshes" if scene.needs_meshes() else ""
    lines = [f"# {scene.title}", f"# Written by scripts/generate_scenes{also}.", "robots:"]
    for placed in scene.robots:
        path = f"../robots/{placed.robot.folder}/{placed.robot.urdf_name}"
        lines += [f"  - name: {placed.name}", f"    urdf: {path}.urdf"]
        if placed.robot.group is not None:
            lines += [f"    srdf: {path}.srdf", f"    group: {placed.robot.group}"]
        if placed.steering is None:
            lines.append(f"    base: {{xyz: [{numbers(placed.xyz, ', ')}], rpy: [{numbers(placed.rpy, ', ')}]}}")
            continue
        lower, upper = placed.steering.limits
        lines += ["    planar: true",
                  f"    base_limits: {{lower: [{numbers(lower, ', ')}], upper: [{numbers(upper, ', ')}]}}",
                  f"    steering: {{type: {placed.steering.kind}, radius: {number(placed.steering.radius)}}}"]
    lines.append("obstacles:")
    for obstacle in scene.obstacles:
        shape = (f"box: [{numbers(obstacle.box, ', ')}]" if obstacle.mesh is None
                 else f"mesh: meshes/{obstacle.file_name()}.stl")
        lines.append(f"  - {{name: {obstacle.name}, {shape}{_pose(obstacle)}}}")
    lines += ["start:"] + _joint_lines(scene, scene.start) + ["goal:"]
    if isinstance(scene.goal, list):
        lines += _joint_lines(scene, scene.goal)
    else:
        lines.append(f"  links_below: {{z: {number(scene.goal.height)}}}")
    return "\n".join(lines + [""])


def _pose(obstacle):
    """The pose of an obstacle as further keys of its mapping; nothing for a mesh in world coordinates."""
    if not obstacle.is_placed():
        return ""
    turn = f", rpy: [{numbers(obstacle.rpy, ', ')}]" if any(obstacle.rpy) else ""
    return f", pose: {{xyz: [{numbers(obstacle.xyz, ', ')}]{turn}}}"


def _joint_lines(scene, configurations):
    """One line per joint value of a configuration of all robots, one per car."""
    lines = []
    for placed, values in zip(scene.robots, configurations):
        prefix = f"{placed.name}/" if len(scene.robots) > 1 else ""
        if placed.steering is not None:
            lines.append(f"  {prefix}base: [{numbers(values, ', ')}]")
            continue
        moving = [joint.name for joint in placed.robot.joints if joint.limits is not None]
        lines += [f"  {prefix}{name}: {number(value)}" for name, value in zip(moving, values)]
    return lines
