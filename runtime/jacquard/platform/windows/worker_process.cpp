#include <jacquard/platform/windows/channel_state.h>
#include <jacquard/platform/windows/started_process.h>
#include <jacquard/platform/worker_process.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <io.h>
#include <optional>
#include <shellapi.h>

// A worker is the same program again. Its first word says so, its standard streams are the pipes,
// and what comes through them first are its words.
namespace jacquard::platform {

struct WorkerProcess::State {
    StartedProcess started;
};

namespace {

constexpr std::string_view kFirstWord = "jacquard-worker-process";
// With less than this a process cannot even say that it has too little; its program is part of what
// it takes.
constexpr std::uint64_t kLeastMemory = std::uint64_t{128} << 20;

class PipeEnd final : public WorkerEnd {
  public:
    // Takes the standard streams over: what the process reads and prints otherwise is nothing.
    PipeEnd() : from_(copy_of(STD_INPUT_HANDLE)), to_(copy_of(STD_OUTPUT_HANDLE)) {
        const int nothing = _open("NUL", _O_RDWR);
        _dup2(nothing, 0);
        _dup2(nothing, 1);
    }

    bool read(char* to, std::size_t size) override {
        while (size != 0) {
            DWORD got = 0;
            if (ReadFile(from_.get(), to, static_cast<DWORD>(size), &got, nullptr) == 0 ||
                got == 0) {
                return false;
            }
            to += got;
            size -= got;
        }
        return true;
    }

    bool write(std::string_view bytes) override {
        while (!bytes.empty()) {
            DWORD put = 0;
            if (WriteFile(to_.get(), bytes.data(), static_cast<DWORD>(bytes.size()), &put,
                          nullptr) == 0) {
                return false;
            }
            bytes.remove_prefix(put);
        }
        return true;
    }

    // Words come behind their lengths, and their count before them.
    std::vector<std::string> read_words() {
        std::uint32_t count = 0;
        std::vector<std::string> words;
        bool is_whole = read(reinterpret_cast<char*>(&count), sizeof count);
        for (; is_whole && words.size() < count;) {
            std::uint32_t length = 0;
            is_whole = read(reinterpret_cast<char*>(&length), sizeof length);
            std::string& word = words.emplace_back(is_whole ? length : 0, '\0');
            is_whole = is_whole && read(word.data(), word.size());
        }
        return words;
    }

  private:
    static Handle copy_of(DWORD stream) {
        HANDLE copy = nullptr;
        DuplicateHandle(GetCurrentProcess(), GetStdHandle(stream), GetCurrentProcess(), &copy, 0,
                        FALSE, DUPLICATE_SAME_ACCESS);
        return Handle(copy);
    }

    Handle from_;
    Handle to_;
};

std::string packed(const std::vector<std::string>& words) {
    std::string bytes;
    const auto add = [&](std::size_t number) {
        const auto value = static_cast<std::uint32_t>(number);
        bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    add(words.size());
    for (const std::string& word : words) {
        add(word.size());
        bytes += word;
    }
    return bytes;
}

std::optional<PipeEnd>& own_end() {
    static std::optional<PipeEnd> end;
    return end;
}

bool make_pipe(Handle& reading, Handle& writing) {
    HANDLE from = nullptr;
    HANDLE to = nullptr;
    if (CreatePipe(&from, &to, nullptr, 1 << 16) == 0) {
        set_errno(GetLastError());
        return false;
    }
    reading = Handle(from);
    writing = Handle(to);
    return true;
}

ProcessEnd end_of(DWORD code) {
    // These are the system's numbers for exceptions that nobody handled.
    constexpr DWORD kFirstException = 0xc0000000;
    if (code >= kFirstException) {
        std::array<char, 32> number{};
        std::snprintf(number.data(), number.size(), "0x%08lx", static_cast<unsigned long>(code));
        return {"its process was ended by exception " + std::string(number.data()), false};
    }
    return {"its process ended with exit code " + std::to_string(code), false};
}

} // namespace

bool workers_are_copies() {
    return false;
}

WorkerProcess::WorkerProcess() = default;
WorkerProcess::~WorkerProcess() {
    end();
}

bool WorkerProcess::start(const WorkerStart& start) {
    if (start.words.empty()) {
        errno = ENOSYS;
        return false;
    }
    Handle its_input;
    Handle to_it;
    Handle from_it;
    Handle its_output;
    if (!make_pipe(its_input, to_it) || !make_pipe(from_it, its_output)) {
        return false;
    }
    const Handle nothing(CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                     nullptr, OPEN_EXISTING, 0, nullptr));
    const std::string program = own_program();
    const std::array<std::string, 2> words = {program, std::string(kFirstWord)};
    auto state = std::make_unique<State>();
    const std::uint64_t memory = start.memory != 0 ? start.memory + kLeastMemory : 0;
    if (!start_process(program, line_of_words(words),
                       {its_input.get(), its_output.get(), nothing.get()}, memory,
                       state->started)) {
        return false;
    }
    state_ = std::move(state);
    channel_ = Channel(std::make_unique<Channel::State>(std::move(from_it), std::move(to_it)));
    return channel_.send(packed(start.words)) >= 0;
}

ProcessEnd WorkerProcess::end() {
    DWORD code = 0;
    if (is_running()) {
        // One that has ended by itself keeps its own code.
        TerminateJobObject(state_->started.job.get(), 1);
        WaitForSingleObject(state_->started.process.get(), INFINITE);
        GetExitCodeProcess(state_->started.process.get(), &code);
    }
    state_.reset();
    channel_ = Channel();
    return end_of(code);
}

bool bounds_worker_memory() {
    return true;
}

std::vector<std::string> program_words(int /*argc*/, char* /*argv*/[]) {
    int count = 0;
    wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    std::vector<std::string> words;
    for (int i = 1; i < count; ++i) {
        words.push_back(narrow_of(wide[i]));
    }
    LocalFree(static_cast<HLOCAL>(wide));
    if (words.size() == 1 && words[0] == kFirstWord) {
        // The console's keys are for the process that started this one.
        SetConsoleCtrlHandler(nullptr, TRUE);
        own_end().emplace();
        words = own_end()->read_words();
    }
    return words;
}

WorkerEnd* own_worker_end() {
    return own_end() ? &*own_end() : nullptr;
}

} // namespace jacquard::platform
