#pragma once

#include <jacquard/layer/references.h>
#include <jacquard/support/json/json.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vulkan/vulkan_core.h>

namespace jacquard::layer {

// Writes the state of one object as the JSON that the format has for it: numbers for numbers,
// enumerations, flags and truths, strings of 16 hex digits for other objects.
class StateWriter {
  public:
    explicit StateWriter(const References& references) : references_(references) {}

    [[nodiscard]] const std::string& text() const { return text_; }
    // Empty, or why the state cannot be written.
    [[nodiscard]] const std::string& fault() const { return fault_; }
    void fail(std::string_view reason);

    // The name of the member that comes next.
    StateWriter& name(std::string_view name) {
        json_.name(name);
        return *this;
    }
    template <typename Number>
    StateWriter& value(Number number) {
        if constexpr (std::is_floating_point_v<Number>) {
            json_.number(finite(number));
        } else {
            json_.integer(static_cast<std::int64_t>(number));
        }
        return *this;
    }
    template <typename Number>
    StateWriter& member(std::string_view name, Number number) {
        json_.name(name);
        return value(number);
    }
    // Names with their numbers.
    template <typename Number, typename... Others>
    StateWriter& members(std::string_view name, Number number, Others... others) {
        member(name, number);
        if constexpr (sizeof...(others) != 0) {
            members(others...);
        }
        return *this;
    }
    StateWriter& text_member(std::string_view name, const char* text);
    StateWriter& bytes_member(std::string_view name, const void* bytes, std::size_t size);

    // The hash of an object, 0 for a null handle; an object that is not in the file is a fault.
    template <typename Handle>
    StateWriter& reference(VkObjectType type, Handle handle) {
        return reference_number(type, References::number_of(handle));
    }
    template <typename Handle>
    StateWriter& reference(std::string_view name, VkObjectType type, Handle handle) {
        json_.name(name);
        return reference(type, handle);
    }
    StateWriter& hash(std::string_view name, std::uint64_t hash);

    // An object or array in which `write` writes the members.
    template <typename Write>
    StateWriter& object(Write write) {
        json_.begin_object();
        write();
        json_.end_object();
        return *this;
    }
    template <typename Write>
    StateWriter& object(std::string_view name, Write write) {
        json_.name(name);
        return object(write);
    }
    // An array of what `write` writes for each of the elements.
    template <typename Element, typename Write>
    StateWriter& array(std::string_view name, const Element* elements, std::size_t count,
                       Write write) {
        json_.name(name);
        return array(elements, count, write);
    }
    template <typename Element>
    StateWriter& numbers(std::string_view name, const Element* elements, std::size_t count) {
        json_.name(name);
        return numbers(elements, count);
    }
    template <typename Element>
    StateWriter& numbers(const Element* elements, std::size_t count) {
        return array(elements, count, [this](const Element& element) { value(element); });
    }

  private:
    template <typename Element, typename Write>
    StateWriter& array(const Element* elements, std::size_t count, Write write) {
        json_.begin_array();
        for (std::size_t i = 0; elements != nullptr && i < count; ++i) {
            write(elements[i]);
        }
        json_.end_array();
        return *this;
    }
    // JSON has no number for the others.
    [[nodiscard]] static double finite(double number);
    StateWriter& reference_number(VkObjectType type, std::uint64_t handle);
    void write_hash(std::uint64_t hash);

    const References& references_;
    std::string text_;
    std::string fault_;
    json::Writer json_{text_};
};

} // namespace jacquard::layer
