// What is in a file, and the message of the error that a call must throw.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

namespace gapless::test {

inline std::string contentOf(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// The message of the InputError that `call` throws; it must be one line. Fails the test if there is none.
template <class Call>
std::string errorOf(const Call& call)
{
    try
    {
        call();
    }
    catch (const InputError& error)
    {
        const std::string message = error.what();
        CHECK(message.find('\n') == std::string::npos);
        return message;
    }
    FAIL("no InputError");
    return {};
}

}  // namespace gapless::test
