#include <jacquard/explain/explain.h>
#include <jacquard/tool/lsp/fault_ranges.h>
#include <jacquard/tool/lsp/protocol_json.h>
#include <jacquard/tool/lsp/shader_answers.h>
#include <jacquard/tool/lsp/shader_costs.h>

#include <algorithm>
#include <set>

namespace jacquard::driver::lsp {

namespace {

constexpr std::size_t kMostWords = 40; // that are shown of a line

// Sections of a hover. Texts of the tables and words are shown as they stand.
class HoverText {
  public:
    explicit HoverText(bool is_markdown) : is_markdown_(is_markdown) {}

    void add_title(std::string_view title) {
        begin();
        text_ += is_markdown_ ? "**" + std::string(title) + "**\n" : std::string(title) + '\n';
    }

    void add_block(std::string_view block) {
        while (block.ends_with('\n')) {
            block.remove_suffix(1);
        }
        begin();
        const std::string fence = is_markdown_ ? "```" : "";
        text_ += (is_markdown_ ? fence + "text\n" : "") + std::string(block) + '\n' + fence;
        text_ += is_markdown_ ? "\n" : "";
    }

    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    void begin() { text_ += text_.empty() ? "" : "\n"; }

    bool is_markdown_;
    std::string text_;
};

void add_faults(HoverText& hover, const OpenShader& shader, std::size_t offset) {
    std::set<std::string> told;
    for (const Diagnostic& fault : shader.analysis->faults) {
        const ByteRange range = fault_range(shader.document, fault.position, fault.message,
                                            shader.analysis->only_lines);
        const bool is_here = offset >= range.start && offset <= range.end;
        if (is_here && !fault.code.empty() && told.insert(fault.code).second) {
            if (const std::string text = explain(fault.code); !text.empty()) {
                hover.add_block(text);
            }
        }
    }
}

// The opcode there, or what it is without modifiers behind points. Where it stands is left in
// `word`.
void add_name(HoverText& hover, const OpenShader& shader, std::size_t offset, ByteRange& word) {
    const std::string_view tables = shader.analysis->tables;
    if (tables.empty()) {
        return;
    }
    const ByteRange whole = word_around(shader.document, offset);
    for (std::string_view name = shader.document.text_of(whole); !name.empty();
         name = name.substr(
             0, name.find_last_of("._") == std::string_view::npos ? 0 : name.find_last_of("._"))) {
        const std::vector<ExplainedName> found =
            explanations_of(std::string(tables) + ':' + std::string(name));
        if (!found.empty()) {
            hover.add_block(found.front().text);
            word = {whole.start, whole.start + name.size()};
            return;
        }
    }
}

void add_words(HoverText& hover, const OpenShader& shader, std::size_t offset) {
    const std::string_view text = shader.document.text();
    const auto before =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    const auto line = static_cast<std::uint32_t>(before + 1);
    for (const CostedShader& part : shader.analysis->parts) {
        const std::vector<std::string> words = words_of_line(part, line);
        if (words.empty()) {
            continue;
        }
        const auto figures = figures_of_lines(part);
        const auto found = figures.find(line);
        hover.add_title(part_of(part) +
                        (found != figures.end() ? ": " + text_of(found->second) : ""));
        std::string block;
        for (std::size_t i = 0; i < words.size() && i < kMostWords; ++i) {
            block += words[i] + '\n';
        }
        if (words.size() > kMostWords) {
            block += "and " + std::to_string(words.size() - kMostWords) + " more\n";
        }
        hover.add_block(block);
    }
}

} // namespace

std::string hover_of(const OpenShader& shader, TextPosition position,
                     const ClientAbilities& client) {
    const std::size_t offset = shader.document.offset_of(position, client.encoding);
    HoverText hover(client.reads_markdown);
    ByteRange word;
    add_faults(hover, shader, offset);
    add_name(hover, shader, offset, word);
    add_words(hover, shader, offset);
    if (hover.text().empty()) {
        return "null";
    }
    std::string text;
    json::Writer json(text);
    json.begin_object().name("contents").begin_object();
    json.member("kind", client.reads_markdown ? "markdown" : "plaintext");
    json.member("value", hover.text()).end_object();
    if (word.end != word.start) {
        append_range(json, "range", shader.document.range_of(word, client.encoding));
    }
    json.end_object();
    return text;
}

} // namespace jacquard::driver::lsp
