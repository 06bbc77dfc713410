// How much larger the clearances between links may be than a roadmap's scene asks for, edge by edge.
//
// What a certifier guarantees of an edge is hardly more than it was asked for: it stops as soon as it is enough. So it is asked again, with the clearances between links raised
// by one of a few lengths, the largest one first. What it proves is the proof of a scene that asks for so much, with nothing added or rounded since: a clearance that is no
// larger than raisedClearance() of that pair and raise is proven.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <gapless/certify/segment_certifier.h>
#include <gapless/collision/scene.h>

#include "roadmap/node_states.h"

namespace gapless {

/// The raises that roadmaps are built with, ascending, metres. @param cell side of a cell: what robots of any size are measured by
std::vector<double> raisesOfClearance(double cell);

/// Keeps memory from edge to edge: one per thread.
class RaisedProofs
{
public:
    /// @param raises ascending @throws InputError if the tolerance is out of range
    RaisedProofs(const Scene& scene, const std::vector<double>& raises, double tolerance);

    /// How many of the raises, up to the largest one with which the motion between two nodes is proven to keep all links apart.
    std::uint8_t find(const NodeStates& nodes, std::uint32_t a, std::uint32_t b);

private:
    std::vector<std::unique_ptr<SegmentCertifier>> certifiers_;  // by raise
};

}  // namespace gapless
