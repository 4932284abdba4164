#pragma once

#include <jacquard/amber/script/data_layout.h>
#include <jacquard/generated/amber/meanings.h>
#include <jacquard/generated/nir/enums.h>
#include <jacquard/generated/nir/texel_formats.h>
#include <jacquard/support/text/diagnostics.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// A script of Google's Amber as it is read. What names others does so by number.
namespace jacquard::driver::amber {

struct ShaderSource {
    std::string name;
    std::optional<nir::Stage> stage; // nothing: a module of several
    ShaderFormat format = ShaderFormat::glsl;
    std::string text;
    std::uint32_t first_line = 1;    // of the text in the script
    std::uint32_t spirv_version = 0; // of the target environment; 0: what the form has by itself
    std::string target;              // for the compiler of a high-level language
    std::string file;                // that the text stands in; empty: in the script
    SourcePosition position;
};

// How messages name a place in a file that a script names: the lines that they show are the
// script's.
[[nodiscard]] inline std::string place_in_file(std::string_view path, SourcePosition position) {
    return "'" + std::string(path) + "', line " + std::to_string(position.line) + ", column " +
           std::to_string(position.column);
}

struct Buffer {
    std::string name;
    SourcePosition position;
    ElementLayout layout;
    std::vector<std::byte> bytes;
    // Buffers of a format without data take the size of the framebuffers that they are bound to.
    bool has_size = true;
    bool is_image = false;
    unsigned dimensions = 2;
    std::array<std::uint32_t, 3> size{1, 1, 1};
    std::uint32_t levels = 1;

    [[nodiscard]] std::size_t count() const {
        return layout.stride == 0 ? 0 : bytes.size() / layout.stride;
    }
};

struct SamplerObject {
    std::string name;
    nir::TexelFilter magnify = nir::TexelFilter::nearest;
    nir::TexelFilter minify = nir::TexelFilter::nearest;
    std::array<nir::AddressMode, 3> address{nir::AddressMode::repeat, nir::AddressMode::repeat,
                                            nir::AddressMode::repeat};
    nir::BorderColour border = nir::BorderColour::transparent_black;
    float min_level = 0.0F;
    float max_level = 1.0F;
    bool counts_texels = false;
    bool compares = false;
    nir::TexelComparison comparison = nir::TexelComparison::never;
};

struct SpecialisedConstant {
    std::uint32_t id = 0;
    std::uint32_t bits = 0;
};

struct Attachment {
    std::size_t shader = 0;
    nir::Stage stage{};
    std::string entry = "main";
    std::vector<SpecialisedConstant> constants;
    SourcePosition position;
};

// The resources at one binding of the descriptor sets, element by element.
struct Binding {
    BindingKind kind = BindingKind::storage;
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::vector<std::size_t> buffers;
    std::vector<std::size_t> samplers;
    std::vector<std::uint64_t> offsets;               // the sum of those that are given; empty: 0
    std::vector<std::optional<std::uint64_t>> ranges; // nothing: to the end; empty: all so
    std::uint32_t base_level = 0;
    bool is_array = false;
    SourcePosition position;
};

struct ColourTarget {
    std::size_t buffer = 0;
    std::uint32_t location = 0;
    std::uint32_t base_level = 0;
};

struct VertexData {
    std::size_t buffer = 0;
    std::uint32_t location = 0;
    bool per_instance = false;
    std::optional<ElementLayout> layout; // other than the buffer's
    std::size_t offset = 0;
    std::optional<std::size_t> stride;
    SourcePosition position;
};

struct StencilFace {
    StencilOperation fail = StencilOperation::keep;
    StencilOperation pass = StencilOperation::keep;
    StencilOperation depth_fail = StencilOperation::keep;
    nir::TexelComparison comparison = nir::TexelComparison::always;
    std::uint8_t compare_mask = 0xff;
    std::uint8_t write_mask = 0xff;
    std::uint8_t reference = 0;
};

struct BlendState {
    BlendFactor source_colour = BlendFactor::zero;
    BlendFactor target_colour = BlendFactor::zero;
    BlendFactor source_alpha = BlendFactor::zero;
    BlendFactor target_alpha = BlendFactor::zero;
    BlendOperation colour = BlendOperation::add;
    BlendOperation alpha = BlendOperation::add;
};

// The state of a draw beside shaders and resources.
struct DrawState {
    PolygonMode polygon_mode = PolygonMode::fill;
    CullFace cull = CullFace::none;
    bool clockwise_is_front = false;
    bool depth_test = false;
    bool depth_write = false;
    bool depth_clamp = false;
    nir::TexelComparison depth_comparison = nir::TexelComparison::less;
    std::optional<std::array<float, 2>> depth_bounds;
    bool stencil_test = false;
    std::array<StencilFace, 2> stencil; // front, back
    std::optional<BlendState> blend;
    std::uint8_t write_mask = 0xf; // a bit a component
};

struct Viewport {
    float x = 0.0F;
    float y = 0.0F;
    float width = 0.0F;
    float height = 0.0F;
    float min_depth = 0.0F;
    float max_depth = 1.0F;
};

struct Pipeline {
    std::string name;
    bool is_compute = true;
    SourcePosition position;
    std::vector<Attachment> attachments;
    std::vector<Binding> bindings;
    std::optional<std::size_t> push_constants; // buffer
    std::vector<ColourTarget> colours;
    std::optional<std::size_t> depth_stencil;
    std::vector<VertexData> vertices;
    std::optional<std::size_t> indices;
    std::uint32_t width = 250;
    std::uint32_t height = 250;
    std::optional<Viewport> viewport;
    DrawState draw;
    std::array<float, 4> clear_colour{};
    float clear_depth = 1.0F;
    std::uint8_t clear_stencil = 0;
};

struct RunCompute {
    std::array<std::uint32_t, 3> groups{1, 1, 1};
};

struct RunRectangle {
    float x = 0.0F;
    float y = 0.0F;
    float width = 0.0F;
    float height = 0.0F;
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    bool is_normalised = false; // from -1 to 1, else in pixels
};

struct RunArray {
    Topology topology = Topology::triangle_list;
    bool is_indexed = false;
    std::uint32_t first = 0;
    std::optional<std::uint32_t> count;
    std::uint32_t first_instance = 0;
    std::uint32_t instances = 1;
};

struct RunCommand {
    std::size_t pipeline = 0;
    std::variant<RunCompute, RunRectangle, RunArray> what;
};

struct ClearCommand {
    std::size_t pipeline = 0;
};

struct ClearColourCommand {
    std::size_t pipeline = 0;
    std::array<float, 4> colour{};
};

struct ClearDepthCommand {
    std::size_t pipeline = 0;
    float depth = 1.0F;
};

struct ClearStencilCommand {
    std::size_t pipeline = 0;
    std::uint8_t stencil = 0;
};

struct CopyCommand {
    std::size_t from = 0;
    std::size_t to = 0;
};

struct Tolerance {
    double value = 0.0;
    bool is_percent = false;
};

// `IDX offset comparison values`
struct ExpectValues {
    std::uint64_t offset = 0;
    Comparison comparison = Comparison::eq;
    std::vector<Tolerance> tolerances; // of the components of a vector, in turn
    std::vector<std::pair<std::string, SourcePosition>> values;
    // The type of the values if it is not that of the buffer.
    std::optional<ElementLayout> layout;
};

// `IDX x y SIZE width height EQ_RGBA …`
struct ExpectColour {
    // The rectangle as a part of the picture, whose size is known when it is looked at: left, top,
    // width, height; it takes the place of the pixels below.
    std::optional<std::array<double, 4>> share;
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    unsigned components = 4;
    std::array<double, 4> colour{}; // from 0 to 255
    std::vector<Tolerance> tolerances;
};

enum class BufferComparison : std::uint8_t { equal, root_mean_square, histogram };

struct ExpectBuffer {
    std::size_t other = 0;
    BufferComparison comparison = BufferComparison::equal;
    double tolerance = 0.0;
};

struct ExpectCommand {
    std::size_t buffer = 0;
    std::variant<ExpectValues, ExpectColour, ExpectBuffer> what;
};

// Changes a buffer from a place on, as VkScript does between runs.
struct WriteCommand {
    std::size_t buffer = 0;
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes;
};

// Draws use the state that stands here.
struct DrawStateCommand {
    std::size_t pipeline = 0;
    DrawState state;
};

struct EntryCommand {
    std::size_t pipeline = 0;
    nir::Stage stage{};
    std::string entry;
};

struct Command;

struct RepeatCommand {
    std::uint32_t count = 0;
    std::vector<Command> commands;
};

struct Command {
    SourcePosition position;
    std::variant<RunCommand, ClearCommand, ClearColourCommand, ClearDepthCommand,
                 ClearStencilCommand, CopyCommand, ExpectCommand, WriteCommand, DrawStateCommand,
                 EntryCommand, RepeatCommand>
        what;
};

struct Script {
    std::vector<ShaderSource> shaders;
    std::vector<DataType> types;
    std::vector<Buffer> buffers;
    std::vector<SamplerObject> samplers;
    std::vector<Pipeline> pipelines;
    std::vector<Command> commands;
};

} // namespace jacquard::driver::amber
