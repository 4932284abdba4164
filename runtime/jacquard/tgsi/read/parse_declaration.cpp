#include <jacquard/tgsi/read/parser.h>

namespace jacquard::tgsi {

bool Parser::parse_declaration() {
    Declaration declaration;
    const SourcePosition start = scanner_.position();
    declaration.position = start;
    if (!parse_file(declaration.file)) {
        doubts.files = ~0U;
        return false;
    }
    const bool good = [&] {
        if (!parse_declared_range(declaration)) {
            return false;
        }
        if (scanner_.peek() == '.' && !parse_write_mask(declaration.usage_mask)) {
            return false;
        }
        while (scanner_.take(',')) {
            if (!parse_attribute(declaration)) {
                return false;
            }
        }
        return expect_line_end("a declaration");
    }();
    if (!good) {
        doubts.files |= 1U << static_cast<unsigned>(declaration.file);
        return false;
    }
    program.declarations.push_back(declaration);
    return true;
}

// The number or range between brackets, or two pairs of them.
bool Parser::parse_declared_range(Declaration& declaration) {
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        bool empty = false;
        SourcePosition position;
    };
    const auto parse_range = [&](Range& range) {
        range.position = scanner_.position();
        if (scanner_.take(']')) {
            range.empty = true;
            return true;
        }
        if (!parse_unsigned(range.first, kMaxRegister, "a register number")) {
            return false;
        }
        range.last = range.first;
        if (scanner_.take_range_sign()) {
            const SourcePosition position = scanner_.position();
            if (!parse_unsigned(range.last, kMaxRegister, "a register number")) {
                return false;
            }
            if (range.last < range.first) {
                return fail("T106", position, "the range ends before it begins");
            }
        }
        return expect(']', "a register number");
    };

    const std::string file(name_of(declaration.file));
    if (!expect('[', file)) {
        return false;
    }
    Range range;
    if (!parse_range(range)) {
        return false;
    }
    if (scanner_.take('[')) {
        const Range outer = range;
        range = {};
        if (!parse_range(range)) {
            return false;
        }
        switch (info(declaration.file).dimension) {
        case RegisterDimension::none:
            return fail("T204", outer.position,
                        "registers of the file " + file + " have a single index");
        case RegisterDimension::vertex:
            declaration.per_vertex = true;
            declaration.num_vertices = static_cast<std::int32_t>(outer.last);
            break;
        case RegisterDimension::buffer:
            if (outer.empty || outer.first != outer.last) {
                return fail("T106", outer.position, "expected the number of one buffer");
            }
            declaration.has_dimension = true;
            declaration.dimension = static_cast<std::int32_t>(outer.first);
            break;
        }
    }
    if (range.empty) {
        return fail("T103", range.position, "expected the number of a register of " + file);
    }
    declaration.first = static_cast<std::int32_t>(range.first);
    declaration.last = static_cast<std::int32_t>(range.last);
    return true;
}

bool Parser::parse_attribute(Declaration& declaration) {
    const SourcePosition position = scanner_.position();
    const std::string_view word = scanner_.take_word();
    if (word.empty()) {
        return fail("T103", position,
                    "expected an attribute of a declaration, found " + std::string("'") +
                        std::string(scanner_.peek_anything()) + "'");
    }
    if (const auto keyword = find_declaration_keyword(word)) {
        switch (*keyword) {
        case DeclarationKeyword::local: declaration.local = true; return true;
        case DeclarationKeyword::invariant: declaration.invariant = true; return true;
        case DeclarationKeyword::array: {
            std::uint32_t id = 0;
            if (!expect('(', "ARRAY")) {
                return false;
            }
            const SourcePosition id_position = scanner_.position();
            if (!parse_unsigned(id, 0xffff, "the number of an array") ||
                !expect(')', "the number of an array")) {
                return false;
            }
            if (id == 0) {
                return fail("T106", id_position, "arrays are numbered from 1");
            }
            declaration.array_id = static_cast<std::uint16_t>(id);
            return true;
        }
        case DeclarationKeyword::stream: return parse_streams(declaration);
        }
    }
    return parse_named_attribute(declaration, word, position);
}

// Some words stand in several sets; the file and what was said before tell which one is meant.
bool Parser::parse_named_attribute(Declaration& declaration, std::string_view word,
                                   SourcePosition position) {
    const RegisterFileInfo& file = info(declaration.file);
    if (file.has_semantic && !declaration.semantic) {
        if (const auto semantic = find_semantic(word)) {
            declaration.semantic = *semantic;
            return parse_semantic_index(declaration);
        }
    }
    if (file.is_resource) {
        if (const auto target = find_texture_target(word); target && !declaration.target) {
            declaration.target = *target;
            return true;
        }
        if (const auto type = find_return_type(word)) {
            if (declaration.num_return_types == 4) {
                return fail("T107", position, "there are at most 4 return types");
            }
            declaration.return_types[declaration.num_return_types++] = *type;
            return true;
        }
        if (const auto flag = find_access_flag(word)) {
            declaration.access |= static_cast<std::uint16_t>(1U << static_cast<unsigned>(*flag));
            return true;
        }
        if (is_format_name(word)) {
            declaration.format = intern_format(word);
            return true;
        }
    }
    if (const auto interpolation = find_interpolation(word);
        interpolation && !declaration.interpolation) {
        declaration.interpolation = *interpolation;
        return true;
    }
    if (const auto location = find_interpolation_location(word);
        location && !declaration.location) {
        declaration.location = *location;
        return true;
    }
    std::vector<std::string_view> known(declaration_keyword_names().begin(),
                                        declaration_keyword_names().end());
    const auto add = [&known](std::span<const std::string_view> names) {
        known.insert(known.end(), names.begin(), names.end());
    };
    if (file.is_resource) {
        add(texture_target_names());
        add(return_type_names());
        add(access_flag_names());
    } else {
        add(semantic_names());
    }
    add(interpolation_names());
    add(interpolation_location_names());
    return fail("T107", position,
                "'" + std::string(word.substr(0, 60)) + "' is not valid for " +
                    std::string(name_of(declaration.file)),
                word, known);
}

bool Parser::parse_semantic_index(Declaration& declaration) {
    if (!scanner_.take('[')) {
        return true;
    }
    std::uint32_t index = 0;
    if (!parse_unsigned(index, kMaxRegister, "the index of a semantic") ||
        !expect(']', "the index of a semantic")) {
        return false;
    }
    declaration.semantic_index = static_cast<std::int32_t>(index);
    return true;
}

bool Parser::parse_streams(Declaration& declaration) {
    if (!expect('(', "STREAM")) {
        return false;
    }
    for (unsigned i = 0; i < 4; ++i) {
        std::uint32_t stream = 0;
        if ((i != 0 && !expect(',', "the number of a stream")) ||
            !parse_unsigned(stream, 3, "the number of a stream")) {
            return false;
        }
        declaration.streams[i] = static_cast<std::uint8_t>(stream);
    }
    declaration.has_streams = true;
    return expect(')', "the numbers of streams");
}

} // namespace jacquard::tgsi
