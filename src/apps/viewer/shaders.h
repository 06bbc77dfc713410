// The texts of the shaders, GLSL 3.30.
#pragma once

namespace gapless::viewer::shaders {

extern const char* const kSurfaceVertex;
extern const char* const kSurfaceFragment;
extern const char* const kGroundVertex;
extern const char* const kGroundFragment;
extern const char* const kDepthVertex;
extern const char* const kDepthFragment;
extern const char* const kWholePictureVertex;
extern const char* const kBackgroundFragment;
extern const char* const kAddFragment;
extern const char* const kDevelopFragment;

/// What the fragment shaders that shade have in common; stands before each of them.
extern const char* const kLighting;

}  // namespace gapless::viewer::shaders
