#include <jacquard/nir/text/parse/blocks.h>
#include <jacquard/nir/text/parse/calls.h>
#include <jacquard/nir/text/parse/control_flow.h>
#include <jacquard/nir/text/parse/derefs.h>
#include <jacquard/nir/text/parse/functions.h>
#include <jacquard/nir/text/parse/places.h>
#include <jacquard/nir/text/parse/types.h>
#include <jacquard/nir/text/parse/values.h>
#include <jacquard/nir/text/parse/variables.h>
#include <jacquard/nir/text/print/words.h>

#include <string>
#include <vector>

namespace jacquard::nir {

void Functions::function() {
    tokens_.advance();
    const SourcePosition position = tokens_.at().position;
    auto name = parts_.string("the function's name in quotes");
    if (!name) {
        tokens_.skip_line();
        return;
    }
    const bool entry = tokens_.accept_word("entry");
    Function* made = shader_.add_function(*name, entry);
    calls_.add_function(made, *name, position);
    places_.add(made, position);
    if (!parameters(*made) || !control_flow_.open_brace()) {
        tokens_.skip_line();
    }
    values_.begin_function();
    blocks_.begin_function();
    locals(*made);
    control_flow_.list(made->body, 0);
    resolve(*made);
}

bool Functions::parameters(Function& function) {
    if (!tokens_.accept('(')) {
        return true;
    }
    std::vector<Parameter> made;
    const bool good = tokens_.list_of_line([&] {
        const auto each = parameter();
        if (each) {
            made.push_back(*each);
        }
        return each.has_value();
    });
    if (!good) {
        return false;
    }
    function.parameters = shader_.arena.copy_array(std::span<const Parameter>(made));
    return tokens_.expect(')', "after the parameters");
}

// 32x4, or what a reference may point at: reference function_temp float32x4, with reference:64 for
// one whose value has 64 bits. `return` for the reference that takes the result.
std::optional<Parameter> Functions::parameter() {
    Parameter made;
    made.is_return = tokens_.at().is_word("return");
    if (!made.is_return && !tokens_.at().is_word("reference")) {
        const auto given = parts_.shape();
        if (!given) {
            return std::nullopt;
        }
        made.num_components = static_cast<std::uint8_t>(given->num_components);
        made.bit_size = static_cast<std::uint8_t>(given->bit_size);
        return made;
    }
    tokens_.advance();
    made.num_components = 1;
    made.bit_size = 32;
    if (tokens_.accept(':')) {
        const auto given = parts_.shape();
        if (!given) {
            return std::nullopt;
        }
        made.bit_size = static_cast<std::uint8_t>(given->bit_size);
    }
    const auto modes = parts_.words_of(kVariableModeWords, "mode of variables");
    made.type = modes ? types_.type() : nullptr;
    if (made.type == nullptr) {
        return std::nullopt;
    }
    made.modes = static_cast<VariableMode>(*modes);
    return made;
}

// Declarations of a function's variables, before its first block.
void Functions::locals(Function& function) {
    while (tokens_.at().is_word("decl_var") && tokens_.begin_item()) {
        tokens_.begin_statement();
        const std::uint32_t line = tokens_.at().position.line;
        tokens_.advance();
        variables_.variable_line(&function);
        tokens_.end_line(line);
    }
}

void Functions::resolve(Function& function) {
    if (tokens_.is_stopped()) {
        return;
    }
    values_.resolve();
    blocks_.resolve_phis();
    derefs_.resolve();
    function.link_blocks();
    blocks_.check_predecessors();
    take_counts_from_sources(function);
}

// Counts of components that the text leaves to the values that are read.
void Functions::take_counts_from_sources(Function& function) {
    for (Block& block : function.blocks()) {
        for (Instruction& each : block.instructions()) {
            if (auto* intrinsic = each.as<IntrinsicInstruction>()) {
                const int counted = intrinsic->info().counted_source;
                const SsaDef* value = counted >= 0 ? intrinsic->first_source[counted].ssa : nullptr;
                if (value != nullptr) {
                    intrinsic->component_count = value->num_components;
                }
            } else if (auto* texture = each.as<TextureInstruction>()) {
                const TextureSource* coord = texture->source(TextureSourceType::coord);
                if (coord != nullptr && coord->ssa != nullptr) {
                    texture->coord_components = coord->ssa->num_components;
                }
            }
        }
    }
}

} // namespace jacquard::nir
