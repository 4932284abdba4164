#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The files that jacquard_text_tests runs; CONTRIBUTING.md describes their format.
namespace jacquard::texts {

using Lines = std::vector<std::string>;

[[nodiscard]] Lines lines_of(const std::string& text);
[[nodiscard]] std::string joined(const Lines& lines);

// A line `KEY: VALUE`. For some keys the value is `NAME: VALUE` again.
struct Setting {
    std::string key;
    std::string value;
    std::size_t line = 0; // in the file, counted from 1
};

// An input with the answer that is expected for it.
struct Pair {
    std::size_t before_line = 0; // of the first line of the input
    Lines before;
    std::size_t after_line = 0; // of the first line of the answer; 0: there is none
    std::size_t after_end = 0;  // the line behind its last one
    Lines after;
    bool is_refusal = false; // The answer is the diagnostics of an input that is refused.
};

struct Case {
    std::string name;
    std::size_t line = 0; // of the name
    std::vector<Setting> settings;
    std::vector<Pair> pairs;
};

// Lines around those of a case, which stand where its only line `...` is: `--- frame NAME`, or
// `--- frame NAME in OUTER` for one within another.
struct Frame {
    std::string name;
    std::string outer; // the frame that this one stands in; empty: none
    Lines lines;
    std::size_t line = 0;
};

struct File {
    std::string path;
    Lines lines; // all of them
    std::vector<Setting> settings;
    std::vector<Frame> frames;
    Lines first; // in front of the lines of every main function, and not shown in answers
    Lines last;  // behind them
    std::size_t first_line = 0; // of their sections; 0: there is none
    std::size_t last_line = 0;
    std::vector<Case> cases;
    std::vector<std::string> faults; // `PATH:LINE: MESSAGE`; empty for a well-formed file
};

// Whether the lines of a case stand in the place of this one of a frame.
[[nodiscard]] bool is_gap(const std::string& line);

// Reads a file. Settings are only split into key and value; who runs the cases knows which there
// are.
[[nodiscard]] File read(const std::string& path);

// Replaces the answers of pairs in the file. The pairs are ones of `file`, in order.
struct NewAnswer {
    const Pair* pair = nullptr;
    Lines after;
};
// Returns why the file cannot be written; empty: it is.
[[nodiscard]] std::string rewrite(const File& file, const std::vector<NewAnswer>& answers);

[[nodiscard]] std::string place(const File& file, std::size_t line);

} // namespace jacquard::texts
