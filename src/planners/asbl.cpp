#include <gapless/planners/asbl.h>

#include <algorithm>

#include <gapless/planners/edge_prover.h>

#include "query_identity.h"
#include "sbl_edge_checker.h"

namespace ob = ompl::base;

namespace gapless {

class ASBL::CertifiedEdgeChecker : public SBL::EdgeChecker
{
public:
    explicit CertifiedEdgeChecker(EdgeProver prover) : prover_(std::move(prover)) {}

    std::unique_ptr<Record> makeRecord() const override { return std::make_unique<CertifiedRecord>(); }

    Answer check(const std::vector<PathEdge>& path, const ob::PlannerTerminationCondition& ptc) override
    {
        edges_.clear();
        for (const PathEdge& edge : path)
            edges_.push_back({&static_cast<CertifiedRecord&>(*edge.record).proof, edge.from, edge.to});
        const auto open = [this] {
            return std::count_if(edges_.begin(), edges_.end(),
                                 [](const auto& edge) { return edge.proof->state == EdgeProof::State::Open; });
        };
        const auto before = open();
        const EdgeProver::Answer answer = prover_.prove(edges_, ptc);
        countSettled(static_cast<std::size_t>(before - open()));
        switch (answer.state)
        {
            case EdgeProof::State::Free: return {Outcome::Free, 0};
            case EdgeProof::State::Colliding: return {Outcome::Colliding, answer.edge};
            case EdgeProof::State::Open: break;
        }
        return {Outcome::Interrupted, 0};
    }

private:
    struct CertifiedRecord : Record
    {
        bool isColliding() const override { return proof.state == EdgeProof::State::Colliding; }
        EdgeProof proof;
    };

    EdgeProver prover_;
    std::vector<EdgeProver::PathEdge> edges_;
};

ASBL::ASBL(const ob::SpaceInformationPtr& si) : SBL(si, "gapless::ASBL", NoResolution())
{
    specs_.directed = true;
    declareParam<bool>("cache_queues", this, &ASBL::setCacheQueues, &ASBL::getCacheQueues, "0,1");
}

std::unique_ptr<SBL::EdgeChecker> ASBL::makeEdgeChecker(const QueryScene& scene) const
{
    EdgeProver prover(scene.validator(), getName());
    prover.setKeepsQueues(cache_queues_);
    return std::make_unique<CertifiedEdgeChecker>(std::move(prover));
}

}  // namespace gapless
