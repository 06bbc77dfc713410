"""The robots of the scenes: arms with a tool fixed to the flange, the linkage, the cars, and what slides in a plane."""

from . import fanuc_200, irb2400, linkage, planar_robots, puma_560, tools, vehicles
from .robot_model import Joint, Link, RobotModel

# Pairs beside those joined by one joint that never touch. In 12,000 random configurations over the
# whole joint range they stayed more than 3 cm apart. Two joints, or three with wide margins, move
# the one link relative to the other, so that the samples lie close together.
IRB2400_NEVER = (("base_link", "link_2"), ("link_1", "link_3"), ("link_2", "link_4"), ("link_2", "link_5"),
                 ("link_3", "link_5"))
FANUC_200_NEVER = (("base_link", "link_2"), ("base_link", "link_3"), ("link_1", "link_3"), ("link_2", "link_4"),
                   ("link_2", "link_5"), ("link_3", "link_5"))
# The folded elbow keeps the wrist's centre 33 cm from the shoulder's axis, and 30 cm from the upper arm's. The
# flange swings through the wrist's fork with 11 mm to spare.
PUMA_560_NEVER = (("base_link", "link_2"), ("link_1", "link_3"), ("link_1", "link_4"), ("link_1", "link_5"),
                  ("link_1", "link_6"), ("link_2", "link_4"), ("link_2", "link_5"), ("link_2", "link_6"),
                  ("link_3", "link_5"), ("link_3", "link_6"), ("link_4", "link_6"))


def irb2400_robot(tool_name=None, tool_mesh=None):
    """The IRB 2400, bare or with a tool."""
    suffix = f"_{tool_name}" if tool_name else ""
    return _robot("irb2400", f"irb2400{suffix}", irb2400, tool_name, tool_mesh, IRB2400_NEVER)


def fanuc_200_robot():
    """The Fanuc 200 with its arc welding gun."""
    return _robot("fanuc_200", "fanuc_200_arc_gun", fanuc_200, "arc_gun", tools.arc_welding_gun(), FANUC_200_NEVER)


def puma_560_robot():
    """The Puma 560, bare."""
    return _robot("puma_560", "puma_560", puma_560, None, None, PUMA_560_NEVER)


def linkage_robot():
    """The linkage of 20 joints; only neighbours, joined by one joint, need no check."""
    chain = linkage.names()
    disabled = [(a, b, "Adjacent") for a, b in zip(chain, chain[1:])]
    return RobotModel("linkage", "linkage", "linkage", linkage.links(), linkage.joints(), disabled, tip_link=chain[-1],
                      group="linkage")


def all_robots():
    """Every robot that has a folder under scenes/robots, by the name of its URDF."""
    robots = [irb2400_robot(), irb2400_robot("rod", tools.rod()), irb2400_robot("gripper", tools.gripper()),
              irb2400_robot("spot_gun", tools.spot_welding_gun()), fanuc_200_robot(),
              puma_560_robot(), linkage_robot(), vehicles.car_robot(), vehicles.truck_robot(),
              planar_robots.small_car(), planar_robots.disc(), planar_robots.rectangle()]
    return {robot.urdf_name: robot for robot in robots}


def _robot(folder, name, arm, tool_name, tool_mesh, never):
    links, joints = arm.links(), arm.joints()
    chain = ["base_link"] + [f"link_{k}" for k in range(1, 7)]
    disabled = [(a, b, "Adjacent") for a, b in zip(chain, chain[1:])]
    if tool_name is not None:
        links.append(Link(tool_name, tool_mesh))
        joints.append(Joint("tool0_to_tool", "tool0", tool_name))
        disabled += [("link_5", tool_name, "Adjacent"), ("link_6", tool_name, "Adjacent")]
    disabled += [(a, b, "Never") for a, b in never]
    return RobotModel(folder, name, name, links, joints, disabled)
