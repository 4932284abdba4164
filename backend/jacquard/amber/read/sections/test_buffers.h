#pragma once

#include <jacquard/amber/read/lines/command_list.h>
#include <jacquard/amber/read/lines/memory_budget.h>

#include <cstddef>
#include <cstdint>

namespace jacquard::driver::amber {

// Reads the lines of a test that write buffers, which are made where a binding has none.
class TestBuffers {
  public:
    TestBuffers(Lines& lines, Script& script, MemoryBudget& memory, CommandList& commands)
        : lines_(lines), script_(script), memory_(memory), commands_(commands) {}

    bool read_uniform();
    bool read_storage();

    bool take_place(std::uint32_t& set, std::uint32_t& binding);
    bool take_type(Packing packing, ElementLayout& layout);
    // Finds the buffer of that kind at a binding. False after a fault.
    bool find_buffer(const Token& token, BindingKind kind, std::uint32_t set, std::uint32_t binding,
                     std::size_t& buffer);

  private:
    bool make_buffer(const Token& token, BindingKind kind, std::uint32_t set, std::uint32_t binding,
                     std::size_t& number);
    bool write_values(const Token& start, std::size_t buffer, Packing packing);
    bool grow(const Token& token, std::size_t buffer, std::uint64_t size);

    Lines& lines_;
    Script& script_;
    MemoryBudget& memory_;
    CommandList& commands_;
};

} // namespace jacquard::driver::amber
