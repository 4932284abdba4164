#pragma once

#include <jacquard/fossilize/database.h>
#include <jacquard/fossilize/pipeline.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/databases/database_path.h>
#include <jacquard/tool/databases/pipeline_facts.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

namespace jacquard::driver {

// A shader of a database.
struct DatabaseShader {
    std::string module; // SPIR-V with one entry point, whose constants have the pipeline's values
    PipelineFacts facts;
};

// Reads the shader to which a path leads. Nothing after a fault, which was reported.
[[nodiscard]] std::optional<DatabaseShader>
read_database_shader(const DatabasePath& path, const Limits& limits, Diagnostics& diagnostics);

// The names of the shaders of a database, one after the other: the stages of its graphics and
// compute pipelines, then the entry points of the modules that no pipeline uses, in the order in
// which the database has them.
class DatabaseNames {
  public:
    // Opens the database, and reports what of it is damaged or left out. The path may lead to a
    // part of it.
    DatabaseNames(DatabasePath path, const Limits& limits, Diagnostics& diagnostics);

    // False where the database cannot be read, which errno or the diagnostics tell.
    [[nodiscard]] bool is_open() const { return database_ != nullptr; }

    // The next one, "graphics/0123456789abcdef/vertex"; nothing at the end. Entries with a fault
    // are reported and left out.
    [[nodiscard]] std::optional<std::string> next(Diagnostics& diagnostics);

  private:
    void add_stages(const fossilize::Entry& entry, Diagnostics& diagnostics);
    void add_entry_points(const fossilize::Entry& entry, Diagnostics& diagnostics);
    void add(std::string name);

    DatabasePath path_;
    Limits limits_;
    std::shared_ptr<const fossilize::Database> database_;
    std::size_t kind_ = 0;  // of the entries that are read
    std::size_t index_ = 0; // of the next entry of that kind
    std::deque<std::string> found_;
    std::unordered_set<std::uint64_t> used_; // modules of pipelines
};

} // namespace jacquard::driver
