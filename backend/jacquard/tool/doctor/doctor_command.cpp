#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/generated/version.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/doctor/doctor_parts.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/help.h>

#include <algorithm>
#include <ostream>
#include <sstream>

namespace jacquard::driver {

namespace {

std::vector<std::string> part_names() {
    std::vector<std::string> names;
    for (const OptionalPart& part : optional_parts()) {
        names.emplace_back(part.name);
    }
    return names;
}

constexpr std::array<OptionSpec, 2> kOptions = {{
    {"--need", "LIST", "exit with code 1 if one of these parts is missing", false, part_names},
    {"--json", "", "print one JSON value per line: one for each part, then one for the tool"},
}};

constexpr std::array<std::string_view, 3> kUsers = {"tool", "build", "tests"};

constexpr const char* kShader = "FRAG\n"
                                "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                                "DCL OUT[0], COLOR\n"
                                "IMM[0] FLT32 {2.0, 1.0, 0.5, 0.25}\n"
                                "  0: MAD OUT[0], IN[0], IMM[0], IMM[0].wzyx\n"
                                "  1: END\n";

std::string run_shader(std::string_view engine, std::string_view gpu) {
    std::istringstream in(kShader);
    std::ostringstream out;
    std::ostringstream err;
    const std::string_view words[] = {"run", "-", "--engine", engine, "--gpu", gpu};
    return run_command(words, {in, out, err}) == exit_fine ? out.str() : std::string();
}

// The revisions for which a shader's machine code does not compute what the shader says, with
// blanks between them.
std::string broken_revisions() {
    std::string broken;
    const std::string expected = run_shader("nir", "630");
    for (unsigned i = 0; i < ir3::kNumRevisions; ++i) {
        const std::string_view name = ir3::name_of(static_cast<ir3::Revision>(i));
        if (expected.empty() || run_shader("ir3", name) != expected) {
            broken += (broken.empty() ? "" : " ") + std::string(name);
        }
    }
    return broken;
}

// Returns whether all parts in a list with commas are there. Nothing when one has no such name;
// that has been said.
std::optional<bool> has_all(std::string_view list, const std::vector<FoundPart>& found,
                            const Streams& streams) {
    bool is_good = true;
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string_view name = list.substr(start, end - start);
        const auto part = std::find_if(found.begin(), found.end(), [&](const FoundPart& candidate) {
            return candidate.part->name == name;
        });
        if (part == found.end()) {
            const std::vector<std::string> names = part_names();
            const std::vector<std::string_view> views(names.begin(), names.end());
            usage_error(streams, "--need does not know '" + std::string(name) + '\'' +
                                     suggestion(name, views) + "; 'jacquard doctor' lists them");
            return std::nullopt;
        }
        is_good = is_good && part->is_there;
        start = end + 1;
    }
    return is_good;
}

void print_json(const std::vector<FoundPart>& found, const std::string& broken, std::ostream& out) {
    for (const FoundPart& entry : found) {
        std::string line;
        json::Writer json(line);
        json.begin_object();
        json.member("part", entry.part->name);
        json.member("for", kUsers[static_cast<std::size_t>(entry.part->user)]);
        json.name("present").boolean(entry.is_there);
        json.member("where", entry.where);
        json.member("use", entry.part->use);
        json.member("debian", entry.part->package);
        json.end_object();
        out << line << '\n';
    }
    std::string line;
    json::Writer json(line);
    json.begin_object();
    json.member("jacquard", JACQUARD_VERSION_STRING);
    json.member("revisions", ir3::kNumRevisions);
    json.name("works").boolean(broken.empty());
    json.member("broken", broken);
    json.end_object();
    out << line << '\n';
}

// Adds those of the names, which have blanks between them, that are not in the list.
void add_packages(std::vector<std::string_view>& packages, std::string_view names) {
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(' '), names.size());
        const std::string_view name = names.substr(0, end);
        if (std::find(packages.begin(), packages.end(), name) == packages.end()) {
            packages.push_back(name);
        }
        names.remove_prefix(std::min(end + 1, names.size()));
    }
}

// One command of a shell, in as many lines as it takes: a line ends between two names, in a way
// that a shell reads on.
std::string install_command(const std::vector<std::string_view>& packages) {
    constexpr std::string_view kReadsOn = " \\";
    std::string text;
    std::string line = "  apt-get install";
    for (const std::string_view package : packages) {
        if (line.size() + 1 + package.size() + kReadsOn.size() > kHelpWidth) {
            text += line + std::string(kReadsOn) + '\n';
            line = "     ";
        }
        line += ' ' + std::string(package);
    }
    return text + line + '\n';
}

void print_table(const std::vector<FoundPart>& found, const std::string& broken,
                 std::ostream& out) {
    out << "jacquard " JACQUARD_VERSION_STRING ": "
        << (broken.empty() ? "compiles and runs a shader for all " +
                                 std::to_string(ir3::kNumRevisions) + " revisions"
                           : "FAILS to compile and run a shader for " + broken)
        << '\n';
    std::vector<std::string_view> packages;
    for (std::size_t user = 0; user < kUsers.size(); ++user) {
        out << "\nfor the " << kUsers[user] << '\n';
        for (const FoundPart& entry : found) {
            if (static_cast<std::size_t>(entry.part->user) != user) {
                continue;
            }
            std::string line = entry.is_there ? "  yes      " : "  missing  ";
            line += entry.part->name;
            line.resize(25, ' ');
            line += entry.part->use;
            if (entry.is_there) {
                // A path that is too long for the line is only in the JSON.
                const std::size_t start = std::max<std::size_t>(line.size() + 2, 62);
                if (start + entry.where.size() <= kHelpWidth) {
                    line.resize(start, ' ');
                    line += entry.where;
                }
            } else {
                add_packages(packages, entry.part->package);
            }
            out << line << '\n';
        }
    }
    if (!packages.empty()) {
        out << "\nwhat is missing is optional; Debian has it:\n" << install_command(packages);
    }
}

int run_doctor(const Arguments& arguments, const Streams& streams) {
    const std::vector<FoundPart> found = find_parts(streams);
    const std::optional<std::string_view> needed = arguments.value("--need");
    const std::optional<bool> has_needed = needed ? has_all(*needed, found, streams) : true;
    if (!has_needed) {
        return exit_usage;
    }
    const std::string broken = broken_revisions();
    if (arguments.has("--json")) {
        print_json(found, broken, streams.out);
    } else {
        print_table(found, broken, streams.out);
    }
    return broken.empty() && *has_needed ? exit_fine : exit_findings;
}

} // namespace

const CommandSpec kDoctorCommand = {
    "doctor",
    "",
    0,
    0,
    "Reports which optional parts are present and which are missing. Compiles and runs a shader "
    "for every "
    "revision, looks for the programs and libraries that the tool, its build and its tests use, "
    "and says what to install for those that are missing. Exit code 1 when the tool itself does "
    "not work, or a part that --need names is missing.",
    kOptions,
    run_doctor,
    nullptr,
    "jacquard doctor\n"
    "jacquard doctor --need glslang,libpng"};

} // namespace jacquard::driver
