#include <jacquard/driver/tool/batch/batch_identity.h>
#include <jacquard/driver/tool/input_file.h>
#include <jacquard/support/json.h>
#include <jacquard/support/sha256.h>
#include <jacquard/version.h>

#include <array>
#include <fstream>
#include <set>
#include <sstream>

namespace jacquard::driver {

namespace {

void add_file(Sha256& sum, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, 1 << 16> piece{};
    while (file.read(piece.data(), piece.size()), file.gcount() > 0) {
        sum.add({piece.data(), static_cast<std::size_t>(file.gcount())});
    }
}

// The program and, where its library is a file of its own, that: the kernel lists what of them is
// in memory. Elsewhere the version has to do.
std::string sum_of_program() {
    Sha256 sum;
    sum.add_field(JACQUARD_VERSION_STRING);
    add_file(sum, "/proc/self/exe");
    std::ifstream maps("/proc/self/maps");
    std::set<std::string> libraries;
    for (std::string line; std::getline(maps, line);) {
        const std::size_t name = line.rfind('/');
        if (name != std::string::npos && line.compare(name, 12, "/libjacquard") == 0) {
            libraries.insert(line.substr(line.find('/')));
        }
    }
    for (const std::string& library : libraries) {
        add_file(sum, library);
    }
    return sum.hex(32);
}

} // namespace

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

const std::string& build_of_tool() {
    static const std::string build = sum_of_program();
    return build;
}

} // namespace jacquard::driver
