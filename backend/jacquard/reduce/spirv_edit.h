#pragma once

#include <jacquard/spirv/module/module.h>

#include <cstdint>
#include <string>
#include <vector>

// A SPIR-V module that is changed instruction by instruction.
namespace jacquard::driver {

struct SpirvLine {
    spirv::Op op{};
    std::vector<std::uint32_t> words;
    std::vector<std::uint32_t> ids; // which words are ids that it uses, its type included
    bool has_type = false;
    bool has_result = false;

    [[nodiscard]] std::uint32_t type() const { return has_type ? words[1] : 0; }
    [[nodiscard]] std::uint32_t result() const { return has_result ? words[has_type ? 2 : 1] : 0; }
    [[nodiscard]] bool ends_block() const;
    // It says something of ids without using them: names, decorations, entry points' interfaces.
    [[nodiscard]] bool is_remark() const;
};

class SpirvEdit {
  public:
    explicit SpirvEdit(const spirv::Module& module);

    std::vector<SpirvLine> lines;

    // The line that defines each id; lines.size() where there is none.
    [[nodiscard]] std::vector<std::size_t> definitions() const;
    // Returns how many lines use each id, those that only remark on it left out.
    [[nodiscard]] std::vector<std::uint32_t> uses() const;

    // Takes the lines out for which `goes` is true. Within a function, a value that is still used
    // becomes undefined; other lines whose result is used stay.
    void take_out(const std::vector<bool>& goes);
    // A block ends with a jump to `label` instead of its last line and the merge before it.
    void jump_to(std::size_t last_line, std::uint32_t label);
    // Every use of an id becomes one of another.
    void replace_uses(std::uint32_t id, std::uint32_t by);

    // Takes blocks out that nothing leads to, what remarks on ids that are gone, and types and
    // constants that nothing uses, until there are none; and lets phis have a value from each
    // block that leads to theirs.
    void tidy();

    // The module, with a bound just above its ids.
    [[nodiscard]] std::string bytes() const;

  private:
    void drop_unreachable();
    [[nodiscard]] std::vector<bool> unreachable_of(std::size_t first, std::size_t end);
    void settle_phis(std::size_t first, std::size_t end);
    bool drop_remarks();
    bool drop_unused_globals();
    [[nodiscard]] std::uint32_t undefined(std::uint32_t type);
    void add_undefined();
    [[nodiscard]] std::uint32_t bound() const;

    std::vector<std::uint32_t> header_;
    std::vector<SpirvLine> added_; // OpUndef that belong in front of the first function
    std::uint32_t next_id_ = 0;
};

} // namespace jacquard::driver
