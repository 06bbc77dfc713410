// The example of README.md: when and where does a motion touch first?
#pragma once

#include <iostream>

// [contact: example]
#include <gapless/certify/articulated_collision.h>
#include <gapless/io/problem.h>

void tellFirstContact(const gapless::Problem& problem)
{
    const gapless::ArticulatedResult result =
        gapless::ArticulatedCollision(problem.scene).check(problem.start, problem.goal.value());
    if (result.verdict != gapless::Verdict::Collision)
        return;
    // Proven free before the first number, and the two are at most 1e-6 of the motion apart.
    std::cout << "contact in [" << result.time_of_contact.lower << ", " << result.time_of_contact.upper << "]\n";
    const gapless::Contact& first = result.contacts.front();
    const gapless::ObjectPair& pair = problem.scene->pair(first.pair);
    std::cout << gapless::toString(first.feature_a) << " of " << problem.scene->object(pair.a).name << ", "
              << gapless::toString(first.feature_b) << " of " << problem.scene->object(pair.b).name << ", at "
              << first.point_a.transpose() << ", normal " << first.normal.transpose() << '\n';
}
// [contact: end]
