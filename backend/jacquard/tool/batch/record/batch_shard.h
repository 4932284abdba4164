#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/tool/batch/record/batch_identity.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// Every `count`-th shader of a batch, from number `number` on, counted from 0.
struct Shard {
    std::size_t number = 0;
    std::size_t count = 1;

    // Returns true if it has the shader of this number.
    [[nodiscard]] bool has(std::size_t shader) const { return shader % count == number; }
    // "3/4"; the last of n is 0/n, however it was written.
    [[nodiscard]] std::string text() const;
};

// "i/n": every n-th shader, beginning with the i-th. Counting from 0 and from 1 both cover all.
[[nodiscard]] std::optional<Shard> parse_shard(std::string_view text);

// The results of a shard end with this mark, so that only whole sets are joined.
struct ShardMark {
    Shard shard;
    BatchIdentity work;
    std::string list; // a sum over the names of all shaders, those of other shards too
};

// The mark as a member "shard" of an object, and back; nothing where the object has none.
void append_mark(json::Writer& json, const ShardMark& mark);
[[nodiscard]] std::optional<ShardMark> read_mark(json::Value object);

} // namespace jacquard::driver
