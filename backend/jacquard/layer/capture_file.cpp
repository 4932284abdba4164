#include <jacquard/fossilize/format/entry_head.h>
#include <jacquard/layer/capture_file.h>

#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace jacquard::layer {

namespace {

std::string last_error() {
    return std::generic_category().message(errno);
}

int open_descriptor(const std::string& path) {
    return ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
}

// Whether another process has the file. A file system without locks has none of them.
bool is_locked_by_another(int descriptor) {
    return ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// As many bytes as there are of those asked for.
std::string read_at(int descriptor, std::uint64_t offset, std::size_t size) {
    std::string bytes(size, '\0');
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count = ::pread(descriptor, bytes.data() + done, size - done,
                                      static_cast<off_t>(offset + done));
        if (count <= 0 && !(count < 0 && errno == EINTR)) {
            break;
        }
        done += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    bytes.resize(done);
    return bytes;
}

} // namespace

std::unique_ptr<CaptureFile> CaptureFile::open(const std::string& path, std::string& fault) {
    std::string name = path;
    int descriptor = open_descriptor(name);
    if (descriptor >= 0 && is_locked_by_another(descriptor)) {
        ::close(descriptor);
        name += '.' + std::to_string(::getpid());
        descriptor = open_descriptor(name);
    }
    if (descriptor < 0) {
        fault = "cannot write '" + name + "': " + last_error();
        return nullptr;
    }
    std::unique_ptr<CaptureFile> file(new CaptureFile(std::move(name), descriptor));
    const std::string reason = file->read_entries();
    if (!reason.empty()) {
        fault = "cannot write '" + file->path_ + "': " + reason;
        return nullptr;
    }
    return file;
}

CaptureFile::~CaptureFile() {
    ::close(descriptor_);
}

std::string CaptureFile::read_entries() {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) {
        return last_error();
    }
    if (!S_ISREG(status.st_mode)) {
        return "it is no regular file";
    }
    const auto file_size = static_cast<std::uint64_t>(status.st_size);
    const std::string magic = file_start();
    const std::string start = read_at(descriptor_, 0, magic.size());
    if (!magic.starts_with(start)) {
        return "it is there and no Fossilize database of version 6";
    }
    if (start.size() == magic.size()) {
        size_ = magic.size();
        for (;;) {
            const std::string bytes = read_at(descriptor_, size_, fossilize::kEntryHeadBytes);
            if (bytes.size() < fossilize::kEntryHeadBytes) {
                break;
            }
            const std::optional<fossilize::EntryHead> head = fossilize::parse_head(bytes);
            if (!head) {
                return "it is a damaged Fossilize database";
            }
            const std::uint64_t end = size_ + fossilize::kEntryHeadBytes + head->num_stored;
            if (end > file_size) {
                break;
            }
            names_.emplace(head->tag, head->hash); // others may write kinds that are not known here
            size_ = end;
        }
    }
    if (size_ < file_size && ::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) {
        return last_error();
    }
    return size_ == 0 ? append(magic) : std::string();
}

bool CaptureFile::has(ResourceTag tag, std::uint64_t hash) const {
    const std::lock_guard lock(mutex_);
    return names_.contains({static_cast<std::uint64_t>(tag), hash});
}

std::string CaptureFile::add(ResourceTag tag, std::uint64_t hash, std::string_view payload) {
    if (payload.size() > std::numeric_limits<std::uint32_t>::max()) {
        return {}; // the format has no entry of such a size
    }
    const std::string bytes = entry_bytes(tag, hash, payload);
    const std::lock_guard lock(mutex_);
    if (!is_writable_ || !names_.emplace(static_cast<std::uint64_t>(tag), hash).second) {
        return {};
    }
    const std::string reason = append(bytes);
    is_writable_ = reason.empty();
    return reason.empty() ? reason : "cannot write '" + path_ + "': " + reason;
}

std::string CaptureFile::append(std::string_view bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            const std::string reason = last_error();
            // Half an entry would hide those that another capture adds. A reader skips it, too.
            if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) {
                return reason + ", and its last entry is cut off";
            }
            return reason;
        }
        done += static_cast<std::size_t>(count);
    }
    size_ += bytes.size();
    return {};
}

} // namespace jacquard::layer
