#pragma once

#include <jacquard/amber/read/lines/names.h>
#include <jacquard/amber/script/script.h>

namespace jacquard::driver::amber {

// Reads samplers.
class Samplers {
  public:
    Samplers(Lines& lines, Script& script) : lines_(lines), script_(script) {}

    bool find(std::size_t& number) { return names_.find(number); }
    bool read_sampler();

  private:
    bool read_fact(SamplerKey key, SamplerObject& sampler);
    bool check(SamplerObject& sampler);

    Lines& lines_;
    Script& script_;
    Names names_{lines_, "sampler"};
};

} // namespace jacquard::driver::amber
