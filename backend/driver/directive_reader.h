#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/ir3/slots.h>
#include <jacquard/support/diagnostics.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Reads the words of one directive, such as `@output FRAG_RESULT_DATA0 r1.x components xyzw index
// 0`, into a program's header. A fault is reported and leaves the program as it was.
class DirectiveReader {
  public:
    DirectiveReader(ir3::Program& program, Diagnostics& diagnostics)
        : program_(&program), diagnostics_(&diagnostics) {}

    // `line` begins with '@'; `column` is the place of that, from 0.
    void read(std::string_view line, std::uint32_t number, std::size_t column);

    // Where @gpu stands; line 0 where it does not.
    [[nodiscard]] SourcePosition part_position() const { return part_position_; }

  private:
    struct Components {
        unsigned first = 0;
        unsigned mask = 0;
    };

    void read_gpu();
    void read_stage();
    void read_varying();
    void read_register_input(bool system_value);
    void read_output();
    void read_stored(ir3::ProgramOutput& output);
    void read_feeds();
    void read_patches();
    void read_vertices();
    void read_constants();
    bool read_by_program();
    void read_byte_range(std::uint32_t& start, std::uint32_t& end);
    void read_push();
    void read_parameter();
    void read_resource();
    void read_bytes(std::uint32_t& bytes);
    void read_immediate();
    void read_prefetch();
    void read_sampler();
    void read_workgroup();
    void read_buffer();
    void read_array();
    void finish_input(ir3::ProgramInput input);
    template <typename Entry>
    void add(std::vector<Entry>& list, Entry entry);

    // Each gives what comes next, or reports what was expected; after a fault all do nothing.
    std::string_view word(std::string_view what);
    void keyword(std::string_view text);
    bool optional_keyword(std::string_view text);
    template <typename Number>
    Number number(std::string_view what);
    template <typename Number>
    Number number_of(std::string_view text, std::size_t offset, std::string_view what);
    ir3::RegisterLocation location();
    Components components();
    std::uint32_t constant_vec4(bool with_component);
    const ir3::SlotInfo* slot();
    void end();
    void fail(std::size_t offset, std::string message);
    void skip_blanks();

    ir3::Program* program_;
    Diagnostics* diagnostics_;
    std::string_view line_;
    std::size_t at_ = 0;
    std::size_t word_start_ = 0;
    std::uint32_t number_ = 0;
    std::size_t column_ = 0;
    bool failed_ = false;
    SourcePosition part_position_{};
};

} // namespace jacquard::driver
