#include <jacquard/amber/script/shader_module.h>
#include <jacquard/generated/nir/enums.h>
#include <jacquard/spirv/assembly/assemble.h>

#include <charconv>

namespace jacquard::driver::amber {

namespace {

// The position of a vertex is its input at location 0.
constexpr std::string_view kPassthrough = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %given %position
OpDecorate %given Location 0
OpDecorate %position BuiltIn Position
%void = OpTypeVoid
%nothing = OpTypeFunction %void
%float = OpTypeFloat 32
%four = OpTypeVector %float 4
%input = OpTypePointer Input %four
%output = OpTypePointer Output %four
%given = OpVariable %input Input
%position = OpVariable %output Output
%main = OpFunction %void None %nothing
%begin = OpLabel
%value = OpLoad %four %given
OpStore %position %value
OpReturn
OpFunctionEnd
)";

// Returns where the script has a place of a shader's text. A text in another file has none but that
// of the shader.
SourcePosition place_of(const ShaderSource& shader, SourcePosition position) {
    return position.line == 0 || !shader.file.empty()
               ? shader.position
               : SourcePosition{position.line + shader.first_line - 1, position.column};
}

// Returns what messages say of a place in another file.
std::string place_in(const ShaderSource& shader, SourcePosition position) {
    return position.line == 0 || shader.file.empty() ? std::string()
                                                     : place_in_file(shader.file, position) + ": ";
}

// Faults of the text of a shader, at their lines of the script.
void take_faults(const Diagnostics& found, const ShaderSource& shader, Diagnostics& diagnostics) {
    for (const Diagnostic& fault : found.all()) {
        if (fault.severity != Severity::error) {
            continue;
        }
        Diagnostic& told = diagnostics.error(
            "M302", place_of(shader, fault.position),
            "shader '" + shader.name + "': " + place_in(shader, fault.position) + fault.message);
        for (DiagnosticNote note : fault.notes) {
            note.message = place_in(shader, note.position) + note.message;
            note.position = note.position.line == 0 || !shader.file.empty()
                                ? SourcePosition()
                                : place_of(shader, note.position);
            told.notes.push_back(std::move(note));
        }
    }
}

std::optional<std::string> read_hexadecimal(const ShaderSource& shader, Diagnostics& diagnostics) {
    std::string bytes;
    std::string_view text = shader.text;
    constexpr std::string_view kSeparators = " \t\r\n,";
    std::size_t at = text.find_first_not_of(kSeparators);
    while (at != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(kSeparators, at), text.size());
        std::string_view word = text.substr(at, end - at);
        const SourcePosition position = position_of_offset(text, at);
        word.remove_prefix(word.starts_with("0x") || word.starts_with("0X") ? 2 : 0);
        std::uint32_t value = 0;
        const char* const last = word.data() + word.size();
        const auto [stop, fault] = std::from_chars(word.data(), last, value, 16);
        if (fault != std::errc{} || stop != last) {
            diagnostics.error("M103", place_of(shader, position),
                              place_in(shader, position) + "'" + std::string(word) +
                                  "' is no byte or word in hexadecimal");
            return std::nullopt;
        }
        // Bytes have two digits at most; whole words come from other tools.
        for (unsigned shift = 0; shift < (word.size() <= 2 ? 8U : 32U); shift += 8) {
            bytes += static_cast<char>(value >> shift & 0xff);
        }
        at = text.find_first_not_of(kSeparators, end);
    }
    return bytes;
}

} // namespace

std::optional<std::string> make_module(const ShaderSource& shader, std::string_view entry,
                                       const HighLevelCompiler& compiler, const Limits& limits,
                                       Diagnostics& diagnostics) {
    if (shader.format == ShaderFormat::hexadecimal) {
        return read_hexadecimal(shader, diagnostics);
    }
    Diagnostics found(diagnostics.file_name(), shader.text, limits.errors);
    if (shader.format == ShaderFormat::passthrough) {
        return spirv::assemble(kPassthrough, found);
    }
    if (shader.format == ShaderFormat::assembly) {
        spirv::AssembleOptions options;
        options.limits = limits;
        if (shader.spirv_version != 0) {
            options.version = shader.spirv_version;
        }
        std::optional<std::string> module = spirv::assemble(shader.text, found, options);
        take_faults(found, shader, diagnostics);
        return module;
    }
    HighLevelShader source;
    source.name = shader.name;
    source.text = shader.text;
    source.stage = high_level_stage(nir::name_of(*shader.stage));
    source.hlsl = shader.format == ShaderFormat::hlsl;
    if (source.hlsl) {
        source.entry = entry;
    }
    if (!shader.target.empty()) {
        source.target = shader.target;
    }
    std::string module = driver::make_module(source, compiler, found);
    take_faults(found, shader, diagnostics);
    return found.has_errors() || module.empty() ? std::nullopt : std::optional(std::move(module));
}

} // namespace jacquard::driver::amber
