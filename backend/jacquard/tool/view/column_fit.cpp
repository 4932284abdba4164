#include <jacquard/tool/view/column_fit.h>
#include <jacquard/tool/view/line_table.h>

#include <algorithm>
#include <span>

namespace jacquard::driver::view {

namespace {

// Texts are cut by halves, and keep so many lines.
constexpr std::size_t kFewestLines = 64;

// The columns as numbers of lines, which are found once: what is left out changes the bytes many
// times, and texts that have to be read anew for each take longer than all the rest of a page.
class ColumnFit {
  public:
    ColumnFit(const CostedShader& shader, std::vector<Column>& columns)
        : columns_(columns), origins_(shader), table_(origins_) {
        for (const Column& column : columns) {
            std::vector<NumberedForm>& forms = numbered_.emplace_back();
            for (std::size_t i = 0; i < column.forms.size(); ++i) {
                forms.push_back({i, table_.numbers_of(column.forms[i])});
            }
        }
    }

    std::uint64_t run(std::uint64_t most_bytes) {
        while (bytes() > most_bytes && (thin_longest() || cut_longest())) {
        }
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            keep(columns_[i], numbered_[i]);
        }
        return lines_left_out_;
    }

  private:
    struct NumberedForm {
        std::size_t form = 0; // its place in the column
        std::vector<std::uint32_t> lines;
    };

    // About the bytes of JSON that the lines take, each of which is kept once.
    [[nodiscard]] std::size_t bytes() const {
        LineRuns runs;
        std::size_t all = 0;
        for (const std::vector<NumberedForm>& forms : numbered_) {
            for (const NumberedForm& form : forms) {
                runs.begin();
                for (const std::uint32_t line : form.lines) {
                    all += runs.add(line) ? table_.bytes_of(line) : 0;
                }
                all += runs.end().text().size();
            }
        }
        return all;
    }

    // Leaves every other form of the column with most forms out, but never the first and the last.
    bool thin_longest() {
        const auto longest =
            std::max_element(numbered_.begin(), numbered_.end(),
                             [](const auto& a, const auto& b) { return a.size() < b.size(); });
        if (longest == numbered_.end() || longest->size() <= 2) {
            return false;
        }
        std::vector<NumberedForm> kept;
        for (std::size_t i = 0; i < longest->size(); ++i) {
            if (i % 2 == 0 || i + 1 == longest->size()) {
                kept.push_back(std::move((*longest)[i]));
            }
        }
        *longest = std::move(kept);
        return true;
    }

    // Cuts the text with most lines to half of them. False where all are short.
    bool cut_longest() {
        NumberedForm* longest = nullptr;
        for (std::vector<NumberedForm>& forms : numbered_) {
            for (NumberedForm& form : forms) {
                const bool is_longer =
                    longest == nullptr || form.lines.size() > longest->lines.size();
                longest = is_longer ? &form : longest;
            }
        }
        if (longest == nullptr || longest->lines.size() < 2 * kFewestLines) {
            return false;
        }
        const std::size_t kept = longest->lines.size() / 2;
        lines_left_out_ += longest->lines.size() - kept;
        longest->lines.resize(kept);
        return true;
    }

    static void keep(Column& column, std::span<const NumberedForm> numbered) {
        std::vector<Form> kept;
        for (const NumberedForm& one : numbered) {
            Form& form = kept.emplace_back(std::move(column.forms[one.form]));
            cut(form, one.lines.size());
        }
        column.left_out += column.forms.size() - kept.size();
        column.forms = std::move(kept);
    }

    static void cut(Form& form, std::size_t lines) {
        std::size_t end = 0;
        for (std::size_t i = 0; i < lines && end < form.text.size(); ++i) {
            end = std::min(form.text.find('\n', end), form.text.size() - 1) + 1;
        }
        form.text.resize(end);
        form.origins.resize(std::min(form.origins.size(), lines));
    }

    std::vector<Column>& columns_;
    OriginTable origins_;
    LineTable table_;
    std::vector<std::vector<NumberedForm>> numbered_; // by column: the forms that are left
    std::uint64_t lines_left_out_ = 0;
};

} // namespace

std::uint64_t fit_columns(const CostedShader& shader, std::vector<Column>& columns,
                          std::uint64_t most_bytes) {
    return ColumnFit(shader, columns).run(most_bytes);
}

} // namespace jacquard::driver::view
