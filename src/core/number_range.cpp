#include <gapless/core/number_range.h>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

std::string NumberRange::words() const
{
    const std::string low = (opening == '(' ? "> " : ">= ") + formatNumber(lowest);
    if (highest == kAnyFinite)
        return "a finite number " + low + (*unit ? std::string(", in ") + unit : "");
    return "a number " + low + " and " + (closing == ')' ? "< " : "<= ") + formatNumber(highest)
           + (*unit ? std::string(" (") + unit + ")" : "");
}

double NumberRange::require(double value, const std::string& what) const
{
    if (!contains(value))
        throw InputError(what + " is " + formatNumber(value) + "; it has to be " + words());
    return value;
}

}  // namespace gapless
