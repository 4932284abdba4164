#include <jacquard/nir/text/parse/fields.h>

#include <algorithm>
#include <string>

namespace jacquard::nir {

bool FieldNames::accept(Tokens& tokens) const {
    const Token& token = tokens.at();
    if (token.kind != TokenKind::word) {
        tokens.unexpected(noun);
        return false;
    }
    if (std::find(names.begin(), names.end(), token.text) != names.end()) {
        return true;
    }
    const std::string_view bare_noun = noun.substr(noun.find(' ') + 1);
    Diagnostic& diagnostic = tokens.error("N103", token.position,
                                          std::string(owner) + " has no " + std::string(bare_noun) +
                                              " '" + std::string(token.text) + "'");
    tokens.suggest(diagnostic, token.text, names);
    return false;
}

void GivenFields::give(std::string_view field) {
    const SourcePosition position = tokens_.at().position;
    const auto other = std::find_if(given_.begin(), given_.end(),
                                    [field](const Given& each) { return each.field == field; });
    if (other == given_.end()) {
        given_.push_back({field, position});
        return;
    }
    tokens_.error("N104", position, "'" + std::string(field) + "' is given twice")
        .notes.push_back({other->position, "it is given here too"});
}

} // namespace jacquard::nir
