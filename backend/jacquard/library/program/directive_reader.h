#pragma once

#include <jacquard/library/program/directive_words.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Reads the words of one directive, such as `@output FRAG_RESULT_DATA0 r1.x components xyzw index
// 0`, into a program's header. A fault is reported and leaves the program as it was.
class DirectiveReader : private DirectiveWords {
  public:
    DirectiveReader(ir3::Program& program, Diagnostics& diagnostics)
        : DirectiveWords(diagnostics), program_(&program) {}

    // `line` begins with '@'; `column` is the place of that, from 0.
    void read(std::string_view line, std::uint32_t number, std::size_t column);

    // The position of @gpu; its line is 0 if there is none.
    [[nodiscard]] SourcePosition part_position() const { return part_position_; }

  private:
    void read_gpu();
    void read_stage();
    void read_varying();
    void read_register_input(bool system_value);
    Components written_components();
    void read_output();
    void read_stored(ir3::ProgramOutput& output);
    void read_feeds();
    void read_patches();
    void read_mode();
    void read_feedback();
    void read_vertices();
    void read_images(std::optional<std::uint32_t>& first);
    void read_constants();
    bool read_by_program();
    void read_byte_range(std::uint32_t& start, std::uint32_t& end);
    void read_push();
    void read_parameter();
    void read_resource();
    void read_argument();
    void read_resource_argument(nir::KernelArgument& argument);
    void read_bytes(std::uint32_t& bytes);
    void read_immediate();
    void read_prefetch();
    void read_sampler();
    void read_wave();
    void read_workgroup();
    void read_buffer();
    void read_array();
    void finish_input(ir3::ProgramInput input);
    template <typename Entry>
    void add(std::vector<Entry>& list, Entry entry);

    ir3::Program* program_;
    SourcePosition part_position_{};
};

} // namespace jacquard::driver
