#include "handles.h"

#include <cstring>

namespace jacquard::binding {

jacquard_text* create_text(jacquard_context& context, std::string_view text) {
    auto* data = static_cast<char*>(context.allocate(text.size() + 1));
    std::memcpy(data, text.data(), text.size());
    data[text.size()] = '\0';
    try {
        return create<jacquard_text>(context, data, text.size());
    } catch (...) {
        context.release(data, text.size() + 1);
        throw;
    }
}

} // namespace jacquard::binding

extern "C" {

const char* jacquard_text_data(const jacquard_text* text) {
    return text != nullptr ? text->data : nullptr;
}

size_t jacquard_text_size(const jacquard_text* text) {
    return text != nullptr ? text->size : 0;
}

void jacquard_text_destroy(jacquard_text* text) {
    if (text != nullptr) {
        text->owner.context().release(text->data, text->size + 1);
        jacquard::binding::destroy(text);
    }
}

} // extern "C"
