#include "culling/gl/cull_shader.h"

namespace gapless::gl {

// Rounding in the shader. What is assumed of float arithmetic (GLSL 4.30, section 4.5.1): +, - and * are correctly rounded, or fused,
// which rounds less; comparisons, min, max and abs are exact; subnormal numbers may become 0. Division is used for directions alone,
// which need not be good. U = 2^-24.
//
// Gap along n. All is seen from the piece's centre. Let P be the largest coordinate of the core there, T that of the leaf (for a box:
// of centre and half axes together), so |n.x| <= |n|_1 P and |n|_1 T. Moving the leaf to the centre is off by U T per coordinate, the
// stored offsets by U P; a dot product adds 3 U |n|_1 (its size), a box's support value three sums more, the difference one:
//   |gap computed - gap| <= 9 U |n|_1 (T + P).
// Taken are 32 U |n|_1 (T + P + 1e-12): the 1e-12 is far more than what 24 flushed products (2^-126 each) come to, since |n|_1 >= 1e-6.
// Proven apart: gap' = gap - error > 0 and gap'^2 > (need + r)^2 |n|^2 (1 + 1e-5)^2: ten roundings are less than 1e-6. Nothing over-
// or underflows: coordinates are < 4e6, directions are < 4e6 in length, (need + r)^2 |n|^2 >= (1e-9)^2 (1e-6)^2 / 3.
//
// Slab of a box along an axis of length <= 1 (|axis|_1 <= sqrt 3): low and high seen from the centre are off by U S, S their largest
// coordinate; middle and half extents by 3 U S, their products with the axis by 3 U sqrt(3) S each, two differences by U each of numbers
// below 2 sqrt(3) S + |slab|. Together less than 32 U (S + |slab|); |slab| <= 2 P + need. Taken are 128 U (S + P + need + 1e-12).
const char* cullShaderSource()
{
    return R"glsl(#version 430 core
layout(local_size_x = 64) in;

struct Node { vec3 low; int skip; vec3 high; int first; int count; int group; int unused0; int unused1; };
struct Leaf { vec3 a; float radius; vec3 b; int obstacle; vec3 c; int is_box; vec3 d; float unused0; };
struct Piece
{
    vec3 centre; float need;
    vec3 offset0; float extent;
    vec3 offset1; int volume;
    vec3 offset2; int mask;
    vec3 offset3; int unused0;
    vec3 low; int unused1;
    vec3 high; int unused2;
    vec4 axis0, axis1, axis2;
    vec3 slab_high; int unused3;
};

layout(std430, binding = 0) readonly buffer Nodes { Node nodes[]; };
layout(std430, binding = 1) readonly buffer Leaves { Leaf leaves[]; };
layout(std430, binding = 2) readonly buffer Pieces { Piece pieces[]; };
layout(std430, binding = 3) readonly buffer Masks { uint masks[]; };
layout(std430, binding = 4) coherent buffer Hits { uint hits[]; };
layout(std430, binding = 5) coherent buffer Finished { uint finished; };

uniform int node_count;
uniform int piece_count;
uniform int words;      // of a mask
uniform int hit_words;  // of a volume's hits; 1 and only_any: one flag
uniform bool only_any;

const float kRoundoff = 5.9604645e-8;
const float kTiny = 1e-12;

Piece piece;

float dot3(vec3 x, vec3 y)
{
    precise float s = x.x * y.x + x.y * y.y + x.z * y.z;
    return s;
}

float largest(vec3 x)
{
    vec3 y = abs(x);
    return max(y.x, max(y.y, y.z));
}

bool isOpen(int obstacle)
{
    uint bit = 1u << uint(obstacle & 31);
    if ((masks[piece.mask * words + (obstacle >> 5)] & bit) == 0u)
        return false;
    return only_any ? hits[piece.volume] == 0u : (hits[piece.volume * hit_words + (obstacle >> 5)] & bit) == 0u;
}

void report(int obstacle)
{
    if (only_any)
        atomicOr(hits[piece.volume], 1u);
    else
        atomicOr(hits[piece.volume * hit_words + (obstacle >> 5)], 1u << uint(obstacle & 31));
}

bool slabApart(vec4 axis, float slab_high, vec3 middle, vec3 half_extent, float error)
{
    precise float at = dot3(axis.xyz, middle);
    precise float reach = dot3(abs(axis.xyz), half_extent);
    precise float above = at - reach - slab_high;
    precise float below = axis.w - at - reach;
    return above > error || below > error;
}

bool boxApart(vec3 low, vec3 high)
{
    if (any(greaterThan(low, piece.high)) || any(lessThan(high, piece.low)))
        return true;
    precise vec3 l = low - piece.centre;
    precise vec3 h = high - piece.centre;
    precise vec3 middle = 0.5 * (l + h);
    precise vec3 half_extent = 0.5 * (h - l);
    precise float error = 128.0 * kRoundoff * (max(largest(l), largest(h)) + piece.extent + piece.need + kTiny);
    return slabApart(piece.axis0, piece.slab_high.x, middle, half_extent, error)
        || slabApart(piece.axis1, piece.slab_high.y, middle, half_extent, error)
        || slabApart(piece.axis2, piece.slab_high.z, middle, half_extent, error);
}

// The leaf seen from the piece's centre.
struct Seen { vec3 a, b, c, d; bool is_box; float need; float size; };

float leafMin(Seen s, vec3 n)
{
    if (s.is_box)
    {
        precise float x = dot3(n, s.a) - abs(dot3(n, s.b)) - abs(dot3(n, s.c)) - abs(dot3(n, s.d));
        return x;
    }
    return min(dot3(n, s.a), min(dot3(n, s.b), dot3(n, s.c)));
}

vec3 towards(vec3 n, vec3 x) { return dot3(n, x) > 0.0 ? -x : x; }

vec3 leafMinPoint(Seen s, vec3 n)
{
    if (s.is_box)
        return s.a + towards(n, s.b) + towards(n, s.c) + towards(n, s.d);
    float a = dot3(n, s.a), b = dot3(n, s.b), c = dot3(n, s.c);
    return a <= b ? (a <= c ? s.a : s.c) : (b <= c ? s.b : s.c);
}

float coreMax(vec3 n)
{
    return max(max(dot3(n, piece.offset0), dot3(n, piece.offset1)), max(dot3(n, piece.offset2), dot3(n, piece.offset3)));
}

vec3 coreMaxPoint(vec3 n)
{
    float x0 = dot3(n, piece.offset0), x1 = dot3(n, piece.offset1), x2 = dot3(n, piece.offset2), x3 = dot3(n, piece.offset3);
    vec3 p = x0 >= x1 ? piece.offset0 : piece.offset1, q = x2 >= x3 ? piece.offset2 : piece.offset3;
    return max(x0, x1) >= max(x2, x3) ? p : q;
}

// Does n, from the core to the leaf, separate them?
bool gapProven(Seen s, vec3 n)
{
    precise float n1 = abs(n.x) + abs(n.y) + abs(n.z);
    precise float gap = leafMin(s, n) - coreMax(n);
    precise float left = gap - 32.0 * kRoundoff * n1 * s.size;
    precise float required = s.need * s.need * dot3(n, n);
    precise float squared = left * left;
    return n1 > 1e-6 && left > 0.0 && squared > required;
}

bool leafApart(Leaf leaf)
{
    Seen s;
    precise vec3 a = leaf.a - piece.centre;
    precise vec3 b = leaf.b - piece.centre;
    precise vec3 c = leaf.c - piece.centre;
    s.is_box = leaf.is_box != 0;
    s.a = a;
    s.b = s.is_box ? leaf.b : b;
    s.c = s.is_box ? leaf.c : c;
    s.d = leaf.d;
    precise float reach = s.is_box ? largest(s.a) + largest(s.b) + largest(s.c) + largest(s.d)
                                   : max(largest(s.a), max(largest(s.b), largest(s.c)));
    precise float size = reach + piece.extent + kTiny;
    precise float need = (piece.need + leaf.radius) * 1.00001;
    s.size = size;
    s.need = need;
    vec3 start = s.is_box ? s.a : (s.a + s.b + s.c) * (1.0 / 3.0);
    if (gapProven(s, dot3(piece.axis2.xyz, start) > 0.0 ? piece.axis2.xyz : -piece.axis2.xyz))
        return true;
    if (!s.is_box)
    {
        vec3 e = s.b - s.a, f = s.c - s.a;
        float scale = largest(e) * largest(f);
        vec3 n = cross(e, f) / max(scale, 1e-20);
        if (scale > 1e-20 && gapProven(s, dot3(n, start) > 0.0 ? n : -n))
            return true;
    }
    // Gilbert: v is a point of leaf - core; step to the point nearest to 0 between it and the support point against it.
    vec3 v = start;
    for (int i = 0; i < 16; ++i)
    {
        if (gapProven(s, v))
            return true;
        float squared = dot3(v, v);
        if (!(squared > s.need * s.need))
            return false;
        vec3 w = leafMinPoint(s, v) - coreMaxPoint(v);
        vec3 e = v - w;
        float length2 = dot3(e, e), along = dot3(v, e);
        if (!(length2 > 1e-30) || along < 1e-5 * squared)
            return false;
        v -= clamp(along / length2, 0.0, 1.0) * e;
    }
    return false;
}

void walk()
{
    int i = 0;
    while (i < node_count)
    {
        Node node = nodes[i];
        if ((node.group >= 0 && !isOpen(node.group)) || boxApart(node.low, node.high))
        {
            i = max(i + 1, node.skip);
            continue;
        }
        ++i;
        if (node.count > 0 && only_any && hits[piece.volume] != 0u)
            return;
        for (int k = node.first; k < node.first + node.count; ++k)
        {
            int obstacle = leaves[k].obstacle;
            if (!isOpen(obstacle) || leafApart(leaves[k]))
                continue;
            report(obstacle);
            if (only_any)
                return;
        }
    }
}

void main()
{
    int index = int(gl_GlobalInvocationID.x);
    if (index >= piece_count)
        return;
    piece = pieces[index];
    walk();
    // Whoever reads the hits counts these: work that was not done must not pass for a proof.
    memoryBarrierBuffer();
    atomicAdd(finished, 1u);
}
)glsl";
}

}  // namespace gapless::gl
