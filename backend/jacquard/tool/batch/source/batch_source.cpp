#include <jacquard/tool/batch/source/batch_source.h>

#include <utility>

namespace jacquard::driver {

std::vector<std::string> BatchSource::take_faults() {
    return std::exchange(faults_, {});
}

std::vector<std::string> BatchSource::take_warnings() {
    return std::exchange(warnings_, {});
}

} // namespace jacquard::driver
