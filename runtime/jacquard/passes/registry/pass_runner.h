#pragma once

#include <jacquard/passes/registry/registry.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// Is told of each pass that runs.
class PassWatch {
  public:
    virtual ~PassWatch() = default;
    virtual void begin(std::string_view pass, const Shader& shader) = 0;
    // Returns whether more passes are to run.
    virtual bool end(std::string_view pass, const Shader& shader, bool changed) = 0;
};

// Runs passes one after the other, and checks around each that the shader is valid, that what the
// table says the pass needs holds before, and that what it gives holds after. Once something does
// not, nothing more is run.
class PassRunner {
  public:
    enum class Checks : std::uint8_t { in_debug_builds, always };

    // The kind of fault in the report.
    enum class Fault : std::uint8_t {
        none,
        need,   // a pass was not run since what it needs does not hold
        broken, // a pass left a shader that is not valid, or not what it gives
    };

    explicit PassRunner(Shader& shader, Checks checks = Checks::in_debug_builds);

    // Is called after each pass that changed the shader.
    using Listener = std::function<void(std::string_view pass, const Shader& shader)>;
    void tell(const Listener& listener) { listener_ = listener; }

    // Null: nobody watches. When the watch wants no more passes, all others find nothing to do.
    void watch(PassWatch* watch) { watch_ = watch; }

    // True when something changed.
    bool run(const PassCall& call);

    // A pass by its function, pass(Shader&); what its parameters may void is not checked. One of a
    // name that the table does not know only has to keep the shader valid.
    template <typename Pass>
    bool run(std::string_view name, Pass&& pass) {
        if (fault_ != Fault::none || is_over_ || (checks_ && !check_before(name))) {
            return false;
        }
        begin(name);
        const bool changed = std::forward<Pass>(pass)(shader_);
        if (checks_) {
            check_behind(name);
        }
        note(name, changed);
        return changed;
    }

    // A pass with these options: run("lower_io", lower_io, {.use_barycentrics = false}).
    template <typename Options>
    bool run(std::string_view name, bool (*pass)(Shader&, const Options&),
             const std::type_identity_t<Options>& options) {
        return run(name, [&](Shader& shader) { return pass(shader, options); });
    }

    // The same for a pass that leaves nothing to do for itself (`settles`), but not where nothing
    // has changed since it ran.
    bool settle(std::string_view name, bool (*pass)(Shader&));
    // The same for one that may leave something, and is run again until it found nothing to do.
    bool repeat(std::string_view name, bool (*pass)(Shader&));
    // Says of a pass that the shader is as if it had just been run.
    void is_settled(std::string_view name) { note_finished(name); }
    // Takes over what another runner knows about such passes; its shader is the original of this
    // one's.
    void know_as(const PassRunner& other);

    [[nodiscard]] Shader& shader() { return shader_; }
    [[nodiscard]] Fault fault() const { return fault_; }
    // Empty, or lines that name the pass and what is wrong.
    [[nodiscard]] const std::string& report() const { return report_; }

  private:
    bool check_before(std::string_view name);
    void check_behind(std::string_view name);
    void begin(std::string_view name) {
        if (watch_ != nullptr) {
            watch_->begin(name, shader_);
        }
    }
    void note(std::string_view name, bool changed) {
        if (changed) {
            note_change(name);
        }
        if (watch_ != nullptr) {
            is_over_ = !watch_->end(name, shader_, changed);
        }
    }
    void note_change(std::string_view name);
    [[nodiscard]] bool is_finished(std::string_view name) const;
    void note_finished(std::string_view name);
    bool check_needs(const PassInfo& pass);
    void check_result(std::string_view name, Invariants given);

    // A pass for which nothing was left to do after so many changes.
    struct Finished {
        std::string_view name;
        std::uint32_t num_changes;
    };

    Shader& shader_;
    bool checks_;
    std::uint32_t num_changes_ = 0;      // passes that changed something
    std::array<Finished, 8> finished_{}; // what comes when all are taken is not known of
    std::size_t num_finished_ = 0;
    Fault fault_ = Fault::none;
    std::string report_;
    Listener listener_;
    PassWatch* watch_ = nullptr;
    bool is_over_ = false; // as the watch wants it
};

} // namespace jacquard::nir

JACQUARD_END_API
