// The compute shader that walks the tree: source text and the numbers that it shares with the caller.
#pragma once

namespace gapless::gl {

/// Work items per group.
constexpr unsigned kGroupSize = 64;

/// Bindings of storage buffers in the shader.
constexpr unsigned kNodes = 0, kLeaves = 1, kPieces = 2, kMasks = 3, kHits = 4, kFinished = 5;

/// GLSL 4.30.
const char* cullShaderSource();

}  // namespace gapless::gl
