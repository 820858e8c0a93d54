// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/gathered_graph.hpp>

#include <algorithm>
#include <concepts>
#include <functional>
#include <type_traits>
#include <variant>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/graph_end.hpp>

namespace zermelo {
namespace {

void expect_batch_size(std::string_view name, std::size_t size, std::size_t wanted) {
  if (size == wanted) return;
  throw input_error(fmt::format("{0}: expected {2} entries, one per position, got {1}", name, size, wanted));
}

/// @throws input_error for the first code above `max_code`.
void expect_codes(std::string_view name, std::span<const std::uint8_t> codes, std::uint8_t max_code) {
  std::uint8_t largest = 0;
  for (const std::uint8_t code : codes) largest = std::max(largest, code);
  if (largest <= max_code) return;
  const auto wrong = std::find_if(codes.begin(), codes.end(), [=](std::uint8_t code) { return code > max_code; });
  throw input_error(fmt::format("{0}[{1}]: expected 0 to {3}, got {2}", name, wrong - codes.begin(), *wrong, max_code));
}

[[nodiscard]] constexpr bool is_open_code(std::uint8_t terminal) noexcept { return terminal == 0; }

}  // namespace

void expect_row_ends(const integer_span& indptr, std::uint64_t num_rows, std::uint64_t num_listed,
                     std::string_view name) {
  std::visit(
      [&](const auto ends) {
        if (ends.size() != num_rows + 1) {
          throw input_error(
              fmt::format("indptr: expected {1} entries, the number of rows + 1, got {0}", ends.size(), num_rows + 1));
        }
        if (ends.front() != 0) throw input_error(fmt::format("indptr[0]: expected 0, got {}", ends.front()));
        bool falls = false;
        for (std::size_t i = 0; i < num_rows; ++i) falls |= ends[i + 1] < ends[i];
        if (falls) {
          const auto at = std::adjacent_find(ends.begin(), ends.end(), std::greater());
          throw input_error(fmt::format("indptr[{0}]: expected at least indptr[{2}], which is {3}, got {1}",
                                        at + 1 - ends.begin(), *(at + 1), at - ends.begin(), *at));
        }
        if (static_cast<std::uint64_t>(ends.back()) != num_listed) {
          throw input_error(fmt::format("indptr[{0}]: expected {2}, the number of {3}, got {1}", num_rows, ends.back(),
                                        num_listed, name));
        }
      },
      indptr);
}

void expect_positions(const integer_span& listed, std::uint64_t num_positions, std::string_view name) {
  std::visit(
      [&]<std::integral Integer>(std::span<const Integer> numbers) {
        const auto is_wrong = [=](Integer number) {
          return static_cast<std::make_unsigned_t<Integer>>(number) >= num_positions;
        };
        bool has_wrong = false;  // without a branch, so that the loop is vectorized
        for (const Integer number : numbers) has_wrong |= is_wrong(number);
        if (!has_wrong) return;
        const auto wrong = std::find_if(numbers.begin(), numbers.end(), is_wrong);
        throw input_error(fmt::format("{0}[{1}]: expected 0 to {3}, got {2}", name, wrong - numbers.begin(), *wrong,
                                      num_positions - 1));
      },
      listed);
}

void gathered_graph::add(const graph_batch& batch, rows_of rows, std::uint64_t num_positions) {
  add_positions(batch);
  add_rows(batch, rows);
  add_targets(batch.targets, num_positions);
}

void gathered_graph::add_positions(const graph_batch& batch) {
  const std::size_t size = batch.to_move.size();
  expect_batch_size("terminal", batch.terminal.size(), size);
  if (!batch.distance.empty()) expect_batch_size("distance", batch.distance.size(), size);
  if (size > 0 && this->num_positions() > 0 && batch.distance.empty() != m_distance.span().empty()) {
    throw input_error(batch.distance.empty() ? "distance: missing, but given for earlier positions"
                                             : "distance: given, but missing for earlier positions");
  }
  expect_codes("to_move", batch.to_move, 1);
  expect_codes("terminal", batch.terminal, num_graph_ends - 1);
  std::copy(batch.to_move.begin(), batch.to_move.end(), m_to_move.extend(size).begin());
  std::copy(batch.terminal.begin(), batch.terminal.end(), m_terminal.extend(size).begin());
  std::copy(batch.distance.begin(), batch.distance.end(), m_distance.extend(batch.distance.size()).begin());
}

void gathered_graph::add_rows(const graph_batch& batch, rows_of rows) {
  const std::span<const std::uint8_t> terminal = batch.terminal;
  const bool has_all = rows == rows_of::all_positions;
  const auto num_rows = has_all
                            ? terminal.size()
                            : static_cast<std::size_t>(std::count_if(terminal.begin(), terminal.end(), is_open_code));
  expect_row_ends(batch.indptr, num_rows, size_of(batch.targets));
  const std::int64_t before = m_indptr.back();
  const std::span<std::int64_t> ends = m_indptr.extend(terminal.size());
  std::visit(
      [&](const auto batch_ends) {
        std::size_t row = 0;
        for (std::size_t i = 0; i < terminal.size(); ++i) {
          const bool is_open = is_open_code(terminal[i]);
          if (has_all && !is_open && batch_ends[i + 1] != batch_ends[i]) {
            throw input_error(fmt::format("terminal[{}] is {}, but indptr has moves there; expected 0, got {}", i,
                                          terminal[i], batch_ends[i + 1] - batch_ends[i]));
          }
          row += has_all || is_open ? 1 : 0;
          ends[i] = before + static_cast<std::int64_t>(batch_ends[row]);
        }
      },
      batch.indptr);
}

void gathered_graph::add_targets(const integer_span& targets, std::uint64_t num_positions) {
  const std::span<std::uint32_t> indices = m_indices.extend(size_of(targets));
  // One pass checks and copies, so that a batch is read from memory once.
  const bool has_wrong = std::visit(
      [&]<std::integral Integer>(std::span<const Integer> numbers) {
        bool is_wrong = false;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          is_wrong |= static_cast<std::make_unsigned_t<Integer>>(numbers[i]) >= num_positions;
          indices[i] = static_cast<std::uint32_t>(numbers[i]);
        }
        return is_wrong;
      },
      targets);
  if (has_wrong) expect_positions(targets, num_positions);
}

}  // namespace zermelo
