#include "text_file.h"

#include <jacquard/platform/files.h>
#include <jacquard/support/plain_file.h>

#include "frames.h"
#include "settings.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
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

// Whether a line begins a case or a section, or is a wrong way to do so.
bool is_mark(const std::string& line) {
    return line.starts_with("===") || line.starts_with("---");
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
            if (line.ends_with('\r')) {
                fault(number_, "the line ends in a carriage return; lines of texts end in a line "
                               "feed alone");
                return;
            }
            if (line.starts_with(kCase)) {
                begin_case(line.substr(kCase.size()));
            } else if (line.starts_with(kSection)) {
                begin_section(line.substr(kSection.size()));
            } else if (is_mark(line)) {
                fault(number_,
                      "a case is written '=== NAME' and a section '--- NAME', not '" + line + "'");
            } else if (part_ != nullptr) {
                part_->push_back(line);
            } else {
                add_setting(line);
            }
        }
        ++number_;
        end_case();
        check_frames();
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
        if (name.find_first_not_of(' ') == std::string::npos) {
            fault(number_, "a case needs a name");
        }
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
        static constexpr std::array<std::string_view, 3> kOfFile = {"frame", "first", "last"};
        static constexpr std::array<std::string_view, 3> kOfCase = {"before", "after", "error"};
        fault(number_, file_.cases.empty()
                           ? unknown_word("section in front of the cases", name, kOfFile)
                           : unknown_word("section in a case", name, kOfCase));
        part_ = &ignored_;
    }

    bool begin_section_of_file(const std::string& name) {
        if (name.starts_with(kFrame)) {
            begin_frame(words_of(name.substr(kFrame.size())));
        } else if (name == "first") {
            begin_ends(file_.first, file_.first_line, name);
        } else if (name == "last") {
            begin_ends(file_.last, file_.last_line, name);
        } else {
            return false;
        }
        return true;
    }

    void begin_frame(const std::vector<std::string>& words) {
        const bool is_within = words.size() == 3 && words[1] == "in";
        if (words.size() != 1 && !is_within) {
            fault(number_, "a frame is written '--- frame NAME' or '--- frame NAME in OUTER'");
            part_ = &ignored_;
            return;
        }
        if (words[0] == kNoFrame) {
            fault(number_, "no frame can be called 'none', which stands for no frame");
        }
        for (const Frame& other : file_.frames) {
            if (other.name == words[0]) {
                fault(number_, "there is another frame '" + other.name + "' in line " +
                                   std::to_string(other.line));
            }
        }
        file_.frames.push_back({words[0], is_within ? words[2] : "", {}, number_});
        part_ = &file_.frames.back().lines;
    }

    void begin_ends(Lines& lines, std::size_t& line, const std::string& name) {
        if (line != 0) {
            fault(number_,
                  "there is another section '" + name + "' in line " + std::to_string(line));
        }
        line = number_;
        part_ = &lines;
    }

    // All frames are known now.
    void check_frames() {
        drop_blank_end(file_.first);
        drop_blank_end(file_.last);
        if ((file_.first_line != 0 && file_.first.empty()) ||
            (file_.last_line != 0 && file_.last.empty())) {
            fault(file_.first.empty() && file_.first_line != 0 ? file_.first_line : file_.last_line,
                  "the section has no lines");
        }
        for (Frame& frame : file_.frames) {
            drop_blank_end(frame.lines);
            const auto gaps = std::count_if(frame.lines.begin(), frame.lines.end(), is_gap);
            if (gaps != 1) {
                fault(frame.line, "a frame has one line '...', where the lines of a case stand; "
                                  "this one has " +
                                      std::to_string(gaps));
            }
            check_outer(frame);
        }
    }

    void check_outer(const Frame& frame) {
        const Frame* outer = &frame;
        for (std::size_t depth = 0; !outer->outer.empty(); ++depth) {
            if (depth == file_.frames.size()) {
                fault(frame.line, "the frame stands in a frame that stands in itself");
                return;
            }
            const auto found =
                std::find_if(file_.frames.begin(), file_.frames.end(),
                             [outer](const Frame& each) { return each.name == outer->outer; });
            if (found == file_.frames.end()) {
                if (outer == &frame) { // Others are told of where they stand.
                    fault(frame.line,
                          unknown_word("frame of this file", frame.outer, names_of_frames()));
                }
                return;
            }
            outer = &*found;
        }
    }

    [[nodiscard]] std::vector<std::string_view> names_of_frames() const {
        std::vector<std::string_view> names;
        for (const Frame& frame : file_.frames) {
            names.push_back(frame.name);
        }
        return names;
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
        const std::string key = line.substr(0, colon);
        const std::string value = line.substr(colon + 2);
        if (value.find_first_not_of(' ') == std::string::npos) {
            fault(number_, "'" + key + "' needs a value");
        }
        auto& settings = file_.cases.empty() ? file_.settings : file_.cases.back().settings;
        settings.push_back({key, value, number_});
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

bool is_gap(const std::string& line) {
    return line.substr(std::min(line.find_first_not_of(' '), line.size())) == "...";
}

File read(const std::string& path) {
    File file;
    file.path = path;
    const std::optional<std::string> text = read_plain_file(path);
    if (!text) {
        file.faults.push_back(path + ": is no plain file that can be read");
        return file;
    }
    file.lines = lines_of(*text);
    Reader(file).read();
    return file;
}

std::string rewrite(const File& file, const std::vector<NewAnswer>& answers) {
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
    errno = 0;
    if (platform::replace_file(file.path, joined(lines))) {
        return "";
    }
    return std::string("cannot be written: ") + std::strerror(errno != 0 ? errno : EIO);
}

} // namespace jacquard::texts
