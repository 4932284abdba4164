#include <jacquard/nir/text/parse/blocks.h>
#include <jacquard/nir/text/parse/calls.h>
#include <jacquard/nir/text/parse/control_flow.h>
#include <jacquard/nir/text/parse/derefs.h>
#include <jacquard/nir/text/parse/functions.h>
#include <jacquard/nir/text/parse/header.h>
#include <jacquard/nir/text/parse/indices.h>
#include <jacquard/nir/text/parse/instructions.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/parse/places.h>
#include <jacquard/nir/text/parse/textures.h>
#include <jacquard/nir/text/parse/types.h>
#include <jacquard/nir/text/parse/values.h>
#include <jacquard/nir/text/parse/variables.h>
#include <jacquard/nir/validate/validator.h>

#include <new>

namespace jacquard::nir {

namespace {

// The concerns of a text behind its first line, and the order in which they work. Values, blocks
// and functions may be named before they are defined, so what names them is kept and resolved when
// the function, or the text, has ended.
class ShaderParser {
  public:
    ShaderParser(Tokens& tokens, Parts& parts, Shader& shader)
        : tokens_(tokens), parts_(parts), shader_(shader) {}

    // Whether the shader is without faults.
    bool parse();

  private:
    void report_violations();

    Tokens& tokens_;
    Parts& parts_;
    Shader& shader_;
    Places places_;
    Types types_{tokens_, parts_, shader_, places_};
    Variables variables_{tokens_, parts_, shader_, places_, types_};
    Header header_{tokens_, parts_, shader_, types_, variables_};
    Values values_{tokens_, parts_, shader_};
    Blocks blocks_{tokens_, parts_, shader_};
    Calls calls_{tokens_, parts_, shader_, values_};
    Derefs derefs_{tokens_, parts_, shader_, types_, values_, variables_};
    Indices indices_{tokens_, parts_, shader_};
    Textures textures_{tokens_, parts_, shader_, values_};
    Instructions instructions_{tokens_,  parts_,  shader_,   blocks_, calls_,    derefs_,
                               indices_, places_, textures_, values_, variables_};
    ControlFlow control_flow_{tokens_, parts_, shader_, blocks_, instructions_, places_, values_};
    Functions functions_{tokens_, parts_,  shader_, blocks_, calls_,    control_flow_,
                         derefs_, places_, types_,  values_, variables_};
};

bool ShaderParser::parse() {
    while (!tokens_.at_end() && tokens_.begin_item()) {
        tokens_.begin_statement();
        if (tokens_.at().is_word("function")) {
            functions_.function();
        } else {
            header_.header_line();
        }
    }
    if (tokens_.is_stopped()) {
        return false;
    }
    calls_.resolve();
    shader_.next_ssa_index = values_.highest() + 1;
    if (!tokens_.has_errors()) {
        report_violations();
    }
    if (tokens_.has_errors()) {
        return false;
    }
    // Numbers far above the count would make every table by number as large as they say.
    if (values_.highest() > 65536 && values_.highest() / 8 > values_.count()) {
        shader_.number_values();
    }
    return true;
}

void ShaderParser::report_violations() {
    for (const Violation& violation : validate(shader_)) {
        tokens_.error("N201", places_.of(violation.subject), violation.message);
    }
}

// The first line: the shader with its stage; null on a fault.
std::unique_ptr<Shader> parse_stage(Tokens& tokens, Parts& parts) {
    if (!tokens.accept_word("shader")) {
        tokens.unexpected("'shader' and its stage");
        return nullptr;
    }
    const auto stage = parts.word_of(kStageWords, "stage");
    if (!stage) {
        return nullptr;
    }
    auto shader = std::make_unique<Shader>(static_cast<Stage>(*stage));
    shader->arena.charge_to(std::make_shared<MemoryBudget>(tokens.limits().memory));
    return shader;
}

} // namespace

std::unique_ptr<Shader> parse(std::string_view text, Diagnostics& diagnostics,
                              const Limits& limits) {
    if (text.size() > limits.input_bytes) {
        report_limit(diagnostics, {}, Limit::input_bytes, limits);
        return nullptr;
    }
    try {
        Tokens tokens(text, diagnostics, limits);
        Parts parts(tokens);
        std::unique_ptr<Shader> shader = parse_stage(tokens, parts);
        if (shader == nullptr || !ShaderParser(tokens, parts, *shader).parse()) {
            return nullptr;
        }
        return shader;
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
        return nullptr;
    }
}

} // namespace jacquard::nir
