// Colours of a roadmap's edges by the cells of the workspace that they touch.
//
// White is a proof, swept_cells.h has it: no obstacle, with its clearance and the tolerance about it, lies in a cell that the edge may touch. (The clearance alone
// would do; but of what is nearer than both, a certifier may say that it collides.) Covered are the pairs of a link that the cells are of, and that is as it was, with an obstacle
// whose cells are marked; and all pairs that are as when the roadmap was built, but for what clearances between links have risen by: an edge that was
// proven for less is not white.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gapless/cells/marked_counts.h>
#include <gapless/cells/obstacle_cells.h>

#include "planners/edge_colours.h"
#include "roadmap/roadmap_library.h"

namespace gapless {

class CellColours final : public EdgeColours
{
public:
    explicit CellColours(std::shared_ptr<const LoadedRoadmap> roadmap);
    ~CellColours() override;

    void adopt(const ProofHistory& history) override;
    std::size_t count() const override { return roadmap_->lists->count(); }
    const std::vector<double>& raises() const override { return roadmap_->content.raises; }
    ProofHistory::Edit provenIn(EdgeId e) const override { return ProofHistory::kFirst + roadmap_->content.edges[e].raises; }
    bool isWhite(EdgeId e) const override { return counts_->isWhite(e) && !isTooNear(e); }
    const std::vector<EdgeId>& turned() const override { return turned_; }
    ProofHistory::Edit uncoveredSince() const override { return uncovered_since_; }
    double doubt(EdgeId e) const override;
    bool isFirst() const override { return is_first_; }

    /// Whether an obstacle marks the cell. @pre a scene was adopted
    bool isMarked(CellIndex cell) const { return obstacles_->isMarked(cell); }

    /// As of the last edit; by any thread.
    std::size_t whiteCount() const { return white_count_.load(std::memory_order_relaxed); }

private:
    std::set<std::string> linksOfCells(const SceneKey& present);
    void note(const ObstacleCells::Change& change);
    void countCells();
    /// Whether links may come nearer to each other along an edge than their clearances are now.
    bool isTooNear(EdgeId e) const { return provenIn(e) < holds_from_; }
    void takeHoldsFrom(ProofHistory::Edit holds_from);

    std::shared_ptr<const LoadedRoadmap> roadmap_;
    std::map<std::string, Digest> links_;  ///< that the cells are of
    std::string told_;                     ///< which links of the last scene are others
    std::unique_ptr<ObstacleCells> obstacles_;
    std::unique_ptr<MarkedCounts> counts_;
    std::atomic<std::size_t> white_count_{0};
    /// Of an obstacle whose cells are marked.
    struct Marked
    {
        int number = 0;
        double clearance = 0.0;
    };
    std::map<std::string, Marked> marked_;
    int next_number_ = 0;
    ProofHistory::Edit last_ = 0;  ///< the last scene that was taken over whole; 0: none
    bool is_first_ = true;
    std::vector<EdgeId> turned_;
    std::vector<EdgeId> turned_by_cells_;  // scratch
    CellSet entered_, left_;               ///< noted and not counted yet
    /// The number of the first scene from which all pairs hold that do so from one of them.
    ProofHistory::Edit holds_from_ = ProofHistory::kFirst;
    ProofHistory::Edit uncovered_since_ = 0;
};

}  // namespace gapless
