#include <jacquard/nir/text/parse/values.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace jacquard::nir {

bool Values::definition(Definition& defined) {
    defined.position = tokens_.at().position;
    const char* end = tokens_.at().text.data() + tokens_.at().text.size();
    const auto read = std::from_chars(tokens_.at().text.data(), end, defined.number);
    if (read.ec != std::errc() || defined.number > 0xfffffff0U) {
        tokens_.fail("N102", "the number of a value is too large");
        return false;
    }
    tokens_.advance();
    if (!tokens_.expect(':', "and the value's shape")) {
        return false;
    }
    const auto given = parts_.shape();
    if (given) {
        defined.shape = *given;
    }
    return given.has_value();
}

void Values::define(SsaDef& value, const Definition& defined) {
    value.index = defined.number;
    shader_.set_bit_size(value, defined.shape.bit_size);
    if (value.num_components != defined.shape.num_components) {
        tokens_.error("N109", defined.position,
                      "the result has " + std::to_string(value.num_components) +
                          " components, not " + std::to_string(defined.shape.num_components));
    }
    highest_value_ = std::max(highest_value_, defined.number);
    ++num_values_;
    const auto [other, inserted] = values_.try_emplace(defined.number, {&value, defined.position});
    if (!inserted) {
        tokens_
            .error("N104", defined.position,
                   "%" + std::to_string(defined.number) + " is defined twice")
            .notes.push_back({other->position, "it is defined here too"});
    }
}

bool Values::use(Source& source) {
    if (tokens_.at().kind != TokenKind::value) {
        tokens_.unexpected("a value, such as %3");
        return false;
    }
    const bool good = refer(source, tokens_.at());
    tokens_.advance();
    return good;
}

bool Values::refer(Source& source, const Token& token) {
    std::uint32_t number_of_value = 0;
    const char* end = token.text.data() + token.text.size();
    if (std::from_chars(token.text.data(), end, number_of_value).ec != std::errc()) {
        tokens_.error("N102", token.position, "the number of a value is too large");
        return false;
    }
    uses_.push_back({&source, number_of_value, token.position});
    return true;
}

bool Values::uses(std::span<Source> sources) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if ((i != 0 && !tokens_.expect(',', "and another operand")) || !use(sources[i])) {
            return false;
        }
    }
    return true;
}

void Values::resolve() {
    for (const PendingUse& pending : uses_) {
        const Named<SsaDef>* found = values_.find(pending.number);
        if (found == nullptr) {
            // The line that defines it has a fault of its own, which was told.
            if (faulty_values_.contains(pending.number)) {
                continue;
            }
            tokens_.error("N107", pending.position,
                          "%" + std::to_string(pending.number) + " is not defined");
        } else {
            pending.source->set(found->object);
        }
    }
    uses_.clear();
    faulty_values_.clear();
}

} // namespace jacquard::nir
