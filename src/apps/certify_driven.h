// The last word on a path file.
#pragma once

#include <string>

#include <gapless/io/path_file.h>
#include <gapless/ompl/path_certification.h>

namespace gapless::apps {

/// With cars, along the curves that the path says, or else those that their spaces draw.
/// @throws InputError that names the file and the segment, for a way that ends elsewhere than its segment.
PathResult certifyDriven(const Problem& problem, const DrivenPath& path, const std::string& file,
                         const PathCertificationOptions& options);

}  // namespace gapless::apps
