#include "io/mesh_text.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/lower_case.h"
#include "io/input_text.h"

namespace gapless {
namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace

MeshText::MeshText(std::string_view text, const std::string& label, int line) : text_(text), label_(label), line_(line)
{
    if (text_.substr(0, 3) == "\xef\xbb\xbf")
        text_.remove_prefix(3);
}

const std::vector<std::string_view>& MeshText::line(char comment)
{
    words_.clear();
    while (words_.empty() && at_ < text_.size())
    {
        std::string_view rest = restOfLine();
        if (comment != '\0')
            rest = rest.substr(0, rest.find(comment));
        for (std::size_t i = 0; i < rest.size();)
        {
            const std::size_t begin = i;
            while (i < rest.size() && !isBlank(rest[i]))
                ++i;
            if (i > begin)
                words_.push_back(rest.substr(begin, i - begin));
            else
                ++i;
        }
    }
    return words_;
}

std::string_view MeshText::word()
{
    if (ended_)
        ++line_;
    ended_ = false;
    for (; at_ < text_.size() && (isBlank(text_[at_]) || text_[at_] == '\n'); ++at_)
        line_ += text_[at_] == '\n' || (text_[at_] == '\r' && text_.substr(at_ + 1, 1) != "\n");
    const std::size_t begin = at_;
    while (at_ < text_.size() && !isBlank(text_[at_]) && text_[at_] != '\n')
        ++at_;
    return text_.substr(begin, at_ - begin);
}

std::string_view MeshText::restOfLine()
{
    if (ended_)
        ++line_;
    const std::size_t begin = at_, end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    at_ = std::min(end + (text_.substr(end, 2) == "\r\n" ? 2 : 1), text_.size());
    ended_ = end < text_.size();
    return text_.substr(begin, end - begin);
}

double MeshText::number(std::string_view word) const
{
    const auto value = parseNumber(word);
    if (!value)
        throw error((word.empty() ? "nothing" : quotedWord(word)) + " stands where a finite number must be");
    return *value;
}

double MeshText::anyNumber(std::string_view word) const
{
    const bool has_sign = !word.empty() && (word.front() == '-' || word.front() == '+');
    const std::string name = lowerCase(std::string(word.substr(has_sign ? 1 : 0)));
    if (name == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (name == "inf" || name == "infinity")
        return word.front() == '-' ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    return number(word);
}

std::int64_t MeshText::integer(std::string_view word) const
{
    std::int64_t value = 0;
    if (!word.empty() && word.front() == '+')
        word.remove_prefix(1);
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || code != std::errc() || end != word.data() + word.size())
        throw error((word.empty() ? "nothing" : quotedWord(word)) + " stands where an integer must be");
    return value;
}

Vec3 MeshText::point(const std::vector<std::string_view>& words, std::size_t first) const
{
    return {number(words[first]), number(words[first + 1]), number(words[first + 2])};
}

InputError MeshText::error(const std::string& message) const
{
    return inputError(label_, line_, message);
}

std::string quotedWord(std::string_view word)
{
    return "'" + std::string(word.substr(0, 40)) + "'";
}

}  // namespace gapless
