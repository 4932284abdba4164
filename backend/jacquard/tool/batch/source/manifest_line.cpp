#include <jacquard/glsl/high_level.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/support/json/json.h>
#include <jacquard/support/text/near_name.h>
#include <jacquard/tool/batch/source/manifest_line.h>

#include <array>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 7> kMembers = {"shader", "name",  "define", "defines",
                                                      "stage",  "entry", "state"};

// Reads the members of one object.
class LineReader {
  public:
    LineReader(std::size_t number, Diagnostics& diagnostics)
        : number_(static_cast<std::uint32_t>(number)), diagnostics_(diagnostics) {}

    Diagnostic& fail(SourcePosition place, std::string message) {
        return diagnostics_.error("D207", {number_, place.column}, std::move(message));
    }

    BatchItem read(json::Value object) {
        BatchItem item;
        for (const json::Value member : object) {
            if (member.name() == "define" || member.name() == "defines") {
                read_defines(member, item);
            } else if (member.name() == "stage") {
                read_stage(member, item);
            } else if (member.name() == "entry") {
                item.entry = read_name(member);
            } else if (member.name() == "state") {
                read_state(member, item);
            } else if (member.name() == "shader") {
                item.path = read_name(member);
            } else if (member.name() == "name") {
                item.name = read_name(member);
            } else {
                suggest_name(fail(member.position(),
                                  "a shader has no member '" + std::string(member.name()) + '\''),
                             member.name(), kMembers);
            }
        }
        if (!object["shader"].exists()) {
            fail(object.position(), "there is no member 'shader', the path of the file");
        }
        if (item.name.empty()) {
            item.name = item.path;
        }
        return item;
    }

  private:
    std::string read_name(json::Value value) {
        const std::string_view text = value.string();
        if (text.empty() || text.find('\0') != std::string_view::npos) {
            fail(value.position(),
                 '\'' + std::string(value.name()) + "' must be a non-empty string");
        }
        return std::string(text);
    }

    void read_defines(json::Value value, BatchItem& item) {
        bool are_strings = value.is(json::Kind::array);
        for (const json::Value define : value) {
            are_strings = are_strings && define.is(json::Kind::string);
            item.defines.emplace_back(define.string());
        }
        if (!are_strings) {
            fail(value.position(), '\'' + std::string(value.name()) +
                                       "' must be an array of strings, NAME or NAME=VALUE");
        }
    }

    void read_state(json::Value value, BatchItem& item) {
        item.state = read_name(value);
        if (!item.state.empty()) {
            for (const std::string& error : nir::parse_state(item.state).errors) {
                fail(value.position(), error);
            }
        }
    }

    void read_stage(json::Value value, BatchItem& item) {
        const std::string word = read_name(value);
        item.stage = high_level_stage(word);
        if (!word.empty() && item.stage.empty()) {
            const std::vector<std::string> words = stage_words();
            suggest_name(fail(value.position(), "there is no stage '" + word + '\''), word,
                         std::vector<std::string_view>(words.begin(), words.end()));
        }
    }

    std::uint32_t number_;
    Diagnostics& diagnostics_;
};

} // namespace

std::optional<BatchItem> read_manifest_line(std::string_view line, std::size_t number,
                                            Diagnostics& diagnostics) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
        return std::nullopt;
    }
    LineReader reader(number, diagnostics);
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(line, error);
    if (!document) {
        reader.fail(error.position, error.message);
        return std::nullopt;
    }
    if (!document->root().is(json::Kind::object)) {
        reader.fail(document->root().position(), R"(a shader is an object, as {"shader": PATH})");
        return std::nullopt;
    }
    BatchItem item = reader.read(document->root());
    return diagnostics.has_errors() ? std::nullopt : std::optional(std::move(item));
}

} // namespace jacquard::driver
