#include <jacquard/platform/windows/started_process.h>

#include <array>
#include <cstddef>

namespace jacquard::platform {

namespace {

// Backslashes count only before a quotation mark, where each needs another one.
void append_word(std::wstring& line, std::wstring_view word) {
    if (!line.empty()) {
        line += L' ';
    }
    if (!word.empty() && word.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
        line += word;
        return;
    }
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t letter : word) {
        if (letter == L'\\') {
            ++backslashes;
            continue;
        }
        line.append(letter == L'"' ? 2 * backslashes + 1 : backslashes, L'\\');
        backslashes = 0;
        line += letter;
    }
    line.append(2 * backslashes, L'\\');
    line += L'"';
}

Handle make_job(std::uint64_t memory) {
    Handle job(CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if (memory != 0) {
        limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
        limits.ProcessMemoryLimit = static_cast<SIZE_T>(memory);
    }
    SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

// The handles that a process inherits, and no others.
class InheritedHandles {
  public:
    explicit InheritedHandles(const ProcessStreams& streams) {
        for (HANDLE handle : {streams.input, streams.output, streams.errors}) {
            if (handle != nullptr && (count_ == 0 || handles_[count_ - 1] != handle)) {
                SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
                handles_[count_++] = handle;
            }
        }
        SIZE_T size = 0;
        InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        bytes_.resize(size);
        InitializeProcThreadAttributeList(list(), 1, 0, &size);
        UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                  count_ * sizeof handles_[0], nullptr, nullptr);
    }
    ~InheritedHandles() { DeleteProcThreadAttributeList(list()); }
    InheritedHandles(const InheritedHandles&) = delete;
    InheritedHandles& operator=(const InheritedHandles&) = delete;

    LPPROC_THREAD_ATTRIBUTE_LIST list() {
        return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(bytes_.data());
    }

  private:
    std::array<HANDLE, 3> handles_{};
    std::size_t count_ = 0;
    std::vector<std::byte> bytes_;
};

} // namespace

std::wstring line_of_words(std::span<const std::string> words) {
    std::wstring line;
    for (const std::string& word : words) {
        append_word(line, wide_of(word));
    }
    return line;
}

bool start_process(const std::string& program, std::wstring line, const ProcessStreams& streams,
                   std::uint64_t memory, StartedProcess& started) {
    InheritedHandles inherited(streams);
    STARTUPINFOEXW how{};
    how.StartupInfo.cb = sizeof how;
    how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    how.StartupInfo.hStdInput = streams.input;
    how.StartupInfo.hStdOutput = streams.output;
    how.StartupInfo.hStdError = streams.errors;
    how.lpAttributeList = inherited.list();
    PROCESS_INFORMATION made{};
    constexpr DWORD kFlags = CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT;
    if (CreateProcessW(wide_path(program).c_str(), line.data(), nullptr, nullptr, TRUE, kFlags,
                       nullptr, nullptr, &how.StartupInfo, &made) == 0) {
        set_errno(GetLastError());
        return false;
    }
    started.process = Handle(made.hProcess);
    started.job = make_job(memory);
    const Handle thread(made.hThread);
    // It has run nothing yet, so that all it starts is in the job.
    AssignProcessToJobObject(started.job.get(), made.hProcess);
    ResumeThread(made.hThread);
    return true;
}

} // namespace jacquard::platform
