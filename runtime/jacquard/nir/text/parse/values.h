#pragma once

#include <jacquard/nir/text/parse/concern.h>
#include <jacquard/nir/text/print/number_table.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace jacquard::nir {

// A value that is defined: its number and shape.
struct Definition {
    std::uint32_t number = 0;
    ValueShape shape;
    SourcePosition position;
};

// The values of a function by their numbers. They may be read before they are defined, so that
// reads are kept and resolved when the function has ended.
class Values : Concern {
  public:
    Values(Tokens& tokens, Parts& parts, Shader& shader) : Concern(tokens, parts, shader) {}

    void begin_function() { values_.clear(); }
    void resolve();

    bool definition(Definition& defined);
    void define(SsaDef& value, const Definition& defined);
    // The definition of a value could not be read.
    void lose(const Definition& defined) { faulty_values_.insert(defined.number); }

    bool use(Source& source);
    bool uses(std::span<Source> sources);
    // Notes that the value a token names is to become what the source reads.
    bool refer(Source& source, const Token& token);

    [[nodiscard]] std::size_t count() const { return num_values_; }
    [[nodiscard]] std::uint32_t highest() const { return highest_value_; }

  private:
    struct PendingUse {
        Source* source;
        std::uint32_t number;
        SourcePosition position;
    };

    NumberTable<Named<SsaDef>> values_;
    std::set<std::uint32_t> faulty_values_;
    std::vector<PendingUse> uses_;
    std::size_t num_values_ = 0; // of all functions
    std::uint32_t highest_value_ = 0;
};

} // namespace jacquard::nir
