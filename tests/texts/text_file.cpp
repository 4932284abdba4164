#include "text_file.h"

#include <jacquard/support/text/near_name.h>

#include <array>
#include <fstream>
#include <iterator>
#include <sstream>

namespace jacquard::texts {

namespace {

constexpr std::string_view kCase = "=== ";
constexpr std::string_view kSection = "--- ";
constexpr std::string_view kFrame = "frame ";

// Blank lines at the end of a part separate it from the next one.
void drop_blank_end(Lines& lines) {
    while (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
}

class Reader {
  public:
    explicit Reader(File& file) : file_(file) {}

    void read() {
        bool begins_with_comment = false;
        for (const std::string& line : file_.lines) {
            ++number_;
            if (number_ == 1) {
                begins_with_comment = line.starts_with("# ");
            }
            if (line.starts_with(kCase)) {
                begin_case(line.substr(kCase.size()));
            } else if (line.starts_with(kSection)) {
                begin_section(line.substr(kSection.size()));
            } else if (part_ != nullptr) {
                part_->push_back(line);
            } else {
                add_setting(line);
            }
        }
        ++number_;
        end_case();
        drop_blank_end(file_.last);
        if (file_.cases.empty()) {
            file_.faults.push_back(file_.path + ": there are no cases: a case begins with a line "
                                                "'=== NAME'");
        } else if (!begins_with_comment) {
            fault(1, "the file must begin with a comment '# …' that says what behaviour it holds");
        }
    }

  private:
    void fault(std::size_t line, const std::string& message) {
        file_.faults.push_back(place(file_, line) + ": " + message);
    }

    void begin_case(const std::string& name) {
        end_case();
        for (const Case& other : file_.cases) {
            if (other.name == name) {
                fault(number_,
                      "there is another case '" + name + "' in line " + std::to_string(other.line));
            }
        }
        file_.cases.push_back({name, number_, {}, {}});
        part_ = nullptr;
    }

    void end_case() {
        end_pair();
        for (Frame& frame : file_.frames) {
            drop_blank_end(frame.lines);
        }
        if (!file_.cases.empty() && file_.cases.back().pairs.empty()) {
            fault(file_.cases.back().line, "a case needs lines '--- before'");
        }
    }

    void end_pair() {
        if (file_.cases.empty() || file_.cases.back().pairs.empty()) {
            return;
        }
        Pair& pair = file_.cases.back().pairs.back();
        drop_blank_end(pair.before);
        drop_blank_end(pair.after);
        pair.after_end = pair.after_line + pair.after.size();
        if (pair.before.empty()) {
            fault(pair.before_line, "the input is empty");
        }
        if (pair.after_line == 0) {
            fault(pair.before_line, "these lines '--- before' need an answer '--- after' or "
                                    "'--- error' behind them");
        }
    }

    void begin_section(const std::string& name) {
        if (file_.cases.empty() && begin_section_of_file(name)) {
            return;
        }
        if (!file_.cases.empty() && begin_section_of_case(name)) {
            return;
        }
        static constexpr std::array<std::string_view, 6> kNames = {"frame",  "first", "last",
                                                                   "before", "after", "error"};
        const std::string_view near = near_name(name.substr(0, name.find(' ')), kNames);
        fault(number_, "there is no section '" + name + "' " +
                           (file_.cases.empty() ? "in front of the cases" : "in a case") +
                           (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
        part_ = &ignored_;
    }

    bool begin_section_of_file(const std::string& name) {
        if (name.starts_with(kFrame)) {
            const std::string words = name.substr(kFrame.size());
            const std::size_t in = words.find(" in ");
            const std::string outer = in == std::string::npos ? "" : words.substr(in + 4);
            file_.frames.push_back({words.substr(0, in), outer, {}, number_});
            part_ = &file_.frames.back().lines;
        } else if (name == "first") {
            part_ = &file_.first;
        } else if (name == "last") {
            part_ = &file_.last;
        } else {
            return false;
        }
        return true;
    }

    bool begin_section_of_case(const std::string& name) {
        std::vector<Pair>& pairs = file_.cases.back().pairs;
        if (name == "before") {
            end_pair();
            pairs.emplace_back().before_line = number_ + 1;
            part_ = &pairs.back().before;
            return true;
        }
        if (name != "after" && name != "error") {
            return false;
        }
        if (pairs.empty() || pairs.back().after_line != 0) {
            fault(number_, "an answer needs lines '--- before' of its own in front of it");
            part_ = &ignored_;
            return true;
        }
        pairs.back().after_line = number_ + 1;
        pairs.back().is_refusal = name == "error";
        part_ = &pairs.back().after;
        return true;
    }

    void add_setting(const std::string& line) {
        if (line.empty() || line[0] == '#') {
            return;
        }
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos || colon == 0) {
            fault(number_, "expected a comment '# …', a setting 'KEY: VALUE', a section '--- NAME' "
                           "or a case '=== NAME', found '" +
                               line + "'");
            return;
        }
        auto& settings = file_.cases.empty() ? file_.settings : file_.cases.back().settings;
        settings.push_back({line.substr(0, colon), line.substr(colon + 2), number_});
    }

    File& file_;
    std::size_t number_ = 0; // of the line
    Lines* part_ = nullptr;  // null where settings stand
    Lines ignored_;
};

} // namespace

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::string joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

std::string place(const File& file, std::size_t line) {
    return file.path + ":" + std::to_string(line);
}

File read(const std::string& path) {
    File file;
    file.path = path;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        file.faults.push_back(path + ": cannot be read");
        return file;
    }
    file.lines = lines_of({std::istreambuf_iterator<char>(in), {}});
    Reader(file).read();
    return file;
}

void rewrite(const File& file, const std::vector<NewAnswer>& answers) {
    Lines lines;
    std::size_t next = 0; // The lines before this one are written.
    const auto copy_until = [&](std::size_t end) {
        lines.insert(lines.end(), file.lines.begin() + static_cast<std::ptrdiff_t>(next),
                     file.lines.begin() + static_cast<std::ptrdiff_t>(end));
    };
    for (const NewAnswer& answer : answers) {
        copy_until(answer.pair->after_line - 1);
        lines.insert(lines.end(), answer.after.begin(), answer.after.end());
        next = answer.pair->after_end - 1;
    }
    copy_until(file.lines.size());
    std::ofstream(file.path, std::ios::binary) << joined(lines);
}

} // namespace jacquard::texts
