// The texts of the shaders, GLSL 3.30, in parts: a shader is one part after the other.
#pragma once

namespace gapless::viewer::shaders {

// Parts without main().
extern const char* const kLighting;
extern const char* const kFineLighting;
extern const char* const kBackdrop;
extern const char* const kDiscarding;
extern const char* const kNeverDiscarding;
extern const char* const kPaint;
extern const char* const kGrid;

extern const char* const kSurfaceVertex;
extern const char* const kSurfaceFragment;
extern const char* const kFastSurfaceVertex;
extern const char* const kFastSurfaceFragment;
extern const char* const kGroundVertex;
extern const char* const kGroundFragment;
extern const char* const kFastGroundFragment;
extern const char* const kDepthVertex;
extern const char* const kDepthFragment;
extern const char* const kWholePictureVertex;
extern const char* const kBackgroundFragment;
extern const char* const kFastBackgroundFragment;
extern const char* const kAddFragment;
extern const char* const kDevelopFragment;

}  // namespace gapless::viewer::shaders
