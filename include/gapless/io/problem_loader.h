// Many problems of the same robots: what they share is loaded once.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include <gapless/io/problem.h>

namespace gapless {

struct ProblemDescription;

/// Loads problems as loadProblem() does, to the same result, and keeps robots, meshes, and what was proven of a robot's own links for the
/// next ones. Files are taken to stay as they are while it lives. Not safe to use from two threads at once.
class ProblemLoader
{
public:
    /// @param options all but the clearance, which each problem has its own of
    explicit ProblemLoader(const LoadOptions& options = {});
    ProblemLoader(ProblemLoader&&) noexcept;
    ProblemLoader& operator=(ProblemLoader&&) noexcept;
    ~ProblemLoader();

    /// @param clearance as in LoadOptions
    /// @throws InputError as loadProblem(); the next problem is loaded as if nothing had been.
    Problem load(const std::string& file, const std::optional<double>& clearance = {});
    /// @throws InputError as buildProblem()
    Problem build(const ProblemDescription& description, const std::optional<double>& clearance = {});

private:
    struct Parts;
    class Builder;

    std::map<std::string, std::string> packages_;
    bool takes_cars_ = false, takes_moving_obstacles_ = false;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gapless
