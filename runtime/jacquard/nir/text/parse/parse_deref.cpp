#include <jacquard/nir/text/parse/parser_state.h>
#include <jacquard/nir/text/print/words.h>

#include <algorithm>

// Dereferences, and intrinsics that name variables.
namespace jacquard::nir {

std::optional<Variable*> Parser::variable_by_name() {
    const SourcePosition position = token_.position;
    const auto name = string("the variable's name in quotes");
    if (!name) {
        return std::nullopt;
    }
    const auto found = variables_.find(*name);
    if (found != variables_.end()) {
        return found->second.object;
    }
    Diagnostic& diagnostic =
        diagnostics_.error("N107", position, "there is no variable \"" + *name + "\"");
    std::vector<std::string_view> names;
    for (const auto& [known, variable] : variables_) {
        names.push_back(known);
    }
    std::sort(names.begin(), names.end());
    suggest(diagnostic, *name, names);
    return std::nullopt;
}

bool Parser::named_variables(IntrinsicInstruction& intrinsic) {
    for (std::size_t i = 0; i < intrinsic.variables().size(); ++i) {
        if (i != 0 && !expect(',', "and another variable")) {
            return false;
        }
        const auto variable = variable_by_name();
        if (!variable) {
            return false;
        }
        intrinsic.first_variable[i] = *variable;
    }
    return intrinsic.variables().empty() || intrinsic.num_sources == 0 ||
           expect(',', "and a value");
}

Instruction* Parser::deref(DerefKind kind) {
    DerefInstruction* made = shader_->make_deref(kind);
    if (kind == DerefKind::var) {
        const auto variable = variable_by_name();
        if (!variable) {
            return nullptr;
        }
        made->variable = *variable;
        made->type = made->variable->type;
        made->modes = made->variable->mode;
        return made;
    }
    if (!use(made->parent)) {
        return nullptr;
    }
    PendingDeref pending{made, {}, token_.position};
    bool good = true;
    switch (kind) {
    case DerefKind::array:
    case DerefKind::ptr_as_array:
        good = expect('[', "and the index") && use(made->index) && expect(']', "after the index");
        if (good && token_.is('{') && same_line()) {
            advance();
            made->in_bounds = accept_word("in_bounds");
            good =
                made->in_bounds ? expect('}', "after in_bounds") : (unexpected("in_bounds"), false);
        }
        break;
    case DerefKind::array_wildcard:
        good =
            expect('[', "and '*'") && expect('*', "for every element") && expect(']', "after '*'");
        break;
    case DerefKind::structure: {
        good = expect('.', "and a member");
        pending.position = token_.position;
        auto member = good ? member_name() : std::nullopt;
        good = member.has_value();
        pending.member = std::move(member).value_or("");
        break;
    }
    case DerefKind::cast: good = cast_fields(*made); break;
    case DerefKind::var: break;
    }
    if (!good) {
        return nullptr;
    }
    derefs_.push_back(std::move(pending));
    return made;
}

bool Parser::cast_fields(DerefInstruction& cast) {
    if (!expect('{', "and the type of what is pointed at")) {
        return false;
    }
    const SourcePosition position = token_.position;
    do {
        const Token word = token_;
        if (word.kind != TokenKind::word) {
            unexpected("a field of a cast");
            return false;
        }
        advance();
        if (!expect('=', "and the field's value")) {
            return false;
        }
        if (word.is_word("type")) {
            cast.type = type();
            if (cast.type == nullptr) {
                return false;
            }
            continue;
        }
        if (word.is_word("modes")) {
            const auto modes = words_of(kVariableModeWords, "mode of variables");
            if (!modes) {
                return false;
            }
            cast.modes = static_cast<VariableMode>(*modes);
            continue;
        }
        std::uint32_t* field = word.is_word("stride")         ? &cast.cast_stride
                               : word.is_word("align_mul")    ? &cast.align_mul
                               : word.is_word("align_offset") ? &cast.align_offset
                                                              : nullptr;
        if (field == nullptr) {
            Diagnostic& diagnostic = diagnostics_.error(
                "N103", word.position, "a cast has no field '" + std::string(word.text) + "'");
            constexpr std::array<std::string_view, 5> kNames = {"type", "modes", "stride",
                                                                "align_mul", "align_offset"};
            suggest(diagnostic, word.text, kNames);
            return false;
        }
        const auto value = number("a number", 0xffffffff);
        if (!value) {
            return false;
        }
        *field = static_cast<std::uint32_t>(*value);
    } while (accept(','));
    if (cast.type == nullptr || cast.modes == VariableMode::nothing) {
        diagnostics_.error("N102", position, "a cast must give its type and modes");
        return false;
    }
    return expect('}', "after the fields");
}

// Types and modes come from the parents, which stand before their children in any good text.
void Parser::resolve_derefs() {
    for (const PendingDeref& pending : derefs_) {
        DerefInstruction& deref = *pending.deref;
        if (deref.deref == DerefKind::cast || deref.parent.ssa == nullptr) {
            continue;
        }
        const DerefInstruction* parent = deref.parent_deref();
        if (parent != nullptr && parent->type == nullptr && diagnostics_.has_errors()) {
            continue; // the fault of the parent was reported
        }
        if (parent == nullptr || parent->type == nullptr) {
            diagnostics_.error("N111", pending.position,
                               "the parent of a dereference must be a dereference before it, or a "
                               "value that is cast");
            continue;
        }
        deref.modes = parent->modes;
        deref.type = part_type(deref, *parent->type, pending);
    }
    derefs_.clear();
}

const Type* Parser::part_type(DerefInstruction& deref, const Type& whole,
                              const PendingDeref& pending) {
    switch (deref.deref) {
    case DerefKind::ptr_as_array: return &whole;
    case DerefKind::structure: {
        const int member = whole.find_member(pending.member);
        if (member >= 0) {
            deref.member = static_cast<std::uint32_t>(member);
            return whole.members[deref.member].type;
        }
        Diagnostic& diagnostic = diagnostics_.error(
            "N103", pending.position, print(whole) + " has no member '" + pending.member + "'");
        std::vector<std::string_view> names;
        for (const StructMember& each : whole.members) {
            names.push_back(each.name);
        }
        suggest(diagnostic, pending.member, names);
        return nullptr;
    }
    case DerefKind::array:
        if (whole.kind == TypeKind::vector) {
            return shader_->scalar_type(whole.scalar);
        }
        break;
    case DerefKind::array_wildcard:
    case DerefKind::cast:
    case DerefKind::var: break;
    }
    if (!whole.has_elements()) {
        diagnostics_.error("N111", pending.position, print(whole) + " has no elements");
        return nullptr;
    }
    return whole.element;
}

} // namespace jacquard::nir
