#pragma once

#include <jacquard/amber/script/scanner.h>
#include <jacquard/amber/script/script.h>
#include <jacquard/amber/script/words.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/support/text/near_name.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace jacquard::driver::amber {

// Reads a file beside a script. Returns nothing if it cannot be read; `fault` says why.
using FileReader =
    std::function<std::optional<std::string>(std::string_view path, std::string& fault)>;

// Reads a script of AmberScript, or one of the older VkScript. Faults are told as M1 codes, parts
// of the language that are not supported as M2; reading goes on with the next line.
class Reader {
  public:
    Reader(std::string_view text, const FileReader& files, const Limits& limits,
           Diagnostics& diagnostics)
        : scanner_(text), files_(files), limits_(limits), diagnostics_(diagnostics) {}

    [[nodiscard]] Script read();
    // The sections of VkScript.
    [[nodiscard]] Script read_sections();

  private:
    using Names = std::map<std::string, std::size_t, std::less<>>;
    using Handler = bool (Reader::*)();
    struct Command_ {
        std::string_view word;
        Handler handler;
    };

    // Faults. Each returns false.
    bool fail(std::string_view code, const Token& token, std::string message);
    bool fail_word(const Token& token, std::string_view what,
                   std::span<const std::string_view> words);
    bool refuse(const Token& token, Refused part);

    // Words and numbers of a line. Each is false after a fault.
    bool expect(std::string_view word);
    bool take_if(std::string_view word);
    bool end_of_line();
    bool take_name(std::string_view what, Token& token);
    bool take_unsigned(std::string_view what, std::uint64_t most, std::uint64_t& value);
    bool take_unsigned32(std::string_view what, std::uint32_t& value);
    bool take_double(std::string_view what, double& value);
    bool take_float(std::string_view what, float& value);
    bool take_switch(bool& value);
    bool find(const Names& names, std::string_view what, std::size_t& number);
    bool declare(Names& names, std::string_view what, std::size_t number, std::string& name);
    bool allot(const Token& token, std::uint64_t bytes);
    template <typename T>
    bool take_word(std::string_view what, std::span<const Word<T>> words, T& meaning);
    bool take_comparison(nir::TexelComparison& comparison);

    // Runs the handler of each line up to END.
    bool read_block(const Token& start, std::span<const Command_> commands);
    void read_line(std::span<const Command_> commands);

    // read_shader.cpp
    bool read_feature();
    bool read_property();
    bool read_extension();
    bool read_set();
    bool read_virtual_file();
    bool read_shader();
    bool read_shader_format(ShaderSource& shader);
    bool read_target(ShaderSource& shader);
    bool read_source(ShaderSource& shader);
    bool check_includes(const ShaderSource& shader);

    // read_buffer.cpp
    bool read_structure();
    bool read_member(DataType& structure);
    bool take_type(std::size_t& type);
    bool take_format(nir::TexelFormat& format);
    bool read_buffer();
    bool read_image();
    bool take_levels(Buffer& buffer);
    bool read_image_size(Buffer& image);
    bool read_contents(Buffer& buffer, bool is_array, std::optional<std::uint64_t> count);
    bool read_data(Buffer& buffer, std::optional<std::uint64_t> count);
    bool read_file(Buffer& buffer, std::optional<std::uint64_t> count);
    bool read_values(Buffer& buffer, std::optional<std::uint64_t> count, Scanner& scanner,
                     bool ends_with_word);
    bool resize(Buffer& buffer, const Token& token, std::uint64_t count);
    bool read_sampler();

    // read_pipeline.cpp
    bool read_pipeline();
    bool read_derived();
    bool read_pipeline_block(const Token& start);
    bool check_pipeline(const Token& start);
    void add_targets(Pipeline& pipeline);
    bool read_attach();
    bool read_specialise(Attachment& attachment);
    bool read_optimization();
    bool read_compile_options();
    bool read_framebuffer_size();
    bool read_viewport();
    bool read_polygon_mode();
    bool read_patch_points();
    bool read_subgroup();
    bool read_subgroup_full();
    bool read_subgroup_varying();
    bool read_subgroup_size();
    bool read_bind();
    bool read_bind_buffer(bool is_array);
    bool read_bind_sampler(bool is_array);
    bool read_place(Binding& binding);
    bool read_binding_options(Binding& binding);
    bool read_vertex_data();
    bool read_index_data();
    // read_draw_state.cpp
    bool read_depth();
    bool read_depth_test();
    bool read_depth_write();
    bool read_depth_comparison();
    bool read_depth_clamp();
    bool read_depth_bounds();
    bool read_depth_bias();
    bool read_stencil();
    bool read_stencil_test();
    bool read_stencil_fail();
    bool read_stencil_pass();
    bool read_stencil_depth_fail();
    bool read_stencil_comparison();
    bool read_stencil_compare_mask();
    bool read_stencil_write_mask();
    bool read_stencil_reference();
    bool take_stencil(StencilOperation StencilFace::*member);
    bool take_byte(std::string_view what, std::uint8_t StencilFace::*member);
    bool read_blend();
    bool take_factor(BlendFactor BlendState::*member);
    bool take_operation(BlendOperation BlendState::*member);
    bool read_source_colour();
    bool read_target_colour();
    bool read_colour_operation();
    bool read_source_alpha();
    bool read_target_alpha();
    bool read_alpha_operation();

    // read_command.cpp
    bool read_run();
    bool read_rectangle(RunCommand& run, bool is_grid);
    bool read_array(RunCommand& run);
    bool read_clear();
    bool read_clear_colour();
    bool read_clear_depth();
    bool read_clear_stencil();
    bool take_graphics(std::size_t& pipeline);
    bool read_copy();
    bool read_repeat();
    bool read_expect();
    bool read_expect_values(ExpectCommand& expect);
    bool read_expect_colour(ExpectCommand& expect, std::uint32_t x, std::uint32_t y);
    bool read_expect_buffer(ExpectCommand& expect);
    bool take_tolerances(std::vector<Tolerance>& tolerances);
    void add(const Token& token, decltype(Command::what) what);

    // read_sections.cpp
    void start_sections();
    void read_section();
    bool read_shader_section(const Token& start, std::string_view header);
    bool read_requirement();
    bool read_indices();
    bool read_vertex_header();
    bool read_vertex_row();
    bool take_attribute(const Token& token);
    // read_tests.cpp
    bool read_test();
    bool read_draw();
    bool read_draw_rect(const Token& start);
    bool read_draw_arrays(const Token& start);
    bool read_compute();
    bool read_clear_word();
    bool read_entry(const Token& start, nir::Stage stage);
    bool read_probe(bool is_relative);
    bool read_probe_buffer();
    bool read_probe_colour(const Token& start, bool is_relative, std::string_view form);
    bool read_uniform();
    bool read_storage();
    bool take_place(std::uint32_t& set, std::uint32_t& binding);
    std::size_t buffer_at(BindingKind kind, std::uint32_t set, std::uint32_t binding);
    bool take_test_type(Packing packing, ElementLayout& layout);
    bool write_values(const Token& start, std::size_t buffer, Packing packing);
    bool grow(const Token& token, std::size_t buffer, std::uint64_t size);
    bool read_state(const Token& key);
    bool take_color_mask();

    Scanner scanner_;
    const FileReader& files_;
    const Limits& limits_;
    Diagnostics& diagnostics_;
    Script script_;
    Names shaders_;
    Names types_;
    Names buffers_;
    Names samplers_;
    Names pipelines_;
    std::map<std::string, std::pair<std::string_view, std::uint32_t>, std::less<>> files_inside_;
    std::vector<std::vector<Command>*> commands_; // where commands go, the innermost last
    std::uint64_t bytes_ = 0;                     // of all buffers
    Token word_;                                  // of the line that is read
    std::size_t pipeline_ = 0;                    // that is read
    std::array<bool, 2> faces_{};                 // of the stencil that is read
    // These are for VkScript: the state of the next draw, whether a draw already has it, and the
    // last `tolerance`.
    DrawState state_;
    bool state_is_told_ = true;
    std::vector<Tolerance> tolerances_;
};

template <typename T>
bool Reader::take_word(std::string_view what, std::span<const Word<T>> words, T& meaning) {
    const Token token = scanner_.take();
    if (const Word<T>* found = find_word(words, token.text)) {
        meaning = found->meaning;
        return true;
    }
    std::vector<std::string_view> names;
    for (const Word<T>& word : words) {
        names.push_back(word.word);
    }
    return fail_word(token, what, names);
}

} // namespace jacquard::driver::amber
