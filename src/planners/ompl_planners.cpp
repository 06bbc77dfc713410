#include "ompl_planners.h"

#include <memory>

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

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {
namespace {

template <class Planner>
PlannerEntry entry(const char* name)
{
    return {name, [](const ob::SpaceInformationPtr& si) { return std::make_shared<Planner>(si); }};
}

}  // namespace

/// All geometric planners that need no more than a space. Not LazyLBTRRT: it aborts in an assertion of its own (OMPL 1.5.2,
/// LPAstarOnGraph::removeEdge).
std::vector<PlannerEntry> omplPlanners()
{
    return {
        entry<og::ABITstar>("ABITstar"),
        entry<og::AITstar>("AITstar"),
        entry<og::AnytimePathShortening>("AnytimePathShortening"),
        entry<og::BFMT>("BFMT"),
        entry<og::BITstar>("BITstar"),
        entry<og::BKPIECE1>("BKPIECE1"),
        entry<og::BiEST>("BiEST"),
        entry<og::BiRLRT>("BiRLRT"),
        entry<og::BiTRRT>("BiTRRT"),
        entry<og::CForest>("CForest"),
        entry<og::EST>("EST"),
        entry<og::FMT>("FMT"),
        entry<og::InformedRRTstar>("InformedRRTstar"),
        entry<og::KPIECE1>("KPIECE1"),
        entry<og::LBKPIECE1>("LBKPIECE1"),
        entry<og::LBTRRT>("LBTRRT"),
        entry<og::LazyPRM>("LazyPRM"),
        entry<og::LazyPRMstar>("LazyPRMstar"),
        entry<og::LazyRRT>("LazyRRT"),
        entry<og::PDST>("PDST"),
        entry<og::PRM>("PRM"),
        entry<og::PRMstar>("PRMstar"),
        entry<og::ProjEST>("ProjEST"),
        entry<og::RLRT>("RLRT"),
        entry<og::RRT>("RRT"),
        entry<og::RRTConnect>("RRTConnect"),
        entry<og::RRTXstatic>("RRTXstatic"),
        entry<og::RRTsharp>("RRTsharp"),
        entry<og::RRTstar>("RRTstar"),
        entry<og::SBL>("SBL"),
        entry<og::SORRTstar>("SORRTstar"),
        entry<og::SPARS>("SPARS"),
        entry<og::SPARStwo>("SPARStwo"),
        entry<og::SST>("SST"),
        entry<og::STRIDE>("STRIDE"),
        entry<og::TRRT>("TRRT"),
        entry<og::pRRT>("pRRT"),
        entry<og::pSBL>("pSBL"),
#ifdef GAPLESS_OMPL_HAS_EITSTAR
        entry<og::EIRMstar>("EIRMstar"),
        entry<og::EITstar>("EITstar"),
#endif
#ifdef GAPLESS_OMPL_HAS_BLITSTAR
        entry<og::BLITstar>("BLITstar"),
#endif
    };
}

}  // namespace gapless
