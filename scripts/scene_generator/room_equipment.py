"""Machines and vessels of the machine room, each standing on z = 0 with its long side along x; metres."""

import math

from .mesh import joined
from .primitives import (arc, box, cylinder, extrude, hexagon_bolt, revolve, ring_tube, rounded_block,
                         rounded_rectangle, tube)

SHAFT = 0.34  # height of the shafts of motors and pumps above the floor


def skid():
    """Base frame of a pump set, with anchor bolts."""
    rails = [box(1.30, 0.06, 0.10, (0.0, s * 0.20, 0.05)) for s in (-1, 1)]
    cross = [box(0.05, 0.46, 0.08, (x, 0.0, 0.051)) for x in (-0.60, -0.20, 0.20, 0.60)]
    bolts = [hexagon_bolt(0.014, 0.016).moved(x, s * 0.20, 0.0995) for x in (-0.55, 0.0, 0.55) for s in (-1, 1)]
    return joined(*rails, *cross, *bolts)


def motor():
    """Electric motor with cooling ribs, fan cover, terminal box and feet; its shaft points along +x."""
    body = revolve([(0.115, -0.24), (0.135, -0.20), (0.135, 0.20), (0.110, 0.24), (0.050, 0.25)], 20)
    cover = revolve([(0.100, -0.34), (0.128, -0.32), (0.128, -0.21)], 20)
    shaft = cylinder(0.022, 0.24, 0.36, 12)
    ribs = []
    for k in range(14):
        angle = 2.0 * math.pi * k / 14
        c, s = math.cos(angle), math.sin(angle)
        rib = box(0.030, 0.006, 0.36, (0.143, 0.0, 0.0))
        ribs.append(rib.transformed((((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))))
    feet = [box(0.08, 0.30, 0.030, (x, 0.0, 0.118)) for x in (-0.14, 0.14)]
    legs = [box(0.07, 0.03, 0.12, (x, s * 0.11, 0.19)) for x in (-0.14, 0.14) for s in (-1, 1)]
    terminals = rounded_block(0.15, 0.12, 0.09, 0.012, 0.004, 3, (0.0, 0.0, SHAFT + 0.175))
    return joined(joined(body, cover, shaft, *ribs).along_x().moved(0.0, 0.0, SHAFT), *feet, *legs, terminals)


def coupling_guard():
    """Half-round guard over the coupling of motor and pump."""
    half = extrude([(0.10 * math.cos(a), 0.10 * math.sin(a)) for a in (math.pi * k / 12 for k in range(13))], -0.10,
                   0.10)
    legs = [box(0.20, 0.01, 0.26, (0.0, s * 0.085, SHAFT - 0.11)) for s in (-1, 1)]
    lid = half.transformed((((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), (0.0, 0.0, SHAFT)))
    return joined(lid, *legs)


def pump():
    """Centrifugal pump: spiral casing, bearing bracket, suction along +x and discharge upward, both with flanges."""
    casing = revolve([(0.10, -0.075), (0.165, -0.055), (0.175, 0.0), (0.165, 0.055), (0.10, 0.075)], 20).along_x()
    bracket = revolve([(0.055, -0.34), (0.070, -0.30), (0.070, -0.18), (0.110, -0.07)], 16).along_x()
    suction = revolve([(0.060, 0.06), (0.060, 0.19), (0.115, 0.192), (0.115, 0.215)], 16).along_x()
    discharge = revolve([(0.050, 0.0), (0.050, 0.24), (0.095, 0.242), (0.095, 0.265)], 16).moved(0.0, 0.11, 0.0)
    bolts = [hexagon_bolt(0.010, 0.012).moved(0.135 * math.cos(a), 0.135 * math.sin(a), 0.060).along_x()
             for a in (math.pi * k / 3 for k in range(6))]
    head = joined(casing, bracket, suction, discharge, *bolts).moved(0.0, 0.0, SHAFT)
    feet = [box(0.10, 0.30, 0.03, (x, 0.0, 0.118)) for x in (0.0, -0.26)]
    legs = [box(0.03, 0.05, 0.17, (x, s * 0.09, 0.21)) for x in (0.0, -0.26) for s in (-1, 1)]
    return joined(head, *feet, *legs)


def tank(radius, height):
    """Upright tank with dished heads on four legs, with a manhole and nozzles."""
    leg = 0.45
    dish = [(radius * math.sin(a), -0.35 * radius * math.cos(a)) for a in (math.pi / 2.0 * k / 6 for k in range(1, 7))]
    profile = [(0.0, leg - 0.35 * radius)] + [(r, leg + z) for r, z in dish]
    profile += [(r, leg + height - z) for r, z in reversed(dish)] + [(0.0, leg + height + 0.35 * radius)]
    shell = revolve(profile, 24)
    legs = [cylinder(0.045, 0.0, leg + 0.12, 10).moved(0.86 * radius * math.cos(a), 0.86 * radius * math.sin(a), 0.0)
            for a in (math.pi * (0.25 + 0.5 * k) for k in range(4))]
    plates = [box(0.16, 0.16, 0.02, (0.86 * radius * math.cos(a), 0.86 * radius * math.sin(a), 0.011))
              for a in (math.pi * (0.25 + 0.5 * k) for k in range(4))]
    manhole = revolve([(0.20, radius - 0.10), (0.20, radius + 0.08), (0.27, radius + 0.082), (0.27, radius + 0.13)], 20)
    nozzles = [revolve([(0.04, radius - 0.06), (0.04, radius + 0.10), (0.08, radius + 0.102), (0.08, radius + 0.125)],
                       14)
               .along_y().moved(0.0, 0.0, leg + z) for z in (0.25 * height, 0.8 * height)]
    bands = [ring_tube(radius + 0.004, 0.012, 24, 6).moved(0.0, 0.0, leg + f * height) for f in (0.1, 0.5, 0.9)]
    return joined(shell, *legs, *plates, manhole.along_x().moved(0.0, 0.0, leg + 0.35 * height), *nozzles, *bands)


def heat_exchanger():
    """Shell and tube heat exchanger along x on two saddles."""
    shell = revolve([(0.0, -1.15), (0.14, -1.12), (0.22, -1.02), (0.22, -0.86), (0.29, -0.858), (0.29, -0.80),
                     (0.22, -0.798), (0.22, 0.798), (0.29, 0.80), (0.29, 0.858), (0.22, 0.86), (0.22, 1.02),
                     (0.14, 1.12),
                     (0.0, 1.15)], 28).along_x()
    nozzles = [revolve([(0.05, 0.15), (0.05, 0.32), (0.095, 0.322), (0.095, 0.345)], 14).moved(x, 0.0, 0.0)
               for x in (-0.60, 0.60, 0.95)]
    bolts = [cylinder(0.010, s * 0.83 - 0.05, s * 0.83 + 0.05, 6).moved(0.258 * math.cos(a), 0.258 * math.sin(a),
                                                                        0.0).along_x()
             for s in (-1, 1) for a in (math.pi * k / 8 for k in range(16))]
    saddles = [box(0.12, 0.40, 0.40, (x, 0.0, 0.20)) for x in (-0.5, 0.5)]
    return joined(joined(shell, *nozzles, *bolts).moved(0.0, 0.0, 0.55), *saddles)


def diesel():
    """Engine block of a generator: sump, cylinder heads, manifolds, turbocharger and flywheel."""
    block = rounded_block(1.50, 0.62, 0.62, 0.05, 0.015, 4, (0.0, 0.0, 0.62))
    sump = extrude(rounded_rectangle(1.40, 0.48, 0.05, 3), 0.12, 0.33)
    heads = [rounded_block(0.20, 0.26, 0.18, 0.03, 0.01, 3, (-0.60 + 0.24 * k, s * 0.15, 1.00)) for k in range(6)
             for s in (-1, 1)]
    manifolds = [tube([(-0.70, s * 0.37, 0.95), (0.55, s * 0.37, 0.95), (0.72, s * 0.24, 1.10)], 0.055, 12)
                 for s in (-1, 1)]
    runners = [cylinder(0.035, 0.12, 0.37, 10).along_y().moved(-0.60 + 0.24 * k, 0.0, 0.95) for k in range(6)]
    turbo = [revolve([(0.05, -0.12), (0.15, -0.08), (0.16, 0.0), (0.15, 0.08), (0.05, 0.12)], 20).along_x().moved(0.80,
                                                                                                                  0.0,
                                                                                                                  1.14)]
    flywheel = revolve([(0.30, 0.0), (0.34, 0.02), (0.34, 0.10), (0.28, 0.12)], 28).along_x().moved(0.74, 0.0, 0.55)
    feet = [box(0.14, 0.80, 0.14, (x, 0.0, 0.071)) for x in (-0.55, 0.55)]
    return joined(block, sump, *heads, *manifolds, *runners, *turbo, flywheel, *feet)


def compressor():
    """Air compressor: two-cylinder head on a lying receiver."""
    receiver = revolve([(0.0, -0.72), (0.15, -0.69), (0.23, -0.60), (0.23, 0.60), (0.15, 0.69), (0.0, 0.72)],
                       22).along_x()
    feet = [box(0.05, 0.34, 0.30, (x, 0.0, 0.15)) for x in (-0.45, 0.45)]
    deck = box(0.90, 0.40, 0.03, (0.0, 0.0, 0.62))
    crank = rounded_block(0.30, 0.26, 0.24, 0.04, 0.012, 3, (0.20, 0.0, 0.74))
    fins = [cylinder(0.10 - 0.01 * (k % 2), 0.0, 0.022, 16).moved(0.20, 0.0, 0.855 + 0.021 * k) for k in range(9)]
    wheel = revolve([(0.26, -0.03), (0.28, -0.02), (0.28, 0.02), (0.26, 0.03)], 24).along_y().moved(0.20, 0.20, 0.76)
    drive = cylinder(0.12, -0.20, 0.20, 16, 0.01).along_y().moved(-0.25, 0.0, 0.75)
    return joined(receiver.moved(0.0, 0.0, 0.37), *feet, deck, crank, *fins, wheel, drive)


def cabinet():
    """Switchboard cabinet, its doors towards +x."""
    body = rounded_block(0.45, 0.80, 2.00, 0.02, 0.006, 3, (0.0, 0.0, 1.00))
    doors = [rounded_block(0.02, 0.38, 1.80, 0.006, 0.002, 3, (0.230, s * 0.195, 1.02)) for s in (-1, 1)]
    handles = [tube([(0.238, s * 0.03, z) if i in (0, 3) else (0.275, s * 0.03, z) for i,
                     z in enumerate((0.98, 0.99, 1.09, 1.10))],
                    0.007, 6) for s in (-1, 1)]
    vents = [box(0.010, 0.26, 0.010, (0.242, s * 0.195, 1.65 + 0.03 * k)) for s in (-1, 1) for k in range(5)]
    lamps = [cylinder(0.014, 0.235, 0.262, 8).along_x().moved(0.0, s * 0.195 + 0.05 * k, 1.50) for s in (-1, 1)
             for k in (-1, 0, 1)]
    return joined(body, *doors, *handles, *vents, *lamps)


def drum():
    """Oil drum."""
    return revolve([(0.275, 0.0), (0.285, 0.01), (0.285, 0.28), (0.297, 0.29), (0.285, 0.30), (0.285, 0.57),
                    (0.297, 0.58),
                    (0.285, 0.59), (0.285, 0.86), (0.275, 0.87)], 24)


def extinguisher():
    """Fire extinguisher that hangs on a wall at y = 0, in front of it (-y)."""
    bottle = revolve([(0.07, 0.0), (0.08, 0.01), (0.08, 0.38), (0.05, 0.44), (0.025, 0.46), (0.025, 0.52)], 16)
    hose = tube(arc((0.0, 0.0, 0.40), 0.11, math.pi / 2.0, -math.pi / 2.0, 8, "x"), 0.010, 6)
    return joined(bottle, hose, box(0.06, 0.04, 0.03, (0.0, 0.0, 0.53))).moved(0.0, -0.12, 0.0)
