#include <jacquard/support/json/json.h>
#include <jacquard/tool/batch/record/batch_identity.h>

namespace jacquard::driver {

BatchIdentity& BatchIdentity::add(std::string_view name, std::string_view value) {
    facts_.emplace_back(name, value);
    return *this;
}

std::string BatchIdentity::text() const {
    std::string text;
    json::Writer json(text);
    json.begin_object();
    for (const auto& [name, value] : facts_) {
        json.member(name, value);
    }
    json.end_object();
    return text;
}

BatchIdentity BatchIdentity::parse(std::string_view text) {
    BatchIdentity identity;
    json::ParseError error;
    if (const std::optional<json::Document> document = json::Document::parse(text, error)) {
        for (const json::Value fact : document->root()) {
            identity.add(fact.name(), fact.string());
        }
    }
    return identity;
}

const std::string* BatchIdentity::find(std::string_view name) const {
    for (const auto& [known, value] : facts_) {
        if (known == name) {
            return &value;
        }
    }
    return nullptr;
}

std::string BatchIdentity::value(std::string_view name) const {
    const std::string* found = find(name);
    return found != nullptr ? *found : std::string();
}

std::string BatchIdentity::difference_of(const BatchIdentity& other) const {
    for (const auto& [name, value] : facts_) {
        const std::string* theirs = other.find(name);
        if (theirs == nullptr || *theirs != value) {
            return name + " is '" + (theirs == nullptr ? "not given" : *theirs) + "' there and '" +
                   value + "' here";
        }
    }
    return facts_.size() == other.facts_.size() ? "" : "it has more options";
}

} // namespace jacquard::driver
