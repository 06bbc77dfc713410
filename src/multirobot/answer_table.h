// Yes or no for each of a row and a column, as far as it was asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gapless {

/// Two bits each, in rows that are made when they are first written to.
class AnswerTable
{
public:
    std::optional<bool> get(std::size_t row, std::size_t column) const
    {
        if (row >= rows_.size() || column / kPerWord >= rows_[row].size())
            return std::nullopt;
        const std::uint64_t answer = rows_[row][column / kPerWord] >> (2 * (column % kPerWord)) & 3U;
        return answer == 0 ? std::nullopt : std::optional(answer == 3);
    }

    /// @pre not set before
    void set(std::size_t row, std::size_t column, bool answer)
    {
        if (row >= rows_.size())
            rows_.resize(row + 1);
        std::vector<std::uint64_t>& words = rows_[row];
        if (column / kPerWord >= words.size())
            words.resize(column / kPerWord + 1, 0);
        words[column / kPerWord] |= std::uint64_t{answer ? 3U : 1U} << (2 * (column % kPerWord));
    }

    /// Of each that is set, in order. @param visit called with row, column and answer
    template <typename Visit>
    void forEach(Visit visit) const
    {
        for (std::size_t row = 0; row < rows_.size(); ++row)
            for (std::size_t column = 0; column < rows_[row].size() * kPerWord; ++column)
                if (const std::optional<bool> answer = get(row, column))
                    visit(row, column, *answer);
    }

private:
    static constexpr std::size_t kPerWord = 32;
    std::vector<std::vector<std::uint64_t>> rows_;
};

}  // namespace gapless
