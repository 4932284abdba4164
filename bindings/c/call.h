#pragma once

#include <jacquard/jacquard.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/support/text/diagnostics.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

// Checks the arguments of every call of <jacquard/jacquard.h> and turns faults into statuses.
namespace jacquard::binding {

// No structure is ever larger: whatever says so was not set by the caller.
inline constexpr std::size_t kMaxStructSize = 4096;

// Returns true if a structure of this or another version can have the size. One that no compiler
// gives would cut a pointer in two.
template <typename Struct>
constexpr bool is_struct_size(std::size_t size) {
    return size != 0 && size <= kMaxStructSize && size % alignof(Struct) == 0;
}

// Returns the members of a structure that the caller passed, all others at their defaults. Returns
// nothing if it sets a member that this version does not have.
template <typename Struct>
std::optional<Struct> read(const Struct* given) {
    Struct known{};
    if (given == nullptr) {
        return known;
    }
    const std::size_t size = given->struct_size;
    if (!is_struct_size<Struct>(size)) {
        return std::nullopt;
    }
    const auto* bytes = reinterpret_cast<const unsigned char*>(given);
    for (std::size_t i = sizeof(Struct); i < size; ++i) {
        if (bytes[i] != 0) {
            return std::nullopt;
        }
    }
    std::memcpy(&known, given, size < sizeof(Struct) ? size : sizeof(Struct));
    return known;
}

// Fills in what the caller has room for.
template <typename Struct>
jacquard_status answer(Struct* out, Struct value) {
    const std::size_t size = out->struct_size;
    if (!is_struct_size<Struct>(size)) {
        return JACQUARD_WRONG_USE;
    }
    value.struct_size = size;
    std::memset(out, 0, size);
    std::memcpy(out, &value, size < sizeof(Struct) ? size : sizeof(Struct));
    return JACQUARD_OK;
}

// The same for one of `count` entries, which `fill` describes.
template <typename Struct, typename Fill>
jacquard_status answer_entry(std::size_t count, std::size_t index, Struct* out, Fill&& fill) {
    if (out == nullptr || index >= count) {
        return JACQUARD_WRONG_USE;
    }
    Struct result{};
    fill(result);
    return answer(out, result);
}

// Runs the body of a call: nothing that it throws leaves the library.
template <typename Body>
jacquard_status guarded(Body&& body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return JACQUARD_OUT_OF_MEMORY;
    } catch (const std::length_error&) { // of a container that no memory could hold
        return JACQUARD_OUT_OF_MEMORY;
    } catch (...) {
        return JACQUARD_FAILED;
    }
}

// The same for a call that creates an object: `out` is where its handle goes, and `complete` says
// whether all else is there that must be.
template <typename Handle, typename Body>
jacquard_status creating(Handle** out, bool complete, Body&& body) noexcept {
    if (out == nullptr) {
        return JACQUARD_WRONG_USE;
    }
    *out = nullptr;
    return complete ? guarded(std::forward<Body>(body)) : JACQUARD_WRONG_USE;
}

[[nodiscard]] jacquard_status c_status_of(driver::CompileStatus status);

// An input with the diagnostics on it, which the context's callback is told of in the end.
class Input {
  public:
    // Without a source the input is empty.
    Input(jacquard_context& context, const jacquard_source* source);
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    // Returns true if the source can be read; false after `status` was set.
    [[nodiscard]] bool is_good(jacquard_status& status);

    [[nodiscard]] std::string_view bytes() const { return bytes_; }
    [[nodiscard]] Diagnostics& diagnostics() { return diagnostics_; }
    [[nodiscard]] const std::optional<jacquard_source>& source() const { return source_; }

    // Tells the callback of all that was found and gives the status back.
    jacquard_status tell(jacquard_status status);
    // Reports one more, and tells. The status is that of the code.
    jacquard_status fail(std::string_view code, std::string message);
    // Tells, and gives the status for what has been reported.
    jacquard_status tell_faults();

  private:
    jacquard_context& context_;
    std::optional<jacquard_source> source_;
    std::string_view bytes_;
    Diagnostics diagnostics_;
};

} // namespace jacquard::binding
