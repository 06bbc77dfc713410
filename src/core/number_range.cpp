#include <gapless/core/number_range.h>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

std::string NumberRange::words() const
{
    std::string text = "a number ";
    if (highest == kAnyFinite)
        text += (opening == '(' ? "> " : ">= ") + formatNumber(lowest);
    else
        text += std::string("in ") + opening + formatNumber(lowest) + ", " + formatNumber(highest) + closing;
    return *unit ? text + " (" + unit + ")" : text;
}

double NumberRange::require(double value, const std::string& what) const
{
    if (!contains(value))
        throw InputError(what + " is " + formatNumber(value) + "; it has to be " + words());
    return value;
}

}  // namespace gapless
