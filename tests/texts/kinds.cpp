#include "kinds.h"

#include <jacquard/tgsi/print.h>
#include <jacquard/tgsi/read/parse.h>

#include "shaders.h"

#include <algorithm>
#include <array>

namespace jacquard::texts {

namespace {

using Keys = std::vector<std::string_view>;

Answer tgsi_of(const Request& request) {
    const std::string text = joined(request.before);
    Diagnostics diagnostics(kInputName, text);
    const auto program = tgsi::parse(text, diagnostics);
    if (!program) {
        return refusal_of(diagnostics);
    }
    return {tgsi::print(*program), false, {}};
}

const Keys kTgsiKeys = {"precise", "passes"};
const Keys kNirKeys = {"stage", "whole", "passes"};
const Keys kSpirvKeys = {"specialise", "passes"};
const Keys kPrintKeys = {"show"};
const Keys kWordsKeys = {"gpu", "precise", "precision", "resource", "facts"};
const Keys kGraphKeys = {"gpu", "precise", "precision", "resource", "after"};
const Keys kRunKeys = {"lanes", "input", "outputs", "steps", "strict"};
const Keys kFindingKeys = {"gpu", "constants", "marked"};
const Keys kRecordedKeys = {"input", "outputs"};

// The keys of both sides, and those of all kinds.
std::span<const std::string_view> keys_of(const Keys& from, const Keys& to) {
    static std::vector<std::unique_ptr<Keys>> all;
    Keys keys = {"kind", "frame", "only"};
    keys.insert(keys.end(), from.begin(), from.end());
    keys.insert(keys.end(), to.begin(), to.end());
    all.push_back(std::make_unique<Keys>(std::move(keys)));
    return *all.back();
}

template <Made (*make)(const Request&), Answer (*tell)(const Request&, Made)>
Answer told(const Request& request) {
    return tell(request, make(request));
}

const Kind& kind_of(const Setting* setting) {
    const std::span<const Kind> kinds = all_kinds();
    std::vector<std::string_view> names;
    for (const Kind& kind : kinds) {
        names.push_back(kind.name);
    }
    if (setting == nullptr) {
        throw SettingFault{1, unknown_word("kind; 'kind: FROM to TO' must name one", "", names)};
    }
    const auto found = std::find(names.begin(), names.end(), setting->value);
    if (found == names.end()) {
        throw SettingFault{setting->line, unknown_word("kind of cases", setting->value, names)};
    }
    return kinds[static_cast<std::size_t>(found - names.begin())];
}

const Frame& frame_of(const File& file, const std::string& name, std::size_t line) {
    std::vector<std::string_view> names;
    for (const Frame& frame : file.frames) {
        names.push_back(frame.name);
    }
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw SettingFault{line, unknown_word("frame of this file", name, names)};
    }
    return file.frames[static_cast<std::size_t>(found - names.begin())];
}

// The lines of an input in the frame that the settings name, and in those around it.
Lines framed(const File& file, const Settings& settings, Lines lines) {
    const Setting* setting = settings.find("frame");
    std::string name = setting != nullptr ? setting->value : "none";
    std::size_t line = setting != nullptr ? setting->line : 0;
    for (std::size_t depth = 0; name != "none" && !name.empty(); ++depth) {
        const Frame& frame = frame_of(file, name, line);
        const auto gap =
            std::find_if(frame.lines.begin(), frame.lines.end(), [](const std::string& each) {
                return each.substr(std::min(each.find_first_not_of(' '), each.size())) == "...";
            });
        if (gap == frame.lines.end() || depth == file.frames.size()) {
            throw SettingFault{frame.line, "a frame has a line '...' where the lines of a case "
                                           "stand, and stands in no frame that stands in it"};
        }
        lines.insert(lines.begin(), frame.lines.begin(), gap);
        lines.insert(lines.end(), gap + 1, frame.lines.end());
        name = frame.outer;
        line = frame.line;
    }
    return lines;
}

// The lines that have one of the parts that `only` lists, separated by " | ".
std::string kept_lines(const Setting& only, const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= only.value.size();) {
        const std::size_t end = std::min(only.value.find(" | ", at), only.value.size());
        parts.push_back(only.value.substr(at, end - at));
        at = end + 3;
    }
    std::string kept;
    for (const std::string& line : lines_of(text)) {
        const bool is_kept =
            std::any_of(parts.begin(), parts.end(), [&line](const std::string& part) {
                return line.find(part) != std::string::npos;
            });
        kept += is_kept ? line + "\n" : "";
    }
    return kept;
}

} // namespace

std::span<const Kind> all_kinds() {
    static const std::array<Kind, 12> kinds = {{
        {"tgsi to tgsi", keys_of({}, {}), tgsi_of},
        {"tgsi to nir", keys_of(kTgsiKeys, kPrintKeys), told<shader_of_tgsi, nir_of>},
        {"tgsi to graph", keys_of({"passes"}, kGraphKeys), told<shader_of_tgsi, graph_of>},
        {"tgsi to words", keys_of({"passes"}, kWordsKeys), told<shader_of_tgsi, words_of_shader>},
        {"tgsi to outputs", keys_of(kTgsiKeys, kRunKeys), told<shader_of_tgsi, outputs_of>},
        {"nir to nir", keys_of(kNirKeys, kPrintKeys), told<shader_of_nir, nir_of>},
        {"nir to graph", keys_of(kNirKeys, kGraphKeys), told<shader_of_nir, graph_of>},
        {"nir to words", keys_of(kNirKeys, kWordsKeys), told<shader_of_nir, words_of_shader>},
        {"nir to outputs", keys_of(kNirKeys, kRunKeys), told<shader_of_nir, outputs_of>},
        {"words to findings", keys_of({}, kFindingKeys), findings_of},
        {"spirv to nir", keys_of(kSpirvKeys, kPrintKeys), told<shader_of_spirv, nir_of>},
        {"spirv to outputs", keys_of(kSpirvKeys, kRecordedKeys), outputs_of_spirv},
    }};
    return kinds;
}

Answer answer_of(const File& file, const Settings& settings, const Lines& before,
                 std::optional<std::uint32_t> gpu) {
    const Kind& kind = kind_of(settings.find("kind"));
    const Case without_settings;
    const Setting* of_file = Settings(file, without_settings).find("kind");
    settings.require_keys(kind.name, kind.keys,
                          of_file != nullptr ? kind_of(of_file).keys : kind.keys);
    Answer answer = kind.answer({file, settings, framed(file, settings, before), gpu});
    const Setting* only = settings.find("only");
    if (only != nullptr && !answer.is_refusal) {
        answer.text = kept_lines(*only, answer.text);
    }
    return answer;
}

} // namespace jacquard::texts
