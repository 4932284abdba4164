#include <jacquard/support/text/places.h>

namespace jacquard {

std::vector<std::string_view> read_places(std::string_view list) {
    std::vector<std::string_view> places;
    while (!list.empty()) {
        const std::size_t end = list.find('\n');
        places.push_back(list.substr(0, end));
        list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
    }
    return places;
}

} // namespace jacquard
