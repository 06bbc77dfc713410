// The problems of a benchmark: files, globs and folders as one list.
#pragma once

#include <string>
#include <vector>

#include "benchmark_config.h"

namespace gapless::apps {

struct BenchmarkProblem
{
    std::string file;
    std::string name;  ///< unique in the list, of letters, digits, "_", "-" and "."
    std::string set;   ///< the folder's name: problems of one folder belong together in tables
};

/// In the order of the entries, sorted within each. A folder stands for the .yaml and .yml files in and below it.
/// @throws InputError with file and line for an entry that matches nothing.
std::vector<BenchmarkProblem> findProblems(const BenchmarkConfig& config);

/// The text with all but letters, digits, "_", "-" and "." replaced, fit for file names.
std::string fileName(const std::string& text);

}  // namespace gapless::apps
