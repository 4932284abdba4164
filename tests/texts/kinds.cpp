#include "kinds.h"

#include <jacquard/tgsi/print.h>
#include <jacquard/tgsi/read/parse.h>

#include "components.h"
#include "frames.h"
#include "shaders.h"

#include <algorithm>
#include <array>

namespace jacquard::texts {

namespace {

Answer tgsi_of(const Request& request) {
    const std::string text = joined(request.before);
    Diagnostics diagnostics(kInputName, text);
    const auto program = tgsi::parse(text, diagnostics);
    if (!program) {
        return refusal_of(request.settings, diagnostics);
    }
    return {tgsi::print(*program), false, {}};
}

template <auto Read>
void read(const Settings& settings) {
    (void)Read(settings);
}

template <const auto& Name>
void read_flag(const Settings& settings) {
    (void)settings.flag(Name);
}

constexpr std::string_view kShown = "shown";
constexpr std::string_view kPrecise = "precise";
constexpr std::string_view kWhole = "whole";
constexpr std::string_view kStrict = "strict";
constexpr std::string_view kMarked = "marked";

void read_parts(const Settings& settings) {
    (void)settings.parts();
}
void read_frame(const Settings& settings) {
    (void)framed(settings, {});
}
void read_only(const Settings& settings);
// The number of lanes decides how many values an input may have.
void read_inputs(const Settings& settings) {
    (void)inputs_of(settings, lanes_of(settings));
}
void read_outputs(const Settings& settings) {
    (void)outputs_of(settings);
}
void read_steps(const Settings& settings) {
    (void)steps_of(settings, 0);
}
void read_once(std::string_view key, const Settings& settings) {
    (void)settings.find(key);
}

// Groups of keys, of which each kind has some.
constexpr std::array kCommonKeys = {
    Key{"kind", [](const Settings& settings) { read_once("kind", settings); }},
    Key{"frame", read_frame}, Key{"only", read_only}};
constexpr std::array kRefusalKeys = {Key{"shown", read_flag<kShown>}};
constexpr std::array kPreciseKeys = {Key{"precise", read_flag<kPrecise>}};
constexpr std::array kPassKeys = {Key{"passes", read_passes}};
constexpr std::array kFunctionKeys = {Key{"stage", read<stage_of>},
                                      Key{"whole", read_flag<kWhole>}};
constexpr std::array kModuleKeys = {Key{"specialise", read<specialisations_of>}};
constexpr std::array kPrintKeys = {Key{"show", read<shows_main>}};
constexpr std::array kPartKeys = {Key{"gpu", read_parts}};
constexpr std::array kCompileKeys = {Key{"precision", read_precision},
                                     Key{"resource", read_resources}};
constexpr std::array kWordsKeys = {Key{"facts", read_facts}};
constexpr std::array kGraphKeys = {
    Key{"after", [](const Settings& settings) { read_once("after", settings); }}};
constexpr std::array kRunKeys = {Key{"input", read_inputs}, Key{"outputs", read_outputs},
                                 Key{"steps", read_steps}};
constexpr std::array kLaneKeys = {Key{"lanes", read<lanes_of>}, Key{"strict", read_flag<kStrict>}};
constexpr std::array kFindingKeys = {Key{"constants", read<constants_of>},
                                     Key{"marked", read_flag<kMarked>}};

constexpr std::array<Keys, 2> kTgsiToTgsi = {kCommonKeys, kRefusalKeys};
constexpr std::array<Keys, 5> kTgsiToNir = {kCommonKeys, kRefusalKeys, kPreciseKeys, kPassKeys,
                                            kPrintKeys};
constexpr std::array<Keys, 7> kTgsiToGraph = {kCommonKeys, kRefusalKeys, kPreciseKeys, kPassKeys,
                                              kPartKeys,   kCompileKeys, kGraphKeys};
constexpr std::array<Keys, 7> kTgsiToWords = {kCommonKeys, kRefusalKeys, kPreciseKeys, kPassKeys,
                                              kPartKeys,   kCompileKeys, kWordsKeys};
constexpr std::array<Keys, 6> kTgsiToOutputs = {kCommonKeys, kRefusalKeys, kPreciseKeys,
                                                kPassKeys,   kRunKeys,     kLaneKeys};
constexpr std::array<Keys, 5> kNirToNir = {kCommonKeys, kRefusalKeys, kFunctionKeys, kPassKeys,
                                           kPrintKeys};
constexpr std::array<Keys, 8> kNirToGraph = {kCommonKeys,   kRefusalKeys, kPreciseKeys, kPassKeys,
                                             kFunctionKeys, kPartKeys,    kCompileKeys, kGraphKeys};
constexpr std::array<Keys, 8> kNirToWords = {kCommonKeys,   kRefusalKeys, kPreciseKeys, kPassKeys,
                                             kFunctionKeys, kPartKeys,    kCompileKeys, kWordsKeys};
constexpr std::array<Keys, 6> kNirToOutputs = {kCommonKeys, kRefusalKeys, kFunctionKeys,
                                               kPassKeys,   kRunKeys,     kLaneKeys};
constexpr std::array<Keys, 4> kWordsToFindings = {kCommonKeys, kRefusalKeys, kPartKeys,
                                                  kFindingKeys};
constexpr std::array<Keys, 5> kSpirvToNir = {kCommonKeys, kRefusalKeys, kModuleKeys, kPassKeys,
                                             kPrintKeys};
constexpr std::array<Keys, 5> kSpirvToOutputs = {kCommonKeys, kRefusalKeys, kModuleKeys, kPassKeys,
                                                 kRunKeys};

template <Made (*make)(const Request&), Answer (*tell)(const Request&, Made)>
Answer told(const Request& request) {
    return tell(request, make(request));
}

constexpr std::array<Kind, 12> kKinds = {{
    {"tgsi to tgsi", kTgsiToTgsi, false, tgsi_of},
    {"tgsi to nir", kTgsiToNir, false, told<shader_of_tgsi, nir_of>},
    {"tgsi to graph", kTgsiToGraph, false, told<shader_of_tgsi, graph_of>},
    {"tgsi to words", kTgsiToWords, false, told<shader_of_tgsi, words_of_shader>},
    {"tgsi to outputs", kTgsiToOutputs, false, told<shader_of_tgsi, outputs_of>},
    {"nir to nir", kNirToNir, true, told<shader_of_nir, nir_of>},
    {"nir to graph", kNirToGraph, true, told<shader_of_nir, graph_of>},
    {"nir to words", kNirToWords, true, told<shader_of_nir, words_of_shader>},
    {"nir to outputs", kNirToOutputs, true, told<shader_of_nir, outputs_of>},
    {"words to findings", kWordsToFindings, false, findings_of},
    {"spirv to nir", kSpirvToNir, false, told<shader_of_spirv, nir_of>},
    {"spirv to outputs", kSpirvToOutputs, false, outputs_of_spirv},
}};

constexpr bool lists_no_key_twice(const Kind& kind) {
    for (const Keys& group : kind.keys) {
        for (const Key& key : group) {
            std::size_t times = 0;
            for (const Keys& other : kind.keys) {
                for (const Key& each : other) {
                    times += each.name == key.name ? 1 : 0;
                }
            }
            if (times != 1) {
                return false;
            }
        }
    }
    return true;
}
static_assert(std::all_of(kKinds.begin(), kKinds.end(), lists_no_key_twice));

std::vector<std::string> parts_of(const Setting& only) {
    static constexpr std::string_view kBetween = " | ";
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= only.value.size();) {
        const std::size_t end = std::min(only.value.find(kBetween, at), only.value.size());
        parts.push_back(only.value.substr(at, end - at));
        at = end + kBetween.size();
    }
    return parts;
}

void read_only(const Settings& settings) {
    const Setting* only = settings.find("only");
    if (only == nullptr) {
        return;
    }
    const std::vector<std::string> parts = parts_of(*only);
    const bool has_empty = std::any_of(parts.begin(), parts.end(), [](const std::string& part) {
        return part.find_first_not_of(" |") == std::string::npos;
    });
    if (has_empty) {
        settings.fault(*only, "a part of 'only' is empty, and every line has that; parts are "
                              "separated as in 'only: ldc | mova1'");
    }
    if (const std::string twice = doubled_word(parts); !twice.empty()) {
        settings.fault(*only, "'only' names '" + twice + "' twice");
    }
}

// The lines that have one of the parts that `only` lists, separated by " | ".
std::string kept_lines(const Setting& only, const std::string& text) {
    const std::vector<std::string> parts = parts_of(only);
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

// Says for every setting that no kind it is for has such a key.
void require_keys(const Kind& kind, const std::vector<Setting>& settings, const Settings& all,
                  std::span<const Keys> others) {
    std::vector<std::string_view> names;
    for (const Keys& group : kind.keys) {
        for (const Key& key : group) {
            names.push_back(key.name);
        }
    }
    const auto is_of_others = [others](const std::string& name) {
        return std::any_of(others.begin(), others.end(), [&name](const Keys& group) {
            return std::any_of(group.begin(), group.end(),
                               [&name](const Key& key) { return key.name == name; });
        });
    };
    for (const Setting& setting : settings) {
        if (std::find(names.begin(), names.end(), setting.key) == names.end() &&
            !is_of_others(setting.key)) {
            all.unknown(setting, "key of cases '" + std::string(kind.name) + "'", setting.key,
                        names);
        }
    }
}

} // namespace

const Kind* kind_of(const Settings& settings) {
    std::vector<std::string_view> names;
    for (const Kind& kind : kKinds) {
        names.push_back(kind.name);
    }
    const Setting* setting = settings.find("kind");
    if (setting == nullptr) {
        settings.fault(settings.of_case().line,
                       "no setting 'kind: FROM to TO' says of which kind the case is; " +
                           listed(names));
        return nullptr;
    }
    const auto found = std::find(names.begin(), names.end(), setting->value);
    if (found == names.end()) {
        settings.unknown(*setting, "kind of cases", setting->value, names);
        return nullptr;
    }
    return &kKinds.at(static_cast<std::size_t>(found - names.begin()));
}

void check_settings(const Kind& kind, const Settings& settings) {
    // Settings of the file may be for other cases, of the file's kind.
    SettingFaults told_with_cases;
    const Case without_settings;
    const Settings only_of_file(settings.of_file(), without_settings, told_with_cases);
    const Kind* of_file = only_of_file.find("kind") != nullptr ? kind_of(only_of_file) : nullptr;
    require_keys(kind, settings.of_case().settings, settings, {});
    require_keys(kind, settings.of_file().settings, settings,
                 of_file != nullptr ? of_file->keys : std::span<const Keys>());
    for (const Keys& group : kind.keys) {
        for (const Key& key : group) {
            key.read(settings);
        }
    }
}

Answer answer_of(const Kind& kind, const Settings& settings, const Lines& before,
                 std::optional<std::uint32_t> gpu) {
    Answer answer = kind.answer({settings.of_file(), settings, framed(settings, before), gpu});
    const Setting* only = settings.find("only");
    if (only != nullptr && !answer.is_refusal && answer.fault.empty()) {
        answer.text = kept_lines(*only, answer.text);
        if (answer.text.empty()) {
            answer.fault = "no line of the answer has a part that 'only' names";
        }
    }
    return answer;
}

} // namespace jacquard::texts
