// Broken on purpose: proves each motion from its second state to its first, which for a car is another one.
#pragma once

#include <memory>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/geometric/planners/rrt/RRT.h>

namespace gapless::test {

class BrokenBackwards : public ompl::geometric::RRT
{
public:
    explicit BrokenBackwards(const ompl::base::SpaceInformationPtr& si) : RRT(backwards(si)) {}

private:
    class Backwards : public ompl::base::MotionValidator
    {
    public:
        explicit Backwards(const ompl::base::SpaceInformationPtr& si) : MotionValidator(si), validator_(si->getMotionValidator())
        {}

        bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override
        {
            return validator_->checkMotion(s2, s1);
        }
        bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                         std::pair<ompl::base::State*, double>& /*lastValid*/) const override
        {
            return checkMotion(s1, s2);
        }

    private:
        ompl::base::MotionValidatorPtr validator_;
    };

    static ompl::base::SpaceInformationPtr backwards(const ompl::base::SpaceInformationPtr& si)
    {
        si->setMotionValidator(std::make_shared<Backwards>(si));
        si->setup();
        return si;
    }
};

}  // namespace gapless::test
