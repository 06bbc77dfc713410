#include "colour_contract.h"

#include <optional>

#include <ompl/base/ScopedState.h>
#include <ompl/datastructures/NearestNeighborsLinear.h>

#include <gapless/certify/segment_certifier.h>

#include "arm_roadmap.h"
#include "planners/roadmap_file.h"
#include "roadmap/cell_colours.h"
#include "support/random_input.h"
#include "support/temporary_folder.h"

namespace ob = ompl::base;

namespace gapless::test {

namespace {

constexpr double kTolerance = 1e-3;

ArmWorld firstWorld()
{
    ArmWorld world;
    world.posts = {{"pole", 1.6, -0.9, 0.1, true}, {"a", 1.5, 0.5, 0.1}, {"b", -1.2, 0.9, 0.2}, {"c", 0.3, 1.6, 0.05}};
    world.base = 0.15;
    world.self = 0.003;
    return world;
}

/// One edit after the other, and sometimes the last two taken back.
class Editor
{
public:
    explicit Editor(std::uint64_t seed) : random_(seed), worlds_{firstWorld()} {}

    const ArmWorld& world() const { return worlds_.back(); }
    Random& random() { return random_; }

    /// @param target where an edge passes
    void edit(const Vec3& target)
    {
        ArmWorld next = world();
        const int what = random_.index(12);
        std::vector<Post>& posts = next.posts;
        const auto any = static_cast<std::size_t>(random_.index(static_cast<int>(posts.size())));
        if (what <= 3)
        {
            posts[any].x += random_.uniform(-0.1, 0.1);
            posts[any].y += random_.uniform(-0.1, 0.1);
        }
        else if (what <= 5)
        {
            posts[any].x = target.x();
            posts[any].y = target.y();
        }
        else if (what == 6)
            posts.push_back({"post " + std::to_string(count_++), target.x(), target.y(), random_.logUniform(0.005, 0.3)});
        else if (what == 7 && posts.size() > 2)
            posts.erase(posts.begin() + static_cast<std::ptrdiff_t>(any));
        else if (what == 8)
            (random_.chance(0.5) ? next.part : next.clearance) = random_.chance(0.5) ? 0.0 : random_.logUniform(0.001, 0.2);
        else if (what == 9)
            next.self = random_.chance(0.2) ? 0.0 : random_.logUniform(0.001, 0.05);
        else if (what == 10)
            next.base = random_.chance(0.5) ? 0.15 : random_.uniform(0.05, 0.4);
        else if (worlds_.size() > 2)
            next = worlds_[worlds_.size() - 3];
        worlds_.push_back(next);
        // Three are looked back at: a long run takes no more memory than a short one.
        if (worlds_.size() > 3)
            worlds_.erase(worlds_.begin());
    }

private:
    Random random_;
    std::vector<ArmWorld> worlds_;
    int count_ = 0;
};

class Judged
{
public:
    Judged(const MakeColours& make, std::uint64_t seed) : editor_(seed)
    {
        const Problem problem = problemOf(editor_.world());
        roadmap_ = armRoadmap(problem, folder_.path("arm.gdrm"));
        arm_.emplace(problem, kTolerance);
        edges_.emplace(arm_->si, std::make_shared<ompl::NearestNeighborsLinear<LazyRoadmap::VertexId>>());
        addContent("arm.gdrm", roadmap_->content, *arm_->mapping, *edges_);
        // Two of which there are no cells.
        edges_->addEdge(0, 200);
        edges_->addEdge(1, 100);
        colours_ = make(roadmap_);
        edges_->forgetProofs(colours_.get());
        history_ = std::make_shared<ProofHistory>(roadmap_->content.key, roadmap_->content.raises);
    }

    void run(int edits, std::vector<std::string>& faults)
    {
        for (int k = 0; k < edits && faults.size() < 10; ++k)
        {
            if (k > 0)
                editor_.edit(somewhereOnAnEdge());
            adopt();
            judge(k, faults);
            proveSome();
            judge(k, faults);
        }
    }

private:
    void adopt()
    {
        const Problem problem = problemOf(editor_.world());
        arm_->setScene(problem, kTolerance);
        const auto kept = history_->adopt(arm_->mapping, kTolerance);
        colours_->adopt(*history_);
        edges_->keepProofs(*history_, kept.value(), colours_.get());
    }

    std::string describe() const
    {
        std::string text;
        for (const Post& post : editor_.world().posts)
            text += post.name + " " + digits(Vec3(post.x, post.y, post.radius)) + " ";
        return text + "clearance " + digits(editor_.world().clearance) + " part " + digits(editor_.world().part) + " self "
               + digits(editor_.world().self.value_or(0.0)) + " base " + digits(editor_.world().base);
    }

    bool isFree(SegmentCertifier& certifier, const LazyRoadmap::Edge& edge) const
    {
        certifier.reset(nodeOf(edge.a), nodeOf(edge.b));
        return certifier.run(Budget()) == Verdict::Free;
    }

    Configuration nodeOf(std::uint32_t v) const { return arm_->mapping->toConfiguration(edges_->vertex(v).state); }

    /// A point of a rod at some time on the way along an edge, of a free one if there is one.
    Vec3 somewhereOnAnEdge()
    {
        Random& random = editor_.random();
        LazyRoadmap::EdgeId e = 0;
        for (int tries = 0; tries < 20; ++tries)
        {
            e = static_cast<LazyRoadmap::EdgeId>(random.index(static_cast<int>(edges_->edges().size())));
            if (edges_->edge(e).state == EdgeProof::State::Free)
                break;
        }
        const Scene& scene = *arm_->mapping->scene();
        const Motion motion(scene.model(), nodeOf(edges_->edge(e).a), nodeOf(edges_->edge(e).b));
        const ObjectIndex rod(random.index(2));
        return motion.worldPose(scene.object(rod).body, random.unit()) * Vec3(random.uniform(0.3, 1.0), 0, 0);
    }

    void proveSome()
    {
        EdgeProver prover(arm_->mapping, kTolerance);
        prover.follow(history_);
        for (int i = 0; i < 15; ++i)
        {
            const auto e = static_cast<LazyRoadmap::EdgeId>(editor_.random().index(static_cast<int>(edges_->edges().size())));
            const LazyRoadmap::Edge& edge = edges_->edge(e);
            prover.prove({{&edges_->proof(e), edges_->vertex(edge.a).state, edges_->vertex(edge.b).state}},
                         ob::plannerNonTerminatingCondition());
            edges_->noteProgress(e);
        }
    }

    void judge(int k, std::vector<std::string>& faults)
    {
        CertifyOptions options;
        options.tolerance = kTolerance;
        SegmentCertifier certifier(arm_->mapping->scene(), options);
        // Of what is within the tolerance beyond the clearance either answer is right.
        options.tolerance = 1e-7;
        SegmentCertifier finer(arm_->mapping->scene(), options);
        std::uint64_t free = 0, colliding = 0;
        for (LazyRoadmap::EdgeId e = 0; e < edges_->edges().size(); ++e)
        {
            const LazyRoadmap::Edge& edge = edges_->edge(e);
            colliding += edge.state == EdgeProof::State::Colliding ? 1 : 0;
            if (edge.state != EdgeProof::State::Free)
                continue;
            ++free;
            if (!isFree(certifier, edge) && !isFree(finer, edge))
                faults.push_back("edit " + std::to_string(k) + ", edge " + std::to_string(e) + ": said to be free");
        }
        if (free != edges_->freeCount() || colliding != edges_->collidingCount())
            faults.push_back("edit " + std::to_string(k) + ": counts of free and colliding edges");
        // As from nothing.
        ProofHistory history(roadmap_->content.key, roadmap_->content.raises);
        CellColours fresh(roadmap_);
        if (!history.adopt(arm_->mapping, kTolerance))
            return faults.push_back("the scene is not taken");
        fresh.adopt(history);
        for (EdgeColours::EdgeId e = 0; e < fresh.count(); ++e)
            if (fresh.isWhite(e) != colours_->isWhite(e))
                return faults.push_back("edit " + std::to_string(k) + ", edge " + std::to_string(e)
                                        + ": another colour than from nothing, white: " + std::to_string(colours_->isWhite(e))
                                        + "; " + describe());
    }

    Editor editor_;
    TemporaryFolder folder_;
    std::shared_ptr<const LoadedRoadmap> roadmap_;
    std::optional<ArmSetup> arm_;
    std::optional<LazyRoadmap> edges_;
    std::unique_ptr<EdgeColours> colours_;
    std::shared_ptr<ProofHistory> history_;
};

}  // namespace

std::vector<std::string> colourFaults(const MakeColours& make, int edits, std::uint64_t seed)
{
    std::vector<std::string> faults;
    Judged(make, seed).run(edits, faults);
    return faults;
}

}  // namespace gapless::test
