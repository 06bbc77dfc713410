// Codings of the map from cells to edges, as Leven and Hutchinson compare them: section 3, Figs 3 to 5.
//
// All begin with the number of cells along x, y, z and that of edges, 32 bits each, and are read again without anything else. Sets that are no reference
// of another one are coded as number_sets.h does, and so are symmetric differences.
// All but naive may number the edges in another order, one in which those that a cell has are near each other; the order is part of the code.
//
// | coding | what |
// |---|---|
// | naive | of each cell how many edges, and their numbers, 32 bits each |
// | self | of each cell its set, edges renumbered: a better code of the labels alone |
// | region | neighbourhoods of a common set, and of differences to neighbours (region_coding.cpp) |
// | hier | blocks of 2^k cells, each as the difference to the block that it lies in (hierarchy_coding.cpp) |
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/cell_map.h"
#include "measure/number_sets.h"

namespace gapless {

struct RegionOptions
{
    /// The longest chain of cells each of which refers to the next one, in cells besides the first.
    int depth = 64;
    /// A cell refers to a neighbour if the difference is less than so much of its own set.
    double scale = 0.9;
};

struct CellCoding
{
    std::string name;
    std::function<CodeBytes(const CellMap&)> encode;
    /// @throws InputError for what is no code
    std::function<CellMap(const CodeBytes&)> decode;
};

/// naive, self, region, hier.
/// @param order all numbers of edges in the order that is to be theirs; empty: as they are
/// @throws InputError if the depth is negative or the scale not a number >= 0
std::vector<CellCoding> cellCodings(const RegionOptions& options = {}, const std::vector<std::uint32_t>& order = {});

/// Whether the code is read as exactly that map.
bool readsAs(const CellCoding& coding, const CodeBytes& code, const CellMap& map);

CodeBytes encodeRegions(const CellMap& map, const RegionOptions& options);
CellMap decodeRegions(const CodeBytes& code);
CodeBytes encodeHierarchy(const CellMap& map);
CellMap decodeHierarchy(const CodeBytes& code);

/// What all begin with.
void putHeader(const CellMap& map, BitWriter& writer);
/// With an empty set for every cell. @throws InputError if it is none
CellMap getHeader(BitReader& reader);

}  // namespace gapless
