#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/words/isa_text.h>

#include <array>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 4> kQuestions = {"list", "parts", "diff", "map"};

// Returns the words that may follow the command.
std::vector<std::string> question_words() {
    std::vector<std::string> words = words_of<kQuestions>();
    for (unsigned i = 0; i < ir3::kNumRevisions; ++i) {
        words.emplace_back(name_of(static_cast<ir3::Revision>(i)));
    }
    return words;
}

constexpr OptionSpec kJsonOption = {"--json", "", "one JSON value per line (list, parts and diff)"};
constexpr std::array<OptionSpec, 1> kOptions = {kJsonOption};

// The first part of a revision, or a part; wrong usage has been reported where there is none.
std::optional<unsigned> find_revision(std::string_view name, const Streams& streams) {
    if (const std::optional<unsigned> part = ir3::find_part(name)) {
        return part;
    }
    std::vector<std::string_view> names;
    for (unsigned i = 0; i < ir3::kNumRevisions; ++i) {
        names.push_back(name_of(static_cast<ir3::Revision>(i)));
    }
    usage_error(streams, "unknown revision '" + std::string(name) + '\'' + suggestion(name, names) +
                             "\n'jacquard isa list' lists the revisions");
    return std::nullopt;
}

int run_parts(std::span<const std::string_view> names, bool json, const Streams& streams) {
    if (names.size() > 1) {
        return usage_error(streams, "'isa parts' takes one part at most");
    }
    std::optional<unsigned> part;
    if (!names.empty()) {
        part = named_gpu(names[0], streams);
        if (!part) {
            return exit_usage;
        }
    }
    print_parts(part, json, streams);
    return exit_fine;
}

int run_isa(const Arguments& arguments, const Streams& streams) {
    const std::span<const std::string_view> operands = arguments.operands();
    const bool json = arguments.has(kJsonOption.name);
    const std::string_view question = operands[0];
    if (question == "list") {
        if (operands.size() != 1) {
            return usage_error(streams, "'isa list' takes no operand");
        }
        print_revisions(json, streams);
        return exit_fine;
    }
    if (question == "parts") {
        return run_parts(operands.subspan(1), json, streams);
    }
    if (question != "diff" && question != "map") {
        return usage_error(streams, "'isa' takes list, parts, diff or map, not '" +
                                        std::string(question) + '\'' +
                                        suggestion(question, kQuestions));
    }
    if (operands.size() != (question == "diff" ? 3U : 2U)) {
        return usage_error(streams, question == "diff" ? "'isa diff' takes two revisions"
                                                       : "'isa map' takes one revision");
    }
    const std::optional<unsigned> part = find_revision(operands[1], streams);
    if (!part) {
        return exit_usage;
    }
    if (question == "map") {
        print_opcode_map(*ir3::revision_of_part(*part), streams);
        return exit_fine;
    }
    const std::optional<unsigned> other = find_revision(operands[2], streams);
    if (!other) {
        return exit_usage;
    }
    print_difference(*part, *other, json, streams);
    return exit_fine;
}

} // namespace

const CommandSpec kIsaCommand = {
    "isa",
    "list | parts [PART] | diff OLD NEW | map NAME",
    1,
    3,
    "Compares and maps the revisions of the instruction set. 'list' lists the revisions and their "
    "parts, 'parts' the parts with their names, chips and facts, 'diff' shows what turns the first "
    "into the second, with the table lines, and 'map' the "
    "opcodes of each category by number, with the holes. A part stands for its revision, but facts "
    "of "
    "the machine are its own.",
    kOptions,
    run_isa,
    nullptr,
    "jacquard isa diff a6xx a7xx",
    question_words};

} // namespace jacquard::driver
