// Parts of a long work that outlive the process: each a file, whole or not there, and of use for exactly this work.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <gapless/core/error.h>

#include "core/content_digest.h"

namespace gapless {

/// Somebody else has the folder.
class HeldElsewhere : public InputError
{
public:
    using InputError::InputError;
};

/// Held by one process at a time.
class BuildFolder
{
public:
    /// Makes the folder `file`.parts, or takes the one that an earlier process has left. @param work as setWork() takes it
    /// @throws InputError if it cannot be made or written, HeldElsewhere if another process has it.
    explicit BuildFolder(const std::string& file, const Digest& work = {});
    /// Others may take it then; without parts nothing is left of it.
    ~BuildFolder();
    BuildFolder(const BuildFolder&) = delete;
    BuildFolder& operator=(const BuildFolder&) = delete;

    /// All that the parts depend on. @pre none was asked for
    void setWork(const Digest& work) { work_ = work; }
    /// None if it is not there, is of other work or is damaged.
    [[nodiscard]] std::optional<std::string> part(const std::string& kind, std::size_t index) const;
    /// By any thread, another part each. @throws InputError if it cannot be written
    void keep(const std::string& kind, std::size_t index, std::string_view content) const;
    /// The work is done: nothing of any build is left in the folder.
    void remove();

private:
    void take(const std::string& file);
    std::string lockName() const { return folder_ + "/lock"; }
    void removeLock();
    std::string partName(const std::string& kind, std::size_t index) const;

    std::string folder_;
    Digest work_;
    int lock_ = -1;
};

}  // namespace gapless
