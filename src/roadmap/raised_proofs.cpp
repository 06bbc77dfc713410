#include "roadmap/raised_proofs.h"

#include "planners/proof_history.h"

namespace gapless {

namespace {

std::shared_ptr<const Scene> raisedScene(const Scene& scene, double raise)
{
    std::vector<ObjectPair> pairs;
    for (ObjectPair pair : scene.pairs())
        if (scene.object(pair.a).kind == ObjectKind::Link && scene.object(pair.b).kind == ObjectKind::Link)
        {
            pair.clearance = raisedClearance(pair.clearance, raise);
            pairs.push_back(pair);
        }
    return std::make_shared<const Scene>(scene.model(), scene.objects().list(), pairs, &scene);
}

}  // namespace

std::vector<double> raisesOfClearance(double cell)
{
    // Of cells of 5 cm 1, 2, 5 and 10 mm. From 2 cm on an arm's links are mostly near each other, and proofs that come to nothing take ten times as long (docs/benchmarks.md).
    return {0.02 * cell, 0.04 * cell, 0.1 * cell, 0.2 * cell};
}

RaisedProofs::RaisedProofs(const Scene& scene, const std::vector<double>& raises, double tolerance)
{
    CertifyOptions certify;
    certify.tolerance = tolerance;
    for (const double raise : raises)
        certifiers_.push_back(std::make_unique<SegmentCertifier>(raisedScene(scene, raise), certify));
}

std::uint8_t RaisedProofs::find(const NodeStates& nodes, std::uint32_t a, std::uint32_t b)
{
    std::size_t raises = certifiers_.size();
    while (raises > 0 && !nodes.isFree(a, b, *certifiers_[raises - 1]))
        --raises;
    return static_cast<std::uint8_t>(raises);
}

}  // namespace gapless
