// A crew of the processes that mpirun started: rank 0 asks, the others make parts.
//
// Whoever waits looks now and then and sleeps between, as MPI's own waiting takes a core.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "roadmap/roadmap_crew.h"

namespace gapless::apps {

/// MPI, for as long as it lives; one per process.
class MpiSession
{
public:
    MpiSession(int& argc, char**& argv);
    ~MpiSession();
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;

    int rank() const { return rank_; }
    int count() const { return count_; }

private:
    int rank_ = 0, count_ = 1;
};

/// Of rank 0; members are the other ranks.
class MpiCrew final : public RoadmapCrew
{
public:
    explicit MpiCrew(const MpiSession& session);
    /// Tells the members that there is no more to do, after the last answer of each.
    ~MpiCrew() override;

    std::size_t size() const override { return orders_.size(); }
    std::string name(std::size_t member) const override { return "rank " + std::to_string(member + 1); }
    void ask(std::size_t member, const std::string& order) override;
    std::optional<Answer> answer() override;

private:
    struct Order;  ///< on its way, until it is answered

    std::vector<std::unique_ptr<Order>> orders_;  ///< by member; null: it owes no answer
};

/// Of the other ranks: answers orders of rank 0 until it says that there are no more.
void serveMpiCrew(const std::function<std::string(const std::string& order)>& answer);

}  // namespace gapless::apps
