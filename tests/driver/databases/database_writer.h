#pragma once

#include <jacquard/fossilize/entry.h>

#include <cstdint>
#include <string>
#include <string_view>

// How the payload of an entry is stored.
enum class Packing : std::uint8_t { plain, deflated };

// The bytes of a database that is made for a test, one entry after the other.
class DatabaseWriter {
  public:
    explicit DatabaseWriter(char version = 6);

    // An entry with its checksum. Returns the byte at which it begins.
    std::size_t add(unsigned tag, std::uint64_t hash, std::string_view payload,
                    Packing packing = Packing::plain);
    std::size_t add(jacquard::fossilize::ResourceTag tag, std::uint64_t hash,
                    std::string_view payload, Packing packing = Packing::plain) {
        return add(static_cast<unsigned>(tag), hash, payload, packing);
    }
    // A shader module with its words in seven bits a byte.
    std::size_t add_module(std::uint64_t hash, std::string_view module,
                           Packing packing = Packing::plain);
    // A graphics or compute pipeline, whose members are given as JSON.
    std::size_t add_pipeline(jacquard::fossilize::ResourceTag tag, std::uint64_t hash,
                             const std::string& members);

    std::string bytes;
};

// A member of `stages`: its bit of Vulkan, the hash of its module and its entry point; `more` is
// further JSON.
[[nodiscard]] std::string stage_json(unsigned bit, std::uint64_t module, std::string_view entry,
                                     std::string_view more = {});

// A zlib stream that holds bytes as they are.
[[nodiscard]] std::string as_zlib(std::string_view bytes);

// A vertex shader `vs` and a fragment shader `fs`, which writes the constant with SpecId 7, 1.0 by
// default, into all channels.
[[nodiscard]] std::string two_shaders();
// A compute shader `main`.
[[nodiscard]] std::string one_kernel();

// A database with modules 0xa (two shaders) and 0xb (a kernel), the graphics pipelines 0x1, in
// which the constant is 0.5, and 0x2, and the module 0xc, which no pipeline uses.
[[nodiscard]] std::string small_database(Packing packing = Packing::plain);
