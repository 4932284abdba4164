#pragma once

#include <jacquard/tool/frame/commands.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

// The answer of a command of the tool.
struct Answer {
    int code = 0;
    std::string out;
    std::string err;
};

// Runs a program in-process. `input` is what it finds on its standard input.
inline Answer run_program(int (*run)(std::span<const std::string_view> words,
                                     const jacquard::driver::Streams& streams),
                          std::initializer_list<std::string_view> words,
                          const std::string& input = {}) {
    const std::vector<std::string_view> arguments(words);
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    Answer answer;
    answer.code = run(arguments, {in, out, err});
    answer.out = out.str();
    answer.err = err.str();
    return answer;
}

// Runs the tool.
inline Answer run_tool(std::initializer_list<std::string_view> words,
                       const std::string& input = {}) {
    return run_program(jacquard::driver::run_command, words, input);
}

// Returns the path of an example of the project.
inline std::string example(const char* name) {
    return std::string(JACQUARD_SOURCE_DIR) + "/examples/" + name;
}

inline std::string file_content(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// A folder of its own that goes with the object.
class TemporaryFolder {
  public:
    explicit TemporaryFolder(const std::string& name)
        : path_(std::filesystem::temp_directory_path() /
                ("jacquard_" + name + '_' + std::to_string(getpid()))) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    void write(const std::string& name, const std::string& content) const {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << content;
    }
    [[nodiscard]] std::string operator/(const std::string& name) const {
        return (path_ / name).string();
    }

  private:
    std::filesystem::path path_;
};
