"""Tools in the frame of the mounting flange: z points out of the flange, metres."""

import math

from .mesh import joined
from .primitives import (arc, box, cylinder, extrude, hexagon_bolt, revolve, rounded_block, rounded_rectangle, tube)

ROD_LENGTH = 1.0
ROD_RADIUS = 0.004


def rod():
    """A thin straight rod in a chuck, as in Fig. 2 of the paper."""
    chuck = revolve([(0.034, 0.002), (0.034, 0.014), (0.020, 0.020), (0.020, 0.055), (0.009, 0.080)], 12)
    steps = 10
    levels = [0.07 + ROD_LENGTH * k / steps for k in range(steps + 1)]
    bar = revolve([(ROD_RADIUS, z) for z in levels], 8)
    return joined(chuck, bar)


def gripper():
    """Parallel gripper with two fingers and a pneumatic valve block."""
    adapter = cylinder(0.040, 0.001, 0.020, 20, 0.003)
    body = rounded_block(0.080, 0.150, 0.090, 0.018, 0.005, 4, (0.0, 0.0, 0.065))
    rail = box(0.030, 0.180, 0.018, (0.0, 0.0, 0.118))
    valve = rounded_block(0.036, 0.070, 0.060, 0.008, 0.003, centre=(0.055, 0.0, 0.060))
    hose = tube(arc((0.055, 0.0, 0.030), 0.040, 0.0, math.pi * 0.9, 8, "x"), 0.006, 6)
    carriages, fingers = [], []
    for side in (-1.0, 1.0):
        carriages.append(rounded_block(0.046, 0.040, 0.030, 0.008, 0.003, centre=(0.0, side * 0.062, 0.138)))
        finger = extrude(rounded_rectangle(0.026, 0.014, 0.004, 3), 0.150, 0.250, 0.002)
        fingers.append(finger.moved(0.0, side * 0.058, 0.0))
        fingers.append(box(0.030, 0.008, 0.040, (0.0, side * 0.0485, 0.232)))
    bolts = [hexagon_bolt(0.004, 0.004).moved(sx * 0.027, sy * 0.055, 0.1098) for sx in (-1, 1) for sy in (-1, 1)]
    return joined(adapter, body, rail, valve, hose, *carriages, *fingers, *bolts)


def arc_welding_gun():
    """Arc welding gun: clamp, torch body, neck bent by 45 degrees, gas nozzle and wire."""
    adapter = cylinder(0.048, 0.002, 0.022, 14)
    bracket = extrude(rounded_rectangle(0.050, 0.076, 0.012, 3), 0.020, 0.100)
    clamp = rounded_block(0.070, 0.060, 0.070, 0.012, 0.004, 2, (0.040, 0.0, 0.120))
    body = revolve([(0.022, 0.060), (0.022, 0.190), (0.013, 0.230)], 10)
    bend, radius, base = math.pi / 4.0, 0.12, 0.250
    neck_path = [(0.0, 0.0, 0.215)]
    neck_path += [(radius * (1.0 - math.cos(a)), 0.0, base + radius * math.sin(a))
                  for a in (bend * k / 4 for k in range(5))]
    neck = tube(neck_path, 0.0095, 6)
    nozzle = revolve([(0.0110, 0.0), (0.0125, 0.050), (0.0090, 0.090)], 8)
    wire = revolve([(0.0012, 0.085), (0.0012, 0.105)], 5)
    c, s = math.cos(bend), math.sin(bend)
    along_neck = (((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)), neck_path[-1])
    hose = tube([(0.0, 0.0, 0.070), (0.0, 0.0, 0.052), (0.012, 0.0, 0.034), (0.035, 0.0, 0.024),
                 (0.075, 0.0, 0.020)], 0.012, 6)
    torch = joined(body, neck, joined(nozzle, wire).transformed(along_neck), hose).moved(0.055, 0.0, 0.0)
    return joined(adapter, bracket, clamp, torch)


def spot_welding_gun():
    """Small C-frame spot gun: transformer, fixed arm round the throat, moving electrode."""
    adapter = cylinder(0.042, 0.001, 0.024, 16, 0.003)
    transformer = rounded_block(0.100, 0.130, 0.130, 0.018, 0.005, centre=(0.0, 0.0, 0.088))
    fixed_arm = tube([(0.030, 0.0, 0.140), (0.030, 0.0, 0.270), (0.026, 0.0, 0.295), (0.006, 0.0, 0.312),
                      (-0.030, 0.0, 0.318)], 0.016, 8)
    lower_tip = revolve([(0.010, 0.0), (0.010, 0.030), (0.005, 0.040)], 10).transformed(
        (((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)), (-0.030, 0.0, 0.318)))
    moving_arm = tube([(-0.030, 0.0, 0.145), (-0.036, 0.0, 0.200), (-0.036, 0.0, 0.225)], 0.014, 8)
    return joined(adapter, transformer, fixed_arm, lower_tip, moving_arm)
