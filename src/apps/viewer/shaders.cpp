#include "shaders.h"

namespace gapless::viewer::shaders {

// Light is a key light like the sun, through a shadow map, and a sky. A still picture is the mean of many samples, each with one
// direction inside the key light's disc and one direction of the sky, each with a shadow map of its own: soft shadows and ambient
// occlusion come out of the mean, nothing is guessed from depths on the screen. A fast picture has the key light's middle and an
// unshadowed sky.
const char* const kLighting = R"(
uniform vec3 key_direction;            // towards the light
uniform mat4 key_matrix;               // world to the shadow map
uniform sampler2DShadow key_shadow;
uniform vec3 sky_direction;            // of this sample
uniform mat4 sky_matrix;
uniform sampler2DShadow sky_shadow;
uniform int one_sky_sample;            // 0: the whole sky, without shadows
uniform int develop;                   // 1: write what the screen shows, else light
uniform vec2 picture_size;
uniform float shadow_offset;           // metres along the normal

const vec3 kKey = vec3(1.00, 0.94, 0.86) * 0.86;
const vec3 kSky = vec3(0.90, 0.95, 1.00) * 0.58;
const vec3 kBounce = vec3(1.00, 0.98, 0.95) * 0.15;
const float kMeanSkyVisible = 0.8;

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

vec3 skyLight(vec3 at, vec3 n)
{
    if (one_sky_sample == 0)
        return kSky * (0.5 + 0.5 * n.z) * kMeanSkyVisible;
    // Directions are spread evenly over the upper half without its lowest part: the mean over them is that of the whole sky.
    float cosine = dot(n, sky_direction);
    return cosine <= 0.0 ? vec3(0.0) : 1.85 * kSky * cosine * visible(sky_shadow, sky_matrix, at + shadow_offset * n);
}

vec3 background()
{
    vec2 at = gl_FragCoord.xy / picture_size;
    vec3 light = mix(vec3(0.62, 0.65, 0.69), vec3(0.86, 0.89, 0.93), smoothstep(0.0, 1.0, at.y));
    vec2 off = at - vec2(0.5);
    return light * (1.0 - 0.22 * dot(off, off));
}

// Bright parts are bent towards white instead of being cut off; then the screen's gamma.
vec3 developed(vec3 light)
{
    vec3 bent = 0.7 + 0.3 * (1.0 - exp(-(light - 0.7) / 0.3));
    vec3 c = mix(light, bent, step(0.7, light));
    return mix(12.92 * c, 1.055 * pow(max(c, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

vec4 written(vec3 light)
{
    return vec4(develop == 1 ? developed(light) : light, 1.0);
}
)";

const char* const kSurfaceVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;
layout(location = 3) in float object;
layout(location = 4) in mat4 pose;
uniform mat4 view_projection;
out vec3 world, world_normal;
out vec3 paint;
flat out float object_id;
void main()
{
    vec4 p = pose * vec4(position, 1.0);
    world = p.xyz;
    world_normal = mat3(pose) * normal;
    paint = colour.rgb;
    object_id = object;
    gl_Position = view_projection * p;
}
)";

const char* const kSurfaceFragment = R"(
in vec3 world, world_normal;
in vec3 paint;
flat in float object_id;
uniform vec3 eye;
uniform vec3 tint;
uniform float tint_strength;
uniform float opacity;                 // of the whole group: of its nearest surface
uniform float dither;                  // differs from sample to sample
uniform vec2 marked;                   // objects
uniform vec3 mark_colour;
uniform float mark_strength;
out vec4 colour;
void main()
{
    if (opacity < 1.0)
    {
        // Each sample shows the surface whole or not at all, and as many samples do as it is opaque: any order will do.
        float pattern = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715))));
        if (fract(pattern + dither) >= opacity)
            discard;
    }
    vec3 to_eye = normalize(eye - world);
    vec3 n = normalize(world_normal);
    if (dot(n, to_eye) < 0.0 && !gl_FrontFacing)
        n = -n;
    bool is_marked = object_id == marked.x || object_id == marked.y;
    vec3 screen_paint = mix(paint, tint, tint_strength);
    if (is_marked)
        screen_paint = mix(screen_paint, mark_colour, mark_strength);
    vec3 albedo = pow(screen_paint, vec3(2.2));
    vec3 key = keyLight(world, n);
    vec3 light = albedo * (key + skyLight(world, n) + kBounce * (0.5 - 0.5 * n.z));
    vec3 between = normalize(to_eye + key_direction);
    light += key * 0.14 * pow(max(dot(n, between), 0.0), 36.0);
    // A thin bright rim sets dark shapes off from each other.
    light += kSky * 0.05 * pow(1.0 - max(dot(n, to_eye), 0.0), 4.0);
    if (is_marked)
        light += 0.25 * mark_strength * albedo;
    colour = written(light);
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

const char* const kGroundFragment = R"(
in vec3 world;
uniform vec3 ground_centre;
uniform vec2 grid_offset;              // of the world's origin
uniform float ground_size;
uniform float grid_step;
uniform float with_grid;
out vec4 colour;
float lines(vec2 at, float width)
{
    vec2 along = max(fwidth(at), vec2(1e-6));
    vec2 off = abs(fract(at - 0.5) - 0.5);
    vec2 line = clamp((0.5 * width * along + 0.5 * along - off) / along, 0.0, 1.0);
    // Where lines are closer than two pixels they would shimmer.
    line *= 1.0 - smoothstep(0.25, 0.6, along);
    return max(line.x, line.y);
}
void main()
{
    vec3 up = vec3(0.0, 0.0, 1.0);
    float away = length(world.xy - ground_centre.xy) / ground_size;
    float near = 1.0 - smoothstep(0.22, 0.95, away);
    vec3 whole = kKey * key_direction.z + kSky * (one_sky_sample == 0 ? kMeanSkyVisible : 1.0);
    vec3 lit = keyLight(world, up) + skyLight(world, up);
    // The floor is the background, less the light that is kept from it, so that it has no edge. One sample may be brighter.
    vec3 share = lit / whole;
    vec2 at = (world.xy - grid_offset) / grid_step;
    float line = with_grid * (0.10 * lines(at, 1.0) + 0.13 * lines(at * 0.2, 1.4));
    colour = written(background() * mix(vec3(1.0), share, near) * (1.0 - line * near));
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
    colour = written(background());
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
