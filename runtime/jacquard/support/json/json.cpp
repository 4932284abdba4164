#include <jacquard/support/json/json.h>

#include <algorithm>

namespace jacquard::json {

Kind Value::kind() const {
    const auto* node = document_ ? document_->node(node_) : nullptr;
    return node ? node->kind : Kind::missing;
}

bool Value::boolean(bool fallback) const {
    return is(Kind::boolean) ? document_->node(node_)->truth : fallback;
}

double Value::number(double fallback) const {
    return is(Kind::number) ? document_->node(node_)->number : fallback;
}

std::int64_t Value::integer(std::int64_t fallback) const {
    const bool fits = is(Kind::number) && document_->node(node_)->is_integer;
    return fits ? document_->node(node_)->integer : fallback;
}

std::string_view Value::string(std::string_view fallback) const {
    return is(Kind::string) ? document_->node(node_)->text : fallback;
}

std::size_t Value::size() const {
    return exists() ? document_->node(node_)->count : 0;
}

Value Value::operator[](std::string_view name) const {
    if (is(Kind::object)) {
        for (const Value member : *this) {
            if (member.name() == name) {
                return member;
            }
        }
    }
    return {};
}

Value Value::at(std::size_t index) const {
    for (const Value item : *this) {
        if (index-- == 0) {
            return item;
        }
    }
    return {};
}

std::string_view Value::name() const {
    return exists() ? document_->node(node_)->name : std::string_view();
}

SourcePosition Value::position() const {
    if (!exists()) {
        return {};
    }
    const auto& lines = document_->lines_;
    const std::uint32_t offset = document_->node(node_)->offset;
    const auto line = std::upper_bound(lines.begin(), lines.end(), offset);
    return {static_cast<std::uint32_t>(line - lines.begin()), offset - *(line - 1) + 1};
}

Value::Iterator Value::begin() const {
    const bool has_items = is(Kind::array) || is(Kind::object);
    return {document_, has_items ? document_->node(node_)->first : Document::kNoNode};
}

Value::Iterator Value::end() const {
    return {document_, Document::kNoNode};
}

Value::Iterator& Value::Iterator::operator++() {
    node_ = document_->node(node_)->next;
    return *this;
}

} // namespace jacquard::json
