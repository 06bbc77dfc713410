// Content as bytes, the same on every machine: little-endian numbers, the bits of doubles (0.0 and -0.0 differ), texts after their length.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <gapless/core/error.h>
#include <gapless/core/types.h>

#include "core/content_digest.h"

namespace gapless {

class ContentWriter
{
public:
    void put(std::string_view bytes) { bytes_ += bytes; }
    void put(const Digest& digest) { put(asText(digest)); }
    void put8(unsigned value) { bytes_ += static_cast<char>(value); }
    void put32(std::uint32_t value) { putBytes(value, 4); }
    void put64(std::uint64_t value) { putBytes(value, 8); }
    void putDouble(double value)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        put64(bits);
    }
    void putText(std::string_view text)
    {
        put32(static_cast<std::uint32_t>(text.size()));
        put(text);
    }
    void put(const Vec3& v)
    {
        for (int i = 0; i < 3; ++i)
            putDouble(v[i]);
    }
    void put(const Pose& X)
    {
        for (int i = 0; i < 3; ++i)
            put(Vec3(X.R.row(i)));
        put(X.p);
    }
    const std::string& bytes() const { return bytes_; }
    void clear() { bytes_.clear(); }

private:
    void putBytes(std::uint64_t value, int count)
    {
        char bytes[8];
        for (int i = 0; i < count; ++i)
            bytes[i] = static_cast<char>(value >> (8 * i) & 0xff);
        bytes_.append(bytes, static_cast<std::size_t>(count));
    }

    std::string bytes_;
};

/// All throw InputError("cut short") where there is less than they take.
class ContentReader
{
public:
    explicit ContentReader(std::string_view bytes) : bytes_(bytes) {}

    std::string_view take(std::size_t count)
    {
        if (count > bytes_.size())
            throw InputError("cut short");
        const std::string_view taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }
    unsigned take8() { return static_cast<unsigned>(takeNumber(1)); }
    std::uint32_t take32() { return static_cast<std::uint32_t>(takeNumber(4)); }
    std::uint64_t take64() { return takeNumber(8); }
    double takeDouble()
    {
        const std::uint64_t bits = take64();
        double value = 0.0;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
    double takeFloat()
    {
        const std::uint32_t bits = take32();
        float value = 0.0F;
        std::memcpy(&value, &bits, sizeof value);
        return static_cast<double>(value);
    }
    /// Of so many bytes, at most 8.
    std::uint64_t takeNumber(std::size_t count)
    {
        const std::string_view taken = take(count);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < count; ++i)
            value |= static_cast<std::uint64_t>(static_cast<unsigned char>(taken[i])) << (8 * i);
        return value;
    }
    std::string takeText() { return std::string(take(take32())); }
    Digest takeDigest()
    {
        Digest digest;
        std::memcpy(digest.data(), take(digest.size()).data(), digest.size());
        return digest;
    }
    std::size_t left() const { return bytes_.size(); }

private:
    std::string_view bytes_;
};

}  // namespace gapless
