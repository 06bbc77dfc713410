#include "ompl_planners.h"

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

#include "planner_entry.h"

namespace og = ompl::geometric;

namespace gapless {

/// All geometric planners that need no more than a space. Not LazyLBTRRT: it aborts in an assertion of its own (OMPL 1.5.2,
/// LPAstarOnGraph::removeEdge). Nor EITstar, EIRMstar and BLITstar of newer ones: they sample edges themselves and never ask the motion
/// validator (EITstar::isValidAtResolution), so that their paths may collide.
std::vector<PlannerEntry> omplPlanners()
{
    return {
        plannerEntry<og::ABITstar>("ABITstar"),
        plannerEntry<og::AITstar>("AITstar"),
        plannerEntry<og::AnytimePathShortening>("AnytimePathShortening"),
        plannerEntry<og::BFMT>("BFMT"),
        plannerEntry<og::BITstar>("BITstar"),
        plannerEntry<og::BKPIECE1>("BKPIECE1"),
        plannerEntry<og::BiEST>("BiEST"),
        plannerEntry<og::BiRLRT>("BiRLRT"),
        plannerEntry<og::BiTRRT>("BiTRRT"),
        plannerEntry<og::CForest>("CForest"),
        plannerEntry<og::EST>("EST"),
        plannerEntry<og::FMT>("FMT"),
        plannerEntry<og::InformedRRTstar>("InformedRRTstar"),
        plannerEntry<og::KPIECE1>("KPIECE1"),
        plannerEntry<og::LBKPIECE1>("LBKPIECE1"),
        plannerEntry<og::LBTRRT>("LBTRRT"),
        plannerEntry<og::LazyPRM>("LazyPRM"),
        plannerEntry<og::LazyPRMstar>("LazyPRMstar"),
        plannerEntry<og::LazyRRT>("LazyRRT"),
        plannerEntry<og::PDST>("PDST"),
        plannerEntry<og::PRM>("PRM"),
        plannerEntry<og::PRMstar>("PRMstar"),
        plannerEntry<og::ProjEST>("ProjEST"),
        plannerEntry<og::RLRT>("RLRT"),
        plannerEntry<og::RRT>("RRT"),
        plannerEntry<og::RRTConnect>("RRTConnect"),
        plannerEntry<og::RRTXstatic>("RRTXstatic"),
        plannerEntry<og::RRTsharp>("RRTsharp"),
        plannerEntry<og::RRTstar>("RRTstar"),
        plannerEntry<og::SBL>("SBL"),
        plannerEntry<og::SORRTstar>("SORRTstar"),
        plannerEntry<og::SPARS>("SPARS"),
        plannerEntry<og::SPARStwo>("SPARStwo"),
        plannerEntry<og::SST>("SST"),
        plannerEntry<og::STRIDE>("STRIDE"),
        plannerEntry<og::TRRT>("TRRT"),
        plannerEntry<og::pRRT>("pRRT"),
        plannerEntry<og::pSBL>("pSBL"),
    };
}

}  // namespace gapless
