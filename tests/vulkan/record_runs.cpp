// Executes recorded cases that lack their results on a Vulkan device, and prints them with what
// came out: `record_runs CASES.jsonl`. Each line is a case; a module that hangs or ends the
// process, or that the runner cannot feed, costs its own line alone and is told on standard error.

#include <jacquard/support/hex.h>

#include "recording.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <poll.h>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace jacquard;
using namespace jacquard::vulkan;

constexpr int kExitFindings = 1;
constexpr int kExitUsage = 2;
constexpr int kExitSkipped = 77;
// After so many cases a process makes room for a fresh one.
constexpr std::size_t kCasesPerProcess = 200;

constexpr const char* kUsage =
    "usage: record_runs CASES.jsonl|- [--modules DIR] [--nearest-planes] [--timeout SECONDS]\n"
    "\n"
    "--modules DIR     where modules lie; the folder of the file when not given\n"
    "--nearest-planes  take inputs of fragments that no plane of floats goes through exactly\n"
    "--timeout SECONDS how long one case may take; 30 when not given\n"
    "\n"
    "Exit code 77: there is no Vulkan 1.3 device.\n";

struct Options {
    std::string file;
    std::string modules;
    Planes planes = Planes::exact;
    int timeout_seconds = 30;
};

std::optional<Options> read_options(int count, char** arguments) {
    Options options;
    bool has_modules = false;
    for (int i = 1; i < count; ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--nearest-planes") {
            options.planes = Planes::nearest;
        } else if (argument == "--modules" && i + 1 < count) {
            options.modules = arguments[++i];
            has_modules = true;
        } else if (argument == "--timeout" && i + 1 < count) {
            const auto seconds = driver::parse_number<int>(arguments[++i]);
            if (!seconds || *seconds < 1 || *seconds > 3600) {
                return std::nullopt;
            }
            options.timeout_seconds = *seconds;
        } else if (options.file.empty() && (argument == "-" || !argument.starts_with("-"))) {
            options.file = argument;
        } else {
            return std::nullopt;
        }
    }
    if (options.file.empty()) {
        return std::nullopt;
    }
    if (!has_modules) {
        const std::size_t slash = options.file.rfind('/');
        options.modules = slash == std::string::npos ? "." : options.file.substr(0, slash);
    }
    return options;
}

std::vector<std::uint32_t> read_module(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    const std::string content = bytes.str();
    if (!file || content.size() % 4 != 0) {
        throw DeviceError("'" + path + "' is no module that can be read");
    }
    std::vector<std::uint32_t> words(content.size() / 4);
    std::memcpy(words.data(), content.data(), content.size());
    return words;
}

std::string quoted(const driver::Words& words) {
    std::string text = "\"";
    for (const std::uint32_t word : words) {
        driver::append_hex(text, word, 8);
    }
    return text + '"';
}

std::string section(const char* name, const driver::ByKey<driver::Words>& contents) {
    std::string text = std::string(",\"") + name + "\":{";
    for (const auto& [key, words] : contents) {
        text += (text.back() == '{' ? "\"" : ",\"") + key + "\":" + quoted(words);
    }
    return text + '}';
}

// Returns the part of a line after the fields of the case.
std::string results(const Recording& recording, const driver::RecordedCase& recorded) {
    std::string text;
    if (recorded.stage == "fragment") {
        text += ",\"outputs\":{";
        for (const auto& [key, lanes] : recording.outputs) {
            text += (text.back() == '{' ? "\"" : ",\"") + key + "\":[";
            for (const driver::Words& lane : lanes) {
                text += (text.back() == '[' ? "" : ",") + quoted(lane);
            }
            text += ']';
        }
        text += "},\"discarded\":[";
        for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
            if ((recording.discarded >> lane & 1) != 0) {
                text += (text.back() == '[' ? "" : ",") + std::to_string(lane);
            }
        }
        text += ']';
    }
    if (!recorded.storage_buffers.empty()) {
        text += section("storage_buffers_after", recording.storage_buffers);
    }
    if (!recorded.images.empty()) {
        text += section("images_after", recording.images);
    }
    return text;
}

std::string record_line(const Device& device, const std::string& line, const Options& options) {
    std::string fault;
    const auto recorded = driver::parse_recorded_case(line, fault);
    if (!recorded) {
        throw DeviceError(fault);
    }
    const auto module = read_module(options.modules + '/' + recorded->module);
    if (recorded->stage == "compute") {
        return results(record_compute(device, *recorded, module), *recorded);
    }
    if (recorded->stage == "fragment") {
        return results(record_fragment(device, *recorded, module, options.planes), *recorded);
    }
    throw DeviceError("shaders of the stage " + recorded->stage + " are not run");
}

// The child: an answer a line, `+` with the results or `-` with the reason.
void record_lines(const std::vector<std::string>& lines, std::size_t from, const Options& options,
                  int to) {
    const Device device;
    for (std::size_t i = from; i < lines.size() && i < from + kCasesPerProcess; ++i) {
        std::string answer;
        try {
            answer = '+' + record_line(device, lines[i], options);
        } catch (const DeviceError& error) {
            answer = std::string("-") + error.what();
        }
        answer += '\n';
        for (std::size_t written = 0; written < answer.size();) {
            const ssize_t count = write(to, answer.data() + written, answer.size() - written);
            if (count <= 0) {
                return;
            }
            written += static_cast<std::size_t>(count);
        }
    }
}

struct Totals {
    std::size_t recorded = 0;
    std::size_t refused = 0;
    std::size_t lost = 0;
};

// Runs lines from `next` on in a process of its own and takes what it answers. Returns the number
// of the first line that has no answer.
std::size_t run_process(const std::vector<std::string>& lines, std::size_t next,
                        const Options& options, Totals& totals) {
    int ends[2];
    if (pipe(ends) != 0) {
        throw DeviceError("no pipe for a process");
    }
    const pid_t child = fork();
    if (child < 0) {
        throw DeviceError("no process");
    }
    if (child == 0) {
        close(ends[0]);
        record_lines(lines, next, options, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    std::string pending;
    bool is_late = false;
    const std::size_t end = std::min(lines.size(), next + kCasesPerProcess);
    while (next < end) {
        pollfd wait{ends[0], POLLIN, 0};
        if (poll(&wait, 1, options.timeout_seconds * 1000) == 0) {
            is_late = true;
            break;
        }
        char bytes[65536];
        const ssize_t count = read(ends[0], bytes, sizeof bytes);
        if (count <= 0) {
            break;
        }
        pending.append(bytes, static_cast<std::size_t>(count));
        for (std::size_t stop = 0; (stop = pending.find('\n')) != std::string::npos; ++next) {
            const std::string_view answer(pending.data() + 1, stop - 1);
            if (pending[0] == '+') {
                ++totals.recorded;
                const std::string& line = lines[next];
                std::cout << std::string_view(line).substr(0, line.rfind('}')) << answer << "}\n";
            } else {
                ++totals.refused;
                std::cerr << "line " << next + 1 << ": " << answer << '\n';
            }
            pending.erase(0, stop + 1);
        }
    }
    close(ends[0]);
    if (is_late) {
        kill(child, SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (next < end) {
        ++totals.lost;
        std::cerr << "line " << next + 1 << ": "
                  << (is_late ? "it takes too long" : "it ends the process of the device")
                  << (WIFSIGNALED(status) ? " (signal " + std::to_string(WTERMSIG(status)) + ")"
                                          : "")
                  << '\n';
        ++next;
    }
    return next;
}

// In a process of its own, as the loader of Vulkan does not survive a fork.
bool has_device() {
    const pid_t child = fork();
    if (child == 0) {
        try {
            const Device device;
            std::cerr << "device: " << device.name() << std::endl;
            _exit(0);
        } catch (const DeviceError& error) {
            std::cerr << error.what() << std::endl;
            _exit(1);
        }
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

} // namespace

int main(int count, char** arguments) {
    const auto options = read_options(count, arguments);
    if (!options) {
        std::cerr << kUsage;
        return kExitUsage;
    }
    if (!has_device()) {
        std::cerr << "skipped: no Vulkan device\n";
        return kExitSkipped;
    }
    std::ifstream file;
    if (options->file != "-") {
        file.open(options->file);
    }
    std::istream& input = options->file == "-" ? std::cin : file;
    if (!input) {
        std::cerr << "cannot read " << options->file << '\n';
        return kExitUsage;
    }
    std::vector<std::string> lines;
    for (std::string line; std::getline(input, line);) {
        lines.push_back(std::move(line));
    }
    Totals totals;
    try {
        for (std::size_t next = 0; next < lines.size();) {
            next = run_process(lines, next, *options, totals);
        }
    } catch (const DeviceError& error) {
        std::cerr << error.what() << '\n';
        return kExitFindings;
    }
    std::cout.flush();
    std::cerr << "cases " << lines.size() << "  recorded " << totals.recorded << "  refused "
              << totals.refused << "  lost " << totals.lost << '\n';
    return totals.refused + totals.lost == 0 ? 0 : kExitFindings;
}
