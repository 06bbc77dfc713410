// What a shared library takes of gapless: proofs, and what reads their scenes.
#include <gapless/io/problem.h>

#include "first_contact.h"

void tellFirstContact(const std::string& file)
{
    tellFirstContact(gapless::loadProblem(file));
}
