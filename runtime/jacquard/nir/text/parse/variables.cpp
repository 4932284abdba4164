#include <jacquard/nir/text/parse/fields.h>
#include <jacquard/nir/text/parse/places.h>
#include <jacquard/nir/text/parse/types.h>
#include <jacquard/nir/text/parse/variables.h>
#include <jacquard/nir/text/print/words.h>

#include <algorithm>
#include <string>
#include <vector>

namespace jacquard::nir {
namespace {

std::vector<std::string_view> variable_field_names() {
    std::vector<std::string_view> names = {"location", "semantic", "interpolation",
                                           "place",    "access",   "initializer"};
    append_words(names, kVariableNumbers);
    append_words(names, kVariableFlags);
    return names;
}

} // namespace

std::optional<Variable*> Variables::variable_by_name() {
    const SourcePosition position = tokens_.at().position;
    const auto name = parts_.string("the variable's name in quotes");
    if (!name) {
        return std::nullopt;
    }
    const auto found = variables_.find(*name);
    if (found != variables_.end()) {
        return found->second.object;
    }
    Diagnostic& diagnostic =
        tokens_.error("N107", position, "there is no variable \"" + *name + "\"");
    std::vector<std::string_view> names;
    for (const auto& [known, variable] : variables_) {
        names.push_back(known);
    }
    std::sort(names.begin(), names.end());
    tokens_.suggest(diagnostic, *name, names);
    return std::nullopt;
}

void Variables::variable_line(Function* function) {
    const SourcePosition mode_position = tokens_.at().position;
    const auto mode = parts_.word_of(kVariableModeWords, "mode of variables");
    if (!mode) {
        return;
    }
    const bool local = *mode == static_cast<std::uint32_t>(VariableMode::function_temp);
    if (local != (function != nullptr)) {
        tokens_.error("N110", mode_position,
                      local ? "a variable of mode function_temp stands in a function"
                            : "a variable of a function has the mode function_temp");
        return;
    }
    const Type* type = types_.type();
    const SourcePosition position = tokens_.at().position;
    const auto name =
        type != nullptr ? parts_.string("the variable's name in quotes") : std::nullopt;
    if (!name) {
        return;
    }
    if (name->empty()) {
        tokens_.error("N102", position, "a variable needs a name");
        return;
    }
    if (const auto other = variables_.find(*name); other != variables_.end()) {
        tokens_.error("N104", position, "there is another variable \"" + *name + "\"")
            .notes.push_back({other->second.position, "it is here"});
        return;
    }
    Variable* made = local ? shader_.add_local(function, type, *name)
                           : shader_.add_variable(static_cast<VariableMode>(*mode), type, *name);
    variables_.emplace(made->name, Named<Variable>{made, position});
    places_.add(made, position);
    if (tokens_.at().is('{') && tokens_.same_line()) {
        tokens_.advance();
        variable_fields(*made);
    }
}

bool Variables::variable_fields(Variable& variable) {
    static const std::vector<std::string_view> names = variable_field_names();
    return read_fields(tokens_, {"a variable", "a field", names}, [&](const Token& name) {
        for (const VariableFlag& flag : kVariableFlags) {
            if (name.text == flag.word) {
                variable.*flag.field = true;
                return true;
            }
        }
        return tokens_.expect('=', "and the field's value") && field_value(variable, name.text);
    });
}

bool Variables::field_value(Variable& variable, std::string_view field) {
    for (const VariableNumber& each : kVariableNumbers) {
        if (field == each.word) {
            const auto value = parts_.number("a number", 0xffffffff);
            variable.*each.field = static_cast<std::uint32_t>(value.value_or(0));
            return value.has_value();
        }
    }
    if (field == "initializer") {
        return initializer(variable);
    }
    std::optional<std::uint64_t> value;
    if (field == "location") {
        value = parts_.number("a location", 0x7fffffff);
        variable.location = static_cast<std::int32_t>(value.value_or(0));
    } else if (field == "semantic") {
        const auto semantic = parts_.word_of(kSemanticWords, "semantic");
        value = semantic ? parts_.number("the semantic's index", 0xffffffff) : std::nullopt;
        variable.semantic = static_cast<Semantic>(semantic.value_or(0));
        variable.semantic_index = static_cast<std::uint32_t>(value.value_or(0));
    } else if (field == "interpolation") {
        value = parts_.word_of(kInterpolationWords, "interpolation");
        variable.interpolation = static_cast<Interpolation>(value.value_or(0));
    } else if (field == "place") {
        value = parts_.word_of(kInterpolationLocationWords, "place in the pixel");
        variable.interpolation_location = static_cast<InterpolationLocation>(value.value_or(0));
    } else {
        value = parts_.words_of(kAccessWords, "access");
        variable.access = static_cast<Access>(value.value_or(0));
    }
    return value.has_value();
}

// The widths follow from the type, so a list that is too long ends the reading.
bool Variables::initializer(Variable& variable) {
    const SourcePosition position = tokens_.at().position;
    if (!tokens_.expect('[', "and the scalars")) {
        return false;
    }
    std::vector<ConstantValue> values;
    ScalarWalk walk(variable.type);
    bool is_too_long = false;
    const bool good = tokens_.list([&] {
        const unsigned bit_size = walk.next_bit_size();
        is_too_long = bit_size == 0;
        const auto value = is_too_long ? std::nullopt : parts_.constant_component(bit_size);
        values.push_back(value.value_or(ConstantValue{}));
        return value.has_value();
    });
    if (!good && !is_too_long) {
        return false;
    }
    if (is_too_long || (tokens_.at().is(']') && values.size() != variable.type->scalar_count)) {
        tokens_.error("N102", position,
                      "a variable of this type is made of " +
                          std::to_string(variable.type->scalar_count) + " scalars");
        return false;
    }
    variable.initializer = shader_.arena.copy_array(std::span<const ConstantValue>(values));
    return tokens_.expect(']', "after the scalars");
}

} // namespace jacquard::nir
