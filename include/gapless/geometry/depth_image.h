// What a depth image proves to be free, and what it does not.
//
// A pinhole camera without distortion, as the matrix K of sensor_msgs/CameraInfo has it: z forward, x right, y down; a point at (x, y, z), z > 0, is seen
// at u = fx x / z + cx, v = fy y / z + cy. Pixel (i, j), column and row, is the closed square of side 1 about (i, j), its cone what is seen there. Its depth d is a z, in metres.
//
// What is taken for granted of an image: (A) no solid point of the cone of a pixel with a return d has a z below d - `radius`. So the radius has to be no
// less than the sensor's error along z, and what within a pixel is nearer than d, at the edge of something in the foreground, by more than that, is an error of
// the sensor. Pixels with no return, or one out of range, say nothing. Nor does what is not in the image.
//
// unseenCubes(): each solid point of the workspace lies in a cube. A cell is left out only if (B) it is wholly in front of the camera (z > 0), all pixels that the box about its
// projection touches are in the image and have returns, and d - radius of each is greater than the largest z of the cell. Let p be a point of a cell that is left out. It
// is in the cone of one of these pixels (x / z is largest and smallest at corners of the cell, since on a segment with z > 0 it is monotonic), with a z
// below d - radius. By (A) it is not solid. Cells are closed and together cover the workspace; cubes are larger than cells by the rounding of where they are, and
// (B) is decided with all rounding against it (depth_image.cpp).
//
// seenBalls(): what a pixel has seen is in its ball: the ball about the point of the pixel's middle at depth d holds every point of the cone with a z from d - radius
// to d + radius. Nothing is said of what has not been seen: behind, beside, without a return.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <gapless/core/types.h>
#include <gapless/geometry/shape.h>

namespace gapless {

/// Pixels; cx and cy from the middle of the first pixel of the first row.
struct DepthCamera
{
    double fx = 0.0, fy = 0.0, cx = 0.0, cy = 0.0;
};

/// Depths along z, metres, row by row from the top; 0, negative, infinite and NaN where nothing came back.
struct DepthImage
{
    int width = 0, height = 0;
    std::vector<double> depths;
};

/// What the sensor promises, metres.
struct DepthSensor
{
    DepthCamera camera;
    double radius = 0.0;           ///< how far a return may be off along z, >= 0
    double near = 0.0, far = 1e6;  ///< returns outside of [near, far] are none
};

/// Pixels that say nothing.
struct DepthCounts
{
    std::size_t no_return = 0, out_of_range = 0;
};

/// A workspace has fewer cells along each axis.
inline constexpr double kMostDepthCells = 0x1p20;

/// A box of the workspace, from its low corner on in cells, as many as it takes to hold it.
struct DepthWorkspace
{
    Vec3 low = Vec3::Zero(), high = Vec3::Zero();
    double cell = 0.0;
};

DepthCounts countReturns(const DepthImage& image, const DepthSensor& sensor);

/// Cubes, one or 2^k cells wide, about every cell of the workspace that is not seen to be free; empty if all of it is.
/// @param X_GC pose of the camera in the geometry's frame, in which the workspace and the cubes are
/// @param name opens the error's line  @param most more cubes are refused
/// @throws InputError if the image's size is not that of its depths, a number of the sensor or the workspace is none (core/number_range.h), the pose is not
///         rigid, the workspace has more than 2^20 cells along an axis, or more than `most` cubes are to be made
std::vector<PlacedShape> unseenCubes(const DepthImage& image, const DepthSensor& sensor, const Pose& X_GC,
                                     const DepthWorkspace& workspace, const std::string& name, std::size_t most);

/// A ball for each pixel with a return, in the camera's frame; empty if there is none.
/// @throws InputError as unseenCubes(); also if they are more than `most`
std::vector<PlacedShape> seenBalls(const DepthImage& image, const DepthSensor& sensor, const std::string& name, std::size_t most);

}  // namespace gapless
