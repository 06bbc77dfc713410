#include "roadmap/part_order.h"

#include <gapless/core/error.h>

#include "core/content_bytes.h"

namespace gapless {

std::string PartOrder::bytes() const
{
    ContentWriter writer;
    writer.put(work);
    writer.put8(static_cast<unsigned>(stage));
    writer.put64(part);
    writer.put(edges);
    return writer.bytes();
}

PartOrder PartOrder::read(std::string_view bytes)
{
    ContentReader reader(bytes);
    PartOrder order;
    order.work = reader.takeDigest();
    const unsigned stage = reader.take8();
    if (stage > static_cast<unsigned>(Stage::Cells))
        throw InputError("an order of an unknown kind");
    order.stage = static_cast<Stage>(stage);
    order.part = static_cast<std::size_t>(reader.take64());
    order.edges = std::string(reader.take(reader.left()));
    return order;
}

PartAnswer PartAnswer::read(std::string bytes)
{
    using Outcome = PartAnswer::Outcome;
    for (const Outcome outcome : {Outcome::Made, Outcome::Failed, Outcome::Interrupted})
        if (!bytes.empty() && bytes[0] == static_cast<char>(outcome))
        {
            bytes.erase(0, 1);
            return {outcome, std::move(bytes)};
        }
    return {Outcome::Failed, "gave no answer that can be read"};
}

}  // namespace gapless
