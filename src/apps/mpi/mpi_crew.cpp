#include "mpi/mpi_crew.h"

#include <chrono>
#include <thread>

#define OMPI_SKIP_MPICXX 1  // the C++ bindings that MPI 3 took out
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

namespace gapless::apps {
namespace {

// Of messages.
constexpr int kOrder = 1, kAnswer = 2, kNoMore = 3;

constexpr std::chrono::microseconds kPause{500};
constexpr int kAsker = 0;

/// The message, if there is one.
std::optional<std::string> receive(int source, int tag, MPI_Status& status)
{
    int is_there = 0;
    MPI_Iprobe(source, tag, MPI_COMM_WORLD, &is_there, &status);
    if (!is_there)
        return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_CHAR, &size);
    std::string content(static_cast<std::size_t>(size), '\0');
    MPI_Recv(content.data(), size, MPI_CHAR, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return content;
}

void send(const std::string& content, int to, int tag)
{
    MPI_Send(content.data(), static_cast<int>(content.size()), MPI_CHAR, to, tag, MPI_COMM_WORLD);
}

}  // namespace

struct MpiCrew::Order
{
    std::string content;
    MPI_Request request = MPI_REQUEST_NULL;
};

MpiSession::MpiSession(int& argc, char**& argv)
{
    // What MPI finds wrong ends all ranks, with its own words. This thread alone calls it.
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
}

MpiSession::~MpiSession()
{
    MPI_Finalize();
}

MpiCrew::MpiCrew(const MpiSession& session) : orders_(static_cast<std::size_t>(session.count() - 1)) {}

MpiCrew::~MpiCrew()
{
    for (std::size_t member = 0; member < size(); ++member)
        while (orders_[member])
            if (!answer())
                std::this_thread::sleep_for(kPause);
    for (std::size_t member = 0; member < size(); ++member)
        send("", static_cast<int>(member) + 1, kNoMore);
}

void MpiCrew::ask(std::size_t member, const std::string& order)
{
    // Not to wait for members that still load.
    auto sent = std::make_unique<Order>();
    sent->content = order;
    MPI_Isend(sent->content.data(), static_cast<int>(sent->content.size()), MPI_CHAR, static_cast<int>(member) + 1, kOrder,
              MPI_COMM_WORLD, &sent->request);
    orders_[member] = std::move(sent);
}

std::optional<RoadmapCrew::Answer> MpiCrew::answer()
{
    MPI_Status status;
    std::optional<std::string> content = receive(MPI_ANY_SOURCE, kAnswer, status);
    if (!content)
        return std::nullopt;
    const std::size_t member = static_cast<std::size_t>(status.MPI_SOURCE) - 1;
    MPI_Wait(&orders_[member]->request, MPI_STATUS_IGNORE);
    orders_[member].reset();
    return Answer{member, std::move(*content)};
}

void serveMpiCrew(const std::function<std::string(const std::string& order)>& answer)
{
    for (;;)
    {
        MPI_Status status;
        const std::optional<std::string> order = receive(kAsker, MPI_ANY_TAG, status);
        if (!order)
            std::this_thread::sleep_for(kPause);
        else if (status.MPI_TAG == kNoMore)
            return;
        else
            send(answer(*order), kAsker, kAnswer);
    }
}

}  // namespace gapless::apps
