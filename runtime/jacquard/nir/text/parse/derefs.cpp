#include <jacquard/nir/text/parse/derefs.h>
#include <jacquard/nir/text/parse/fields.h>
#include <jacquard/nir/text/parse/types.h>
#include <jacquard/nir/text/parse/values.h>
#include <jacquard/nir/text/parse/variables.h>
#include <jacquard/nir/text/print/words.h>

#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace jacquard::nir {

bool Derefs::element(DerefInstruction& made) {
    if (!tokens_.expect('[', "and the index") || !values_.use(made.index) ||
        !tokens_.expect(']', "after the index")) {
        return false;
    }
    if (!tokens_.at().is('{') || !tokens_.same_line()) {
        return true;
    }
    tokens_.advance();
    static constexpr std::array<std::string_view, 1> kNames = {"in_bounds"};
    return read_fields(tokens_, {"an element", "a field", kNames}, [&](const Token&) {
        made.in_bounds = true;
        return true;
    });
}

Instruction* Derefs::deref(DerefKind kind) {
    DerefInstruction* made = shader_.make_deref(kind);
    if (kind == DerefKind::var) {
        const auto variable = variables_.variable_by_name();
        if (!variable) {
            return nullptr;
        }
        made->variable = *variable;
        made->type = made->variable->type;
        made->modes = made->variable->mode;
        return made;
    }
    if (!values_.use(made->parent)) {
        return nullptr;
    }
    PendingDeref pending{made, {}, tokens_.at().position};
    bool good = true;
    switch (kind) {
    case DerefKind::array:
    case DerefKind::ptr_as_array: good = element(*made); break;
    case DerefKind::array_wildcard:
        good = tokens_.expect('[', "and '*'") && tokens_.expect('*', "for every element") &&
               tokens_.expect(']', "after '*'");
        break;
    case DerefKind::structure: {
        good = tokens_.expect('.', "and a member");
        pending.position = tokens_.at().position;
        auto member = good ? parts_.member_name() : std::nullopt;
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

bool Derefs::cast_fields(DerefInstruction& cast) {
    if (!tokens_.expect('{', "and the type of what is pointed at")) {
        return false;
    }
    static constexpr std::array<std::string_view, 5> kNames = {"type", "modes", "stride",
                                                               "align_mul", "align_offset"};
    const SourcePosition position = tokens_.at().position;
    const bool good = read_fields(tokens_, {"a cast", "a field", kNames}, [&](const Token& name) {
        return tokens_.expect('=', "and the field's value") && cast_field(cast, name.text);
    });
    if (good && (cast.type == nullptr || cast.modes == VariableMode::nothing)) {
        tokens_.error("N102", position, "a cast must give its type and modes");
        return false;
    }
    return good;
}

bool Derefs::cast_field(DerefInstruction& cast, std::string_view name) {
    if (name == "type") {
        cast.type = types_.type();
        return cast.type != nullptr;
    }
    if (name == "modes") {
        const auto modes = parts_.words_of(kVariableModeWords, "mode of variables");
        cast.modes = static_cast<VariableMode>(modes.value_or(0));
        return modes.has_value();
    }
    std::uint32_t& field = name == "stride"      ? cast.cast_stride
                           : name == "align_mul" ? cast.align_mul
                                                 : cast.align_offset;
    const auto value = parts_.number("a number", 0xffffffff);
    field = static_cast<std::uint32_t>(value.value_or(0));
    return value.has_value();
}

// Types and modes come from the parents, which stand before their children in any good text.
void Derefs::resolve() {
    std::set<const DerefInstruction*> faulty; // those whose fault was reported
    for (const PendingDeref& pending : derefs_) {
        DerefInstruction& deref = *pending.deref;
        if (deref.deref == DerefKind::cast || deref.parent.ssa == nullptr) {
            continue;
        }
        const DerefInstruction* parent = deref.parent_deref();
        if (faulty.contains(parent)) {
            faulty.insert(&deref);
            continue;
        }
        if (parent == nullptr || parent->type == nullptr) {
            tokens_.error("N111", pending.position,
                          "the parent of a dereference must be a dereference before it, or a "
                          "value that is cast");
            faulty.insert(&deref);
            continue;
        }
        deref.modes = parent->modes;
        deref.type = part_type(deref, *parent->type, pending);
        if (deref.type == nullptr) {
            faulty.insert(&deref);
        }
    }
    derefs_.clear();
}

const Type* Derefs::part_type(DerefInstruction& deref, const Type& whole,
                              const PendingDeref& pending) {
    switch (deref.deref) {
    case DerefKind::ptr_as_array: return &whole;
    case DerefKind::structure: {
        const int member = whole.find_member(pending.member);
        if (member >= 0) {
            deref.member = static_cast<std::uint32_t>(member);
            return whole.members[deref.member].type;
        }
        Diagnostic& diagnostic = tokens_.error(
            "N103", pending.position, print(whole) + " has no member '" + pending.member + "'");
        std::vector<std::string_view> names;
        for (const StructMember& each : whole.members) {
            names.push_back(each.name);
        }
        tokens_.suggest(diagnostic, pending.member, names);
        return nullptr;
    }
    case DerefKind::array:
        if (whole.kind == TypeKind::vector) {
            return shader_.scalar_type(whole.scalar);
        }
        break;
    case DerefKind::array_wildcard:
    case DerefKind::cast:
    case DerefKind::var: break;
    }
    if (!whole.has_elements()) {
        tokens_.error("N111", pending.position, print(whole) + " has no elements");
        return nullptr;
    }
    return whole.element;
}

} // namespace jacquard::nir
