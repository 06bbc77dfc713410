// Words and numbers of a mesh or cloud file that is text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gapless/core/error.h>
#include <gapless/core/types.h>

namespace gapless {

/// A line ends with LF, CR LF, or CR alone.
class MeshText
{
public:
    /// A byte order mark is skipped. `text`, which begins at `line` of its file, and `label` must outlive this object.
    MeshText(std::string_view text, const std::string& label, int line = 1);

    /// The words of the next line that has any, without what stands behind a `comment` character; empty at the end.
    const std::vector<std::string_view>& line(char comment = '\0');
    /// The next word, on whatever line; empty at the end.
    std::string_view word();
    /// What is left of the line.
    std::string_view restOfLine();

    /// Where the last word or line was, from 1.
    int lineNumber() const { return line_; }
    std::string_view rest() const { return text_.substr(at_); }

    /// @throws InputError if the word is no finite number, or integer.
    double number(std::string_view word) const;
    /// The same, or what "nan", "inf" and "infinity" mean, with or without a sign, in whatever case.
    double anyNumber(std::string_view word) const;
    std::int64_t integer(std::string_view word) const;
    Vec3 point(const std::vector<std::string_view>& words, std::size_t first) const;

    InputError error(const std::string& message) const;

private:
    std::string_view text_;
    const std::string& label_;
    std::size_t at_ = 0;
    int line_;
    bool ended_ = false;
    std::vector<std::string_view> words_;
};

/// The word in quotes and cut to what fits in a message.
std::string quotedWord(std::string_view word);

}  // namespace gapless
