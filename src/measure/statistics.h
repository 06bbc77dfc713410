// Means, medians and quantiles of measured times.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace gapless {

/// NaN without values.
inline double mean(const std::vector<double>& values)
{
    double sum = 0.0;
    for (const double value : values)
        sum += value;
    return values.empty() ? std::nan("") : sum / static_cast<double>(values.size());
}

/// The mean of the two in the middle where there are two, as Python's statistics and box plots have it; NaN without values.
inline double median(std::vector<double> values)
{
    if (values.empty())
        return std::nan("");
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : 0.5 * (*std::max_element(values.begin(), middle) + *middle);
}

/// The smallest value that at least a share `q` of them does not exceed; NaN without values. @pre 0 < q <= 1.
inline double quantile(std::vector<double> values, double q)
{
    if (values.empty())
        return std::nan("");
    const auto rank = static_cast<std::ptrdiff_t>(std::ceil(q * static_cast<double>(values.size()) - 1e-9)) - 1;
    const auto wanted = values.begin() + std::max<std::ptrdiff_t>(rank, 0);
    std::nth_element(values.begin(), wanted, values.end());
    return *wanted;
}

}  // namespace gapless
