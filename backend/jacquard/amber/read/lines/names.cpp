#include <jacquard/amber/read/lines/names.h>

namespace jacquard::driver::amber {

std::optional<std::size_t> Names::number_of(std::string_view name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? std::nullopt : found->second;
}

bool Names::is_faulty(std::string_view name) const {
    const auto found = numbers_.find(name);
    return found != numbers_.end() && !found->second;
}

void Names::declare_faulty() {
    const Token token = lines_.take();
    if (!token.is_end()) {
        spoil(token.text);
    }
}

void Names::spoil(std::string_view name) {
    numbers_.insert_or_assign(std::string(name), std::nullopt);
}

bool Names::add(std::string_view name, std::size_t number) {
    return numbers_.emplace(name, number).second;
}

std::vector<std::string_view> Names::all() const {
    std::vector<std::string_view> names;
    for (const auto& [name, unused] : numbers_) {
        names.push_back(name);
    }
    return names;
}

bool Names::find(std::size_t& number) {
    Token token;
    if (!lines_.take_name("the name of a " + std::string(what_), token)) {
        return false;
    }
    if (const std::optional<std::size_t> found = number_of(token.text)) {
        number = *found;
        return true;
    }
    if (is_faulty(token.text)) {
        return false;
    }
    return lines_.fail_name(
        "M104", token, "there is no " + std::string(what_) + " '" + std::string(token.text) + '\'',
        all());
}

bool Names::declare(std::size_t number, std::string& name) {
    Token token;
    if (!lines_.take_name("the name of a " + std::string(what_), token)) {
        return false;
    }
    name = token.text;
    return add(name, number) ||
           lines_.fail("M105", token,
                       "there is a " + std::string(what_) + " '" + name + "' already");
}

} // namespace jacquard::driver::amber
