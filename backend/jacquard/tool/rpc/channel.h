#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver::rpc {

// The text of a message as it came, or why there is none.
struct Received {
    std::string text;
    std::string fault; // empty: the text is whole
};

// Messages on two streams. How one ends and the next begins is a matter of the derived classes.
class Channel {
  public:
    // Messages of more than `most_bytes` are skipped and become faults.
    Channel(std::istream& in, std::ostream& out, std::uint64_t most_bytes)
        : in_(in), out_(out), most_bytes_(most_bytes) {}
    virtual ~Channel() = default;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    // Waits for the next message. Nothing at the end of the input, where a message that was cut off
    // is lost.
    [[nodiscard]] virtual std::optional<Received> read() = 0;
    virtual void write(std::string_view text) = 0;

    // Returns true if there is something to read without waiting.
    [[nodiscard]] bool has_more() const;
    // Returns false once nobody takes what is written.
    [[nodiscard]] bool can_write() const;

  protected:
    std::istream& in_;
    std::ostream& out_;
    std::uint64_t most_bytes_;
};

// Each message stands behind a header that says how many bytes it has, as language servers do.
class HeaderChannel final : public Channel {
  public:
    using Channel::Channel;
    [[nodiscard]] std::optional<Received> read() override;
    void write(std::string_view text) override;
};

// Each message is a line.
class LineChannel final : public Channel {
  public:
    using Channel::Channel;
    [[nodiscard]] std::optional<Received> read() override;
    void write(std::string_view text) override;
};

} // namespace jacquard::driver::rpc
