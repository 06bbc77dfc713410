#include <gapless/ompl/planner_by_name.h>

#include <cctype>
#include <functional>
#include <map>

#include <ompl/geometric/planners/AnytimePathShortening.h>
#include <ompl/geometric/planners/cforest/CForest.h>
#include <ompl/geometric/planners/est/BiEST.h>
#include <ompl/geometric/planners/est/EST.h>
#include <ompl/geometric/planners/est/ProjEST.h>
#include <ompl/geometric/planners/fmt/BFMT.h>
#include <ompl/geometric/planners/fmt/FMT.h>
#include <ompl/geometric/planners/informedtrees/ABITstar.h>
#include <ompl/geometric/planners/informedtrees/AITstar.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/kpiece/BKPIECE1.h>
#include <ompl/geometric/planners/kpiece/KPIECE1.h>
#include <ompl/geometric/planners/kpiece/LBKPIECE1.h>
#include <ompl/geometric/planners/pdst/PDST.h>
#include <ompl/geometric/planners/prm/LazyPRM.h>
#include <ompl/geometric/planners/prm/LazyPRMstar.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/prm/PRMstar.h>
#include <ompl/geometric/planners/prm/SPARS.h>
#include <ompl/geometric/planners/prm/SPARStwo.h>
#include <ompl/geometric/planners/rlrt/BiRLRT.h>
#include <ompl/geometric/planners/rlrt/RLRT.h>
#include <ompl/geometric/planners/rrt/BiTRRT.h>
#include <ompl/geometric/planners/rrt/InformedRRTstar.h>
#include <ompl/geometric/planners/rrt/LBTRRT.h>
#include <ompl/geometric/planners/rrt/LazyRRT.h>
#include <ompl/geometric/planners/rrt/RRT.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/geometric/planners/rrt/RRTXstatic.h>
#include <ompl/geometric/planners/rrt/RRTsharp.h>
#include <ompl/geometric/planners/rrt/RRTstar.h>
#include <ompl/geometric/planners/rrt/SORRTstar.h>
#include <ompl/geometric/planners/rrt/TRRT.h>
#include <ompl/geometric/planners/rrt/pRRT.h>
#include <ompl/geometric/planners/sbl/SBL.h>
#include <ompl/geometric/planners/sbl/pSBL.h>
#include <ompl/geometric/planners/sst/SST.h>
#include <ompl/geometric/planners/stride/STRIDE.h>
// Newer than OMPL 1.5.
#if __has_include(<ompl/geometric/planners/informedtrees/EITstar.h>)
#include <ompl/geometric/planners/informedtrees/EIRMstar.h>
#include <ompl/geometric/planners/informedtrees/EITstar.h>
#define GAPLESS_OMPL_HAS_EITSTAR
#endif
#if __has_include(<ompl/geometric/planners/lazyinformedtrees/BLITstar.h>)
#include <ompl/geometric/planners/lazyinformedtrees/BLITstar.h>
#define GAPLESS_OMPL_HAS_BLITSTAR
#endif

#include <gapless/core/error.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {
namespace {

using Maker = std::function<ob::PlannerPtr(const ob::SpaceInformationPtr&)>;

template <class Planner>
ob::PlannerPtr make(const ob::SpaceInformationPtr& si)
{
    return std::make_shared<Planner>(si);
}

/// All geometric planners that need no more than a space. Not LazyLBTRRT: it aborts in an assertion of its own (OMPL 1.5.2,
/// LPAstarOnGraph::removeEdge).
const std::map<std::string, Maker>& makers()
{
    static const std::map<std::string, Maker> table = {
        {"ABITstar", make<og::ABITstar>},
        {"AITstar", make<og::AITstar>},
        {"AnytimePathShortening", make<og::AnytimePathShortening>},
        {"BFMT", make<og::BFMT>},
        {"BITstar", make<og::BITstar>},
        {"BKPIECE1", make<og::BKPIECE1>},
        {"BiEST", make<og::BiEST>},
        {"BiRLRT", make<og::BiRLRT>},
        {"BiTRRT", make<og::BiTRRT>},
        {"CForest", make<og::CForest>},
        {"EST", make<og::EST>},
        {"FMT", make<og::FMT>},
        {"InformedRRTstar", make<og::InformedRRTstar>},
        {"KPIECE1", make<og::KPIECE1>},
        {"LBKPIECE1", make<og::LBKPIECE1>},
        {"LBTRRT", make<og::LBTRRT>},
        {"LazyPRM", make<og::LazyPRM>},
        {"LazyPRMstar", make<og::LazyPRMstar>},
        {"LazyRRT", make<og::LazyRRT>},
        {"PDST", make<og::PDST>},
        {"PRM", make<og::PRM>},
        {"PRMstar", make<og::PRMstar>},
        {"ProjEST", make<og::ProjEST>},
        {"RLRT", make<og::RLRT>},
        {"RRT", make<og::RRT>},
        {"RRTConnect", make<og::RRTConnect>},
        {"RRTXstatic", make<og::RRTXstatic>},
        {"RRTsharp", make<og::RRTsharp>},
        {"RRTstar", make<og::RRTstar>},
        {"SBL", make<og::SBL>},
        {"SORRTstar", make<og::SORRTstar>},
        {"SPARS", make<og::SPARS>},
        {"SPARStwo", make<og::SPARStwo>},
        {"SST", make<og::SST>},
        {"STRIDE", make<og::STRIDE>},
        {"TRRT", make<og::TRRT>},
        {"pRRT", make<og::pRRT>},
        {"pSBL", make<og::pSBL>},
#ifdef GAPLESS_OMPL_HAS_EITSTAR
        {"EIRMstar", make<og::EIRMstar>},
        {"EITstar", make<og::EITstar>},
#endif
#ifdef GAPLESS_OMPL_HAS_BLITSTAR
        {"BLITstar", make<og::BLITstar>},
#endif
    };
    return table;
}

std::string lowerCase(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

const Maker& makerOf(const std::string& name)
{
    std::string known;
    for (const auto& [planner, maker] : makers())
    {
        if (lowerCase(planner) == lowerCase(name))
            return maker;
        known += (known.empty() ? "" : ", ") + planner;
    }
    throw InputError("unknown planner '" + name + "'; known are " + known);
}

}  // namespace

ob::PlannerPtr makePlanner(const std::string& name, const ob::SpaceInformationPtr& si)
{
    return makerOf(name)(si);
}

void requireKnownPlanner(const std::string& name)
{
    makerOf(name);
}

std::vector<std::string> plannerNames()
{
    std::vector<std::string> names;
    for (const auto& entry : makers())
        names.push_back(entry.first);
    return names;
}

}  // namespace gapless
