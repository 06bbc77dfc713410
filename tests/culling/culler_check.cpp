#include "culling/culler_check.h"

#include <cstdio>

#include "culling/point_distance.h"
#include "support/random_scene.h"

namespace gapless::test {

namespace {

// A ball in the body's frame that is part of the link.
struct Probe
{
    Vec3 p;
    double radius;
};

struct ProbesOf
{
    Random& random;
    std::vector<Probe> probes;

    void operator()(const Box& box)
    {
        for (const Vec3& v : boxVertices(box.half_extents))
            probes.push_back({v, 0.0});
    }
    void operator()(const Sphere& sphere) { probes.push_back({Vec3::Zero(), sphere.radius}); }
    void operator()(const Cylinder& cylinder)
    {
        for (int i = 0; i < 8; ++i)
        {
            const double angle = random.uniform(0.0, 2.0 * M_PI);
            probes.push_back({Vec3(cylinder.radius * std::cos(angle), cylinder.radius * std::sin(angle),
                                   i % 2 ? cylinder.half_length : -cylinder.half_length),
                              0.0});
        }
    }
    void operator()(const Capsule& capsule)
    {
        for (int i = -2; i <= 2; ++i)
            probes.push_back({Vec3(0.0, 0.0, 0.5 * i * capsule.half_length), capsule.radius});
    }
    void operator()(const Cone& cone)
    {
        probes.push_back({Vec3(0.0, 0.0, cone.half_length), 0.0});
        for (int i = 0; i < 8; ++i)
        {
            const double angle = random.uniform(0.0, 2.0 * M_PI);
            probes.push_back({Vec3(cone.radius * std::cos(angle), cone.radius * std::sin(angle), -cone.half_length), 0.0});
        }
    }
    void operator()(const std::shared_ptr<const TriangleMesh>& mesh)
    {
        for (const Vec3& v : mesh->vertices())
            probes.push_back({v, 0.0});
    }
};

std::vector<Probe> probesOf(const CollisionGeometry& geometry, Random& random)
{
    std::vector<Probe> result;
    for (const PlacedShape& placed : geometry.shapes())
    {
        ProbesOf visitor{random, {}};
        std::visit(visitor, placed.shape);
        for (const Probe& probe : visitor.probes)
            result.push_back({placed.X_BS * probe.p, probe.radius});
    }
    return result;
}

// Something whose point nearest to p is at p + gap n.
PlacedShape shapeBeside(const Vec3& p, const Vec3& n, double gap, double size, Random& random)
{
    const Vec3 nearest = p + gap * n;
    const auto beyond = [&](double across, double along) {
        Vec3 side = across * random.direction();
        side -= side.dot(n) * n;
        return Vec3(nearest + side + along * n);
    };
    switch (random.index(6))
    {
        case 0:
        {
            const double r = random.logUniform(1e-3, 1.0) * size;
            return {Sphere{r}, {Mat3::Identity(), nearest + r * n}};
        }
        case 1:
        {
            const Vec3 half(random.uniform(0.01, 1) * size, random.uniform(0.01, 1) * size, random.uniform(0.01, 1) * size);
            const Mat3 R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), n).toRotationMatrix();
            return {Box{half}, {R, nearest + half.z() * n}};
        }
        case 2:
        {
            const Cylinder cylinder{random.uniform(0.01, 1) * size, random.uniform(0.01, 1) * size};
            const Mat3 R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), n).toRotationMatrix();
            return {cylinder, {R, nearest + cylinder.half_length * n}};
        }
        case 3:
            // A sliver of a triangle that stands on its tip.
            return {triangleMesh(nearest, beyond(1e-7 * size, size), beyond(1e-7 * size, 2.0 * size)), {}};
        default:
            // A triangle that touches the plane in a corner, an edge or as a whole.
            return {triangleMesh(nearest, beyond(size, random.chance(0.5) ? 0.0 : random.uniform(0, size)),
                                 beyond(size, random.chance(0.5) ? 0.0 : random.uniform(0, size))),
                    {}};
    }
}

struct Trial
{
    std::shared_ptr<const Scene> scene;
    std::vector<std::pair<Configuration, Configuration>> ends;
    /// Instants that obstacles were aimed at, besides the regular ones.
    std::vector<double> aimed;
};

Trial randomTrial(const CullerCheckOptions& options, Random& random)
{
    for (;;)
    {
        SceneBuilder builder;
        builder.clearances.all = options.clearance;
        RandomRobotOptions robot;
        robot.min_bodies = 2;
        robot.max_bodies = 6;
        robot.base_offset = options.base_offset;
        robot.scale = options.scale;
        robot.floating_and_planar = options.floating_and_planar;
        addRandomRobot(builder, random, robot);
        std::vector<CollisionObject> links;
        for (const CollisionObject& object : builder.objects)
            if (!builder.model.body(object.body).is_static)
                links.push_back(object);
        if (links.empty())
            continue;
        Trial trial;
        const Configuration q = randomConfiguration(builder.model, random, options.scale);
        for (int i = 0; i < options.motions_at_once; ++i)
        {
            const double step = random.chance(0.2) ? 1e-3 * options.step : options.step;
            // The same start for all, so that an obstacle beside one motion is near the others too.
            trial.ends.emplace_back(q, nearbyConfiguration(builder.model, random, q, step));
        }
        for (int k = 0; k < options.obstacles; ++k)
        {
            const auto& ends = trial.ends[static_cast<std::size_t>(random.index(options.motions_at_once))];
            const Motion motion(builder.model, ends.first, ends.second);
            const CollisionObject& link = links[static_cast<std::size_t>(random.index(static_cast<int>(links.size())))];
            const std::vector<Probe> probes = probesOf(*link.geometry, random);
            const Probe& probe = probes[static_cast<std::size_t>(random.index(static_cast<int>(probes.size())))];
            const double t = random.chance(0.3) ? 0.5 : random.unit();
            trial.aimed.push_back(t);
            const Vec3 p = motion.worldPose(link.body, t) * probe.p;
            // Mostly just clear of the link, now and then just not.
            const double gap = options.clearance + probe.radius
                               + (random.chance(0.2) ? -1.0 : 1.0) * random.logUniform(1e-7, 2.0) * options.scale;
            const PlacedShape placed =
                shapeBeside(p, random.direction(), gap, random.logUniform(0.01, 1.0) * options.scale, random);
            builder.obstacle("obstacle_" + std::to_string(k), placed.shape, placed.X_BS);
        }
        trial.scene = builder.build();
        return trial;
    }
}

// Does a sample of the link come within the clearance of the obstacle, by more than the rounding of this check?
bool sampledHit(const Scene& scene, const Motion& motion, const CollisionObject& link, const CollisionObject& obstacle,
                const std::vector<Probe>& probes, double clearance, const std::vector<double>& instants, double& at)
{
    const Pose X_OW = scene.model().body(obstacle.body).X_WB.inverse();
    for (const double t : instants)
    {
        const Pose X_WB = motion.worldPose(link.body, t);
        const double rounding = 1e-13 * (1.0 + X_WB.p.norm());
        for (const Probe& probe : probes)
        {
            const Vec3 p = X_OW * (X_WB * probe.p);
            if ((p - obstacle.geometry->centre()).norm() - obstacle.geometry->radius() > clearance + probe.radius)
                continue;
            if (distanceTo(*obstacle.geometry, p) - probe.radius < clearance - rounding)
            {
                at = t;
                return true;
            }
        }
    }
    return false;
}

}  // namespace

CullerCheckResult& CullerCheckResult::operator+=(const CullerCheckResult& other)
{
    triples += other.triples;
    culled += other.culled;
    sampled_hits += other.sampled_hits;
    wrong += other.wrong;
    disagreements += other.disagreements;
    if (first_wrong.empty())
        first_wrong = other.first_wrong;
    return *this;
}

CullerCheckResult checkCuller(const MakeCuller& make, const CullerCheckOptions& options)
{
    Random random(options.seed);
    CullerCheckResult result;
    for (int trials = 0; result.triples < options.triples; ++trials)
    {
        const Trial trial = randomTrial(options, random);
        const Scene& scene = *trial.scene;
        const auto obstacles = std::make_shared<StaticObstacles>(trial.scene);
        const std::unique_ptr<Culler> culler = make(obstacles);
        MotionSweeper sweeper(trial.scene, options.sweep);
        SweptVolumeBatch batch;
        std::vector<Motion> motions;
        for (const auto& [q0, q1] : trial.ends)
        {
            motions.emplace_back(scene.model(), q0, q1);
            sweeper.add(motions.back(), batch);
        }
        if (options.tamper)
            options.tamper(batch);
        ObstacleHits hits;
        std::vector<char> may_hit;
        culler->cullPairs(batch, hits);
        culler->cull(batch, may_hit);
        std::vector<double> instants = trial.aimed;
        for (int k = 0; k <= 24; ++k)
            instants.push_back(k / 24.0);
        for (std::size_t v = 0; v < batch.volumes.size(); ++v)
        {
            const SweptVolume& volume = batch.volumes[v];
            const CollisionObject& link = scene.object(volume.object);
            const std::vector<Probe> probes = probesOf(*link.geometry, random);
            bool any = false;
            for (int k = 0; k < obstacles->count(); ++k)
            {
                const ObstacleIndex obstacle(k);
                if (!contains(obstacles->active(volume.object), obstacle))
                    continue;
                ++result.triples;
                any = any || hits.mayHit(v, obstacle);
                const bool culled = !hits.mayHit(v, obstacle);
                result.culled += culled;
                double t = 0.0;
                if (!sampledHit(scene, motions[static_cast<std::size_t>(volume.motion)], link,
                                scene.object(obstacles->object(obstacle)), probes, volume.clearance, instants, t))
                    continue;
                ++result.sampled_hits;
                if (!culled)
                    continue;
                ++result.wrong;
                if (result.first_wrong.empty())
                {
                    const auto& ends = trial.ends[static_cast<std::size_t>(volume.motion)];
                    result.first_wrong = "seed " + std::to_string(options.seed) + " trial " + std::to_string(trials) + " link "
                                         + link.name + " " + scene.object(obstacles->object(obstacle)).name + " t " + digits(t)
                                         + " q0 " + digits(ends.first) + " q1 " + digits(ends.second);
                }
                if (options.stop_early)
                    return result;
            }
            result.disagreements += any != (may_hit[v] != 0);
        }
    }
    return result;
}

std::string describe(const std::string& what, const CullerCheckResult& result)
{
    char line[256];
    std::snprintf(line, sizeof line, "%-44s %8ld triples, %7ld sampled hits, culled %5.1f %%, %5.1f %% of those without a hit",
                  what.c_str(), result.triples, result.sampled_hits, 100.0 * result.culledShare(), 100.0 * result.culledOfFree());
    return line;
}

}  // namespace gapless::test
