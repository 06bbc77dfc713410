// Sets of cells in few bytes: about one for three cells of what an arm sweeps.
//
// A tree of masks. The grid lies in a cube of 2^k cells a side, which is halved along each axis: a byte tells which of its eight parts have cells, bit
// x + 2 y + 4 z for the part that lies higher along these, and the parts that have some follow, in the order of the bits (Morton's), down to
// parts of one cell. Neighbouring cells share all bytes but the last.
#pragma once

#include <cstdint>
#include <vector>

#include <gapless/cells/workspace_grid.h>

namespace gapless {

/// Appends the code of a set. Equal sets have equal codes.
/// @pre cells of the grid, sorted, without repetition
void encodeCells(const WorkspaceGrid& grid, const CellSet& cells, std::vector<std::uint8_t>& bytes);

/// Reads the code of a set that begins at `begin`. @return where the next one begins
/// @throws InputError if what is there is no code of a set of that grid; `cells` is then unspecified
std::size_t decodeCells(const WorkspaceGrid& grid, const std::vector<std::uint8_t>& bytes, std::size_t begin, CellSet& cells);

}  // namespace gapless
