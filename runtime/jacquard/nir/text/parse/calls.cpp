#include <jacquard/nir/text/parse/calls.h>
#include <jacquard/nir/text/parse/values.h>

#include <utility>

namespace jacquard::nir {

Instruction* Calls::call() {
    const SourcePosition position = tokens_.at().position;
    auto name = parts_.string("the function's name in quotes");
    if (!name) {
        return nullptr;
    }
    std::vector<Token> arguments;
    const auto argument = [&] {
        arguments.push_back(tokens_.at());
        if (tokens_.at().kind != TokenKind::value) {
            tokens_.unexpected("a value, such as %3");
            return false;
        }
        tokens_.advance();
        return true;
    };
    if (tokens_.at().kind == TokenKind::value && tokens_.same_line() &&
        !tokens_.list_of_line(argument)) {
        return nullptr;
    }
    if (arguments.size() > 255) {
        tokens_.fail("N102", "a call has at most 255 arguments");
        return nullptr;
    }
    CallInstruction* made = shader_.make_call(nullptr, static_cast<unsigned>(arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!values_.refer(made->first_source[i], arguments[i])) {
            return nullptr;
        }
    }
    calls_.push_back({made, std::move(*name), position});
    return made;
}

void Calls::add_function(Function* function, const std::string& name, SourcePosition position) {
    const auto [other, inserted] =
        functions_.try_emplace(name, Named<Function>{function, position});
    if (!inserted) {
        tokens_.error("N104", position, "there is another function \"" + name + "\"")
            .notes.push_back({other->second.position, "it is here"});
    }
}

void Calls::resolve() {
    for (const PendingCall& pending : calls_) {
        const auto found = functions_.find(pending.name);
        if (found == functions_.end()) {
            tokens_.error("N107", pending.position,
                          "there is no function \"" + pending.name + "\"");
        } else {
            pending.call->callee = found->second.object;
        }
    }
}

} // namespace jacquard::nir
