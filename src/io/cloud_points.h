// The points of a cloud's file while it is read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <gapless/io/point_cloud.h>

namespace gapless {

class CloudPoints
{
public:
    /// @param most more points are refused
    CloudPoints(const std::string& label, std::size_t most) : label_(label), most_(most) {}

    /// @throws InputError if it is too far away, or there are too many
    void add(const Vec3& point, int line);
    /// @throws InputError if a file says that it has too many, before they are read
    void requireCount(std::size_t count, int line) const;
    PointCloud take() { return std::move(cloud_); }

private:
    const std::string& label_;
    std::size_t most_;
    PointCloud cloud_;
};

/// Readers of one format each: `bytes` is the whole file, `label` names it in errors. @throws InputError as loadPointCloud()
PointCloud readPcdCloud(std::string_view bytes, const std::string& label, std::size_t most);
PointCloud readPlyCloud(std::string_view bytes, const std::string& label, std::size_t most);
PointCloud readXyzCloud(std::string_view bytes, const std::string& label, std::size_t most);

}  // namespace gapless
