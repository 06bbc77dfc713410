"""MoveIt 2: the parameters of a planning pipeline "gapless", for the dictionaries that a launch file gives to move_group.

In your launch file:

    moveit_config = MoveItConfigsBuilder("moveit_resources_panda").to_moveit_configs().to_dict()
    moveit_config.update(gapless_pipeline("config/moveit/ompl_planning.yaml"))
    Node(package="moveit_ros_move_group", executable="move_group", parameters=[moveit_config])
"""

import yaml


def gapless_pipeline(planning_file):
    """Parameters of the pipeline; planning_file: the path of an ompl_planning.yaml."""
    with open(planning_file, encoding="utf-8") as stream:
        planning = yaml.safe_load(stream)
    planning["planning_plugins"] = ["gapless_moveit/GaplessPlannerManager"]
    planning["request_adapters"] = [
        "default_planning_request_adapters/ResolveConstraintFrames",
        "default_planning_request_adapters/ValidateWorkspaceBounds",
        "default_planning_request_adapters/CheckStartStateBounds",
        "default_planning_request_adapters/CheckStartStateCollision",
    ]
    planning["response_adapters"] = [
        "default_planning_response_adapters/AddTimeOptimalParameterization",
        "default_planning_response_adapters/ValidateSolution",
        "gapless_moveit/CertifyTimedTrajectory",  # last: it gets the trajectory timed
    ]
    return {"planning_pipelines": ["gapless"], "default_planning_pipeline": "gapless", "gapless": planning}
