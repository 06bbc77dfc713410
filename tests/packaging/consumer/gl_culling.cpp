// The component gl of the installed package: says on which device it culls, or why it does not.
#include <iostream>

#include <gapless/culling/gl/gl_swept_volume_culler.h>
#include <gapless/io/problem.h>

int main(int, char** argv)
{
    std::string why_not;
    const auto obstacles = std::make_shared<gapless::StaticObstacles>(gapless::loadProblem(argv[1]).scene);
    const auto culler = gapless::GlSweptVolumeCuller::create(obstacles, why_not);
    std::cout << (culler ? culler->device() : why_not) << std::endl;
}
