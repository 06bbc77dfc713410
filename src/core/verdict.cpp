#include <gapless/core/verdict.h>

namespace gapless {

const char* toString(Verdict verdict)
{
    switch (verdict)
    {
        case Verdict::Free: return "free";
        case Verdict::Collision: return "collision";
        case Verdict::Undecided: return "undecided";
    }
    return "undecided";
}

}  // namespace gapless
