#include "shaders.h"

namespace gapless::viewer::shaders {

// Light is a key light like the sun, through a shadow map, and a sky. A still picture is the mean of many samples, each with one
// direction inside the key light's disc and one direction of the sky, each with a shadow map of its own: soft shadows and ambient
// occlusion come out of the mean, nothing is guessed from depths on the screen. A fast picture has the key light's middle and an
// unshadowed sky, and is lit at the vertices: Mesa on the CPU has some fifty nanoseconds for a pixel.
const char* const kLighting = R"(
uniform vec3 key_direction;            // towards the light
uniform mat4 key_matrix;               // world to the shadow map

const vec3 kKey = vec3(1.00, 0.94, 0.86) * 0.86;
const vec3 kSky = vec3(0.90, 0.95, 1.00) * 0.58;
const vec3 kBounce = vec3(1.00, 0.98, 0.95) * 0.15;

// Bright parts are bent towards white instead of being cut off; then the screen's gamma, by roots, which processors are quick at.
vec3 developed(vec3 light)
{
    vec3 over = max(light - 0.7, 0.0) * (1.0 / 0.3);
    vec3 c = min(light, 0.7) + 0.3 * over / (1.0 + over);
    vec3 root = sqrt(c), fourth = sqrt(root);
    return 0.662003 * root + 0.684122 * fourth - 0.323584 * sqrt(fourth) - 0.0225412 * c;
}
)";

const char* const kFineLighting = R"(
uniform sampler2DShadow key_shadow;
uniform vec3 sky_direction;            // of this sample
uniform mat4 sky_matrix;
uniform sampler2DShadow sky_shadow;
uniform float shadow_offset;           // metres along the normal

float visible(sampler2DShadow shadow, mat4 matrix, vec3 at)
{
    vec3 p = (matrix * vec4(at, 1.0)).xyz * 0.5 + 0.5;
    return p.z >= 1.0 ? 1.0 : texture(shadow, p);
}

vec3 keyLight(vec3 at, vec3 n)
{
    float cosine = dot(n, key_direction);
    return cosine <= 0.0 ? vec3(0.0) : kKey * cosine * visible(key_shadow, key_matrix, at + shadow_offset * n);
}

// Directions are spread evenly over the upper half without its lowest part: the mean over them is that of the whole sky.
vec3 skyLight(vec3 at, vec3 n)
{
    float cosine = dot(n, sky_direction);
    return cosine <= 0.0 ? vec3(0.0) : 1.85 * kSky * cosine * visible(sky_shadow, sky_matrix, at + shadow_offset * n);
}
)";

const char* const kBackdrop = R"(
uniform vec2 picture_size;

vec3 background()
{
    // Rows of one colour each, which PNG packs well.
    return mix(vec3(0.60, 0.63, 0.67), vec3(0.87, 0.90, 0.94), smoothstep(0.0, 1.0, gl_FragCoord.y / picture_size.y));
}
)";

// Each sample shows the nearest surface of a group whole or not at all, and as many samples do as it is opaque: any order will do.
// A shader that may discard costs the depth test before shading, so only ghosts have it.
const char* const kDiscarding = R"(
uniform float opacity;
uniform float dither;                  // differs from sample to sample
void maybeDiscard()
{
    float pattern = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715))));
    if (fract(pattern + dither) >= opacity)
        discard;
}
)";

const char* const kNeverDiscarding = R"(
void maybeDiscard()
{
}
)";

// Vertices are the same for both, and so is what is painted over.
const char* const kPaint = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;
layout(location = 3) in float object;
layout(location = 4) in mat4 pose;
uniform mat4 view_projection;
uniform vec3 tint;
uniform float tint_strength;
uniform vec2 marked;                   // objects
uniform vec3 mark_colour;
uniform float mark_strength;

float markOf()
{
    return object == marked.x || object == marked.y ? mark_strength : 0.0;
}

vec3 paintOf()
{
    // From the screen's colours to light.
    vec3 own = pow(colour.rgb, vec3(2.2));
    return mix(mix(own, tint, tint_strength), mark_colour, markOf());
}
)";

const char* const kFastSurfaceVertex = R"(
uniform float shadow_offset;
out vec3 lit, shaded;                  // as the screen shows them, in the key light and out of it
out vec3 shadow_at;
void main()
{
    vec4 p = pose * vec4(position, 1.0);
    vec3 n = mat3(pose) * normal;
    const float kSkyVisible = 0.8;     // about what a still picture has in the mean
    vec3 albedo = paintOf();
    vec3 ambient = albedo * (kSky * ((0.5 + 0.5 * n.z) * kSkyVisible) + kBounce * (0.5 - 0.5 * n.z) + 0.25 * markOf());
    shaded = developed(ambient);
    lit = developed(ambient + albedo * kKey * max(dot(n, key_direction), 0.0));
    shadow_at = (key_matrix * vec4(p.xyz + shadow_offset * n, 1.0)).xyz * 0.5 + 0.5;
    gl_Position = view_projection * p;
}
)";

const char* const kFastSurfaceFragment = R"(
in vec3 lit, shaded;
in vec3 shadow_at;
uniform sampler2DShadow key_shadow;
out vec4 colour;
void main()
{
    maybeDiscard();
    colour = vec4(mix(shaded, lit, texture(key_shadow, shadow_at)), 1.0);
}
)";

const char* const kSurfaceVertex = R"(
out vec3 world, world_normal;
out vec3 albedo;
out float mark;
void main()
{
    vec4 p = pose * vec4(position, 1.0);
    world = p.xyz;
    world_normal = mat3(pose) * normal;
    albedo = paintOf();
    mark = markOf();
    gl_Position = view_projection * p;
}
)";

const char* const kSurfaceFragment = R"(
in vec3 world, world_normal;
in vec3 albedo;
in float mark;
uniform vec3 eye;
out vec4 colour;
void main()
{
    maybeDiscard();
    vec3 to_eye = normalize(eye - world);
    vec3 n = normalize(world_normal);
    if (dot(n, to_eye) < 0.0 && !gl_FrontFacing)
        n = -n;
    vec3 key = keyLight(world, n);
    vec3 light = albedo * (key + skyLight(world, n) + kBounce * (0.5 - 0.5 * n.z) + 0.25 * mark);
    light += key * 0.14 * pow(max(dot(n, normalize(to_eye + key_direction)), 0.0), 36.0);
    // A thin bright rim sets dark shapes off from each other.
    light += kSky * 0.05 * pow(1.0 - max(dot(n, to_eye), 0.0), 4.0);
    colour = vec4(light, 1.0);
}
)";

const char* const kGroundVertex = R"(
layout(location = 0) in vec2 corner;
uniform mat4 view_projection;
uniform vec3 ground_centre;
uniform float ground_size;
out vec3 world;
void main()
{
    world = ground_centre + vec3(corner * ground_size, 0.0);
    gl_Position = view_projection * vec4(world, 1.0);
}
)";

const char* const kGrid = R"(
in vec3 world;
uniform vec3 ground_centre;
uniform vec2 grid_offset;              // of the world's origin
uniform float ground_size;
uniform float grid_step;
uniform float with_grid;

float lines(vec2 at, float width)
{
    vec2 along = max(fwidth(at), vec2(1e-6));
    vec2 off = abs(fract(at - 0.5) - 0.5);
    vec2 line = clamp((0.5 * width * along + 0.5 * along - off) / along, 0.0, 1.0);
    // Where lines are closer than two pixels they would shimmer.
    line *= 1.0 - smoothstep(0.25, 0.6, along);
    return max(line.x, line.y);
}

// How dark the grid is here.
float grid()
{
    vec2 at = (world.xy - grid_offset) / grid_step;
    return with_grid * (0.10 * lines(at, 1.0) + 0.13 * lines(at * 0.2, 1.4));
}

// 1 in the middle; far away the floor is the background, so that it has no edge.
float nearness()
{
    return 1.0 - smoothstep(0.22, 0.95, length(world.xy - ground_centre.xy) / ground_size);
}
)";

// The floor is the background, less the light that is kept from it.
const char* const kGroundFragment = R"(
out vec4 colour;
void main()
{
    vec3 up = vec3(0.0, 0.0, 1.0);
    vec3 share = (keyLight(world, up) + skyLight(world, up)) / (kKey * key_direction.z + kSky);
    float near = nearness();
    colour = vec4(background() * mix(vec3(1.0), share, near) * (1.0 - grid() * near), 1.0);
}
)";

const char* const kFastGroundFragment = R"(
uniform sampler2DShadow key_shadow;
out vec4 colour;
void main()
{
    // What is left of the background without the key light.
    const vec3 kShade = vec3(0.42, 0.45, 0.49);
    vec3 at = (key_matrix * vec4(world, 1.0)).xyz * 0.5 + 0.5;
    float near = nearness();
    vec3 share = mix(vec3(1.0), kShade, near * (1.0 - texture(key_shadow, at)));
    colour = vec4(developed(background() * share * (1.0 - grid() * near)), 1.0);
}
)";

const char* const kDepthVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 4) in mat4 pose;
uniform mat4 view_projection;
void main()
{
    gl_Position = view_projection * (pose * vec4(position, 1.0));
}
)";

const char* const kDepthFragment = R"(
void main()
{
}
)";

const char* const kWholePictureVertex = R"(
void main()
{
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(corner, 1.0, 1.0);
}
)";

const char* const kBackgroundFragment = R"(
out vec4 colour;
void main()
{
    colour = vec4(background(), 1.0);
}
)";

const char* const kFastBackgroundFragment = R"(
out vec4 colour;
void main()
{
    colour = vec4(developed(background()), 1.0);
}
)";

const char* const kAddFragment = R"(
uniform sampler2D picture;
out vec4 colour;
void main()
{
    colour = vec4(texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb, 1.0);
}
)";

const char* const kDevelopFragment = R"(
uniform sampler2D picture;
out vec4 colour;
void main()
{
    vec4 sum = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
    colour = vec4(developed(sum.rgb / sum.a), 1.0);
}
)";

}  // namespace gapless::viewer::shaders
