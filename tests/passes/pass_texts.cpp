// Runs passes on the shaders of text files and compares what comes out with what the files expect.
//
// Usage: jacquard_pass_texts [--bless] FILE...
//
// A file begins with comments and the list of passes to run, as `opt --passes` takes it; then come
// cases, each with a name, the lines of the main function before and after, and in front of those
// before, not indented, what stands before the function:
//
//     # What the file is about.
//     passes: flatten_ifs
//
//     === name of a case
//     passes: flatten_ifs:alu_limit=1
//     --- before
//     decl_var uniform INTERP_MODE_SMOOTH float u
//         b0:
//             ...
//     --- after
//         b0:
//             ...
//
// The second list is for cases that are about another. Behind the list of the file, `--- first` and
// `--- last` may give lines that stand in front of and behind those of each case and that must come
// out as they are. Lines that begin with `shader` are a whole one, and all of it is expected.
//
// The shader must be valid before and after each pass, and a pass without arguments that settles,
// as its entry says, must find nothing more to do. --bless writes what comes out into the files.

#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace jacquard;

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::string joined(std::span<const std::string> lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

struct Case {
    std::string name;
    std::size_t line = 0; // of its name
    Lines head;           // comments and passes of its own
    Lines before;
    std::size_t after_line = 0; // the first behind "--- after"
    Lines after;
};

struct File {
    std::string path;
    Lines head;  // what stands before the first case
    Lines first; // in front of the lines of every case
    Lines last;  // behind them
    std::vector<Case> cases;
    std::string fault; // empty where the file is as it should be
};

bool begins(const std::string& line, std::string_view start) {
    return line.compare(0, start.size(), start) == 0;
}

constexpr std::string_view kCase = "=== ";
constexpr std::string_view kPasses = "passes: ";

// Blank lines at the end of a part belong to no case.
void drop_blank_end(Lines& lines) {
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
}

// Returns the passes named by the lines before the cases, or by those of a case.
std::string passes_of(const Lines& head) {
    for (const std::string& line : head) {
        if (begins(line, kPasses)) {
            return line.substr(kPasses.size());
        }
    }
    return {};
}

std::string passes_of(const File& file, const Case& each) {
    const std::string own = passes_of(each.head);
    return own.empty() ? passes_of(file.head) : own;
}

File read(const std::string& path) {
    File file;
    file.path = path;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        file.fault = path + ": cannot be read";
        return file;
    }
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    Lines* part = &file.head;
    std::size_t number = 0;
    for (const std::string& line : lines_of(text)) {
        ++number;
        if (begins(line, kCase)) {
            file.cases.push_back({line.substr(kCase.size()), number, {}, {}, 0, {}});
            part = &file.cases.back().head;
        } else if (file.cases.empty() && line == "--- first") {
            part = &file.first;
        } else if (file.cases.empty() && line == "--- last") {
            part = &file.last;
        } else if (!file.cases.empty() && line == "--- before") {
            part = &file.cases.back().before;
        } else if (!file.cases.empty() && line == "--- after") {
            part = &file.cases.back().after;
            file.cases.back().after_line = number + 1;
        } else {
            part->push_back(line);
        }
    }
    drop_blank_end(file.last);
    for (Case& each : file.cases) {
        drop_blank_end(each.before);
        drop_blank_end(each.after);
        if (each.before.empty() || each.after_line == 0 || passes_of(file, each).empty()) {
            file.fault = path + ":" + std::to_string(each.line) +
                         ": a case needs passes, lines before and lines after";
        }
    }
    if (file.cases.empty()) {
        file.fault = path + ": there are no cases";
    }
    return file;
}

// The lines between those that every case has, which must come out as they are; else all lines.
Lines without_frame(const File& file, const Lines& lines) {
    if (lines.size() < file.first.size() + file.last.size() ||
        !std::equal(file.first.begin(), file.first.end(), lines.begin()) ||
        !std::equal(file.last.rbegin(), file.last.rend(), lines.rbegin())) {
        return lines;
    }
    const auto end = lines.end() - static_cast<std::ptrdiff_t>(file.last.size());
    return {lines.begin() + static_cast<std::ptrdiff_t>(file.first.size()), end};
}

// The lines of the main function once the passes have run, values numbered anew.
Lines transformed(const File& file, const Case& each, std::string& fault) {
    const bool whole = begins(each.before.front(), "shader ");
    const auto body = std::find_if(each.before.begin(), each.before.end(),
                                   [](const std::string& line) { return begins(line, "    "); });
    std::string text = joined(each.before);
    if (!whole) {
        text = "shader fragment\n" + joined({each.before.begin(), body}) +
               "function \"main\" entry {\n" + joined(file.first) +
               joined({body, each.before.end()}) + joined(file.last) + "}\n";
    }
    Diagnostics diagnostics("before", text);
    const auto shader = nir::parse(text, diagnostics);
    if (shader == nullptr) {
        fault = diagnostics.render();
        return {};
    }
    const nir::PassList list = nir::parse_pass_list(passes_of(file, each));
    for (const std::string& error : list.errors) {
        fault += error + "\n";
    }
    fault += nir::validation_report(*shader, "before the passes");
    for (const nir::PassCall& call : list.calls) {
        if (fault.empty()) {
            call.run(*shader);
            fault = nir::validation_report(*shader, "after a pass");
        }
        if (fault.empty() && call.pass->settles && call.arguments.empty() && call.run(*shader)) {
            fault = std::string(call.pass->name) + " finds more to do right after itself";
        }
    }
    if (!fault.empty()) {
        return {};
    }
    shader->number_values();
    const std::string printed = nir::print(*shader);
    if (whole) {
        return lines_of(printed);
    }
    const std::size_t start = printed.find("{\n") + 2;
    return without_frame(file, lines_of(printed.substr(start, printed.size() - start - 2)));
}

// The lines that differ, with those of what they stand for: what both have at either end is left
// out.
void report(const File& file, const Case& each, const Lines& made) {
    std::size_t first = 0;
    while (first < made.size() && first < each.after.size() && made[first] == each.after[first]) {
        ++first;
    }
    std::size_t same = 0;
    while (same + first < std::min(made.size(), each.after.size()) &&
           made[made.size() - 1 - same] == each.after[each.after.size() - 1 - same]) {
        ++same;
    }
    std::cout << file.path << ":" << each.after_line + first << ": " << each.name << "\n";
    for (std::size_t i = first; i + same < each.after.size(); ++i) {
        std::cout << "  expected " << each.after[i] << "\n";
    }
    for (std::size_t i = first; i + same < made.size(); ++i) {
        std::cout << "  found    " << made[i] << "\n";
    }
}

void write(const File& file) {
    std::ofstream out(file.path, std::ios::binary);
    out << joined(file.head);
    if (!file.first.empty() || !file.last.empty()) {
        out << "--- first\n" << joined(file.first) << "--- last\n" << joined(file.last) << "\n";
    }
    for (const Case& each : file.cases) {
        out << kCase << each.name << "\n" << joined(each.head);
        out << "--- before\n" << joined(each.before) << "--- after\n" << joined(each.after);
        if (&each != &file.cases.back()) {
            out << "\n";
        }
    }
}

bool check(const std::string& path, bool bless) {
    File file = read(path);
    if (!file.fault.empty()) {
        std::cout << file.fault << "\n";
        return false;
    }
    bool good = true;
    bool changed = false;
    for (Case& each : file.cases) {
        std::string fault;
        const Lines made = transformed(file, each, fault);
        if (!fault.empty()) {
            std::cout << path << ":" << each.line << ": " << each.name << "\n" << fault << "\n";
            good = false;
        } else if (made != each.after && bless) {
            each.after = made;
            changed = true;
        } else if (made != each.after) {
            report(file, each, made);
            good = false;
        }
    }
    if (changed) {
        write(file);
        std::cout << path << ": blessed\n";
    }
    return good;
}

} // namespace

int main(int argc, char** argv) {
    const std::span<char*> arguments(argv + 1, static_cast<std::size_t>(argc - 1));
    bool bless = false;
    bool good = true;
    std::size_t count = 0;
    for (const std::string argument : arguments) {
        if (argument == "--bless") {
            bless = true;
        } else {
            good = check(argument, bless) && good;
            ++count;
        }
    }
    if (count == 0) {
        std::cerr << "usage: pass_texts [--bless] FILE...\n";
        return 2;
    }
    return good ? 0 : 1;
}
