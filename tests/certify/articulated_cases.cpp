#include "certify/articulated_cases.h"

namespace gapless::test {

ArticulatedCase& ArticulatedCases::contact(const std::string& name, const SceneBuilder& builder, const Configuration& q0,
                                           const Configuration& q1, double toc)
{
    ArticulatedCase motion;
    motion.name = name;
    motion.scene = builder.build();
    motion.q0 = q0;
    motion.q1 = q1;
    motion.speed = 20.0;
    motion.toc = toc;
    all.push_back(motion);
    return all.back();
}

ArticulatedCase& ArticulatedCases::free(const std::string& name, const SceneBuilder& builder, const Configuration& q0,
                                        const Configuration& q1, double distance, double clearance)
{
    ArticulatedCase& motion = contact(name, builder, q0, q1, 0.0);
    motion.toc.reset();
    motion.distance = distance;
    motion.excess = distance - clearance;
    return motion;
}

const std::vector<ArticulatedCase>& articulatedCases()
{
    static const std::vector<ArticulatedCase> cases = [] {
        std::vector<ArticulatedCase> all;
        for (const auto& some : {primitiveCases(), meshCases(), grazingCases(), linkageCases()})
            all.insert(all.end(), some.begin(), some.end());
        return all;
    }();
    return cases;
}

}  // namespace gapless::test
