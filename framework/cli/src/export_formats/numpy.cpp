// SPDX-License-Identifier: MIT
// Exports a NumPy file with one array of records of `outcome`, `distance` and, in games for points, `margin`. The axes
// of the table define its shape.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>

#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

void append_little_endian(text_buffer& out, std::uint64_t number, std::size_t bytes) {
  constexpr unsigned bits_in_byte = 8;
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (bits_in_byte * i) & 0xff));
}

/// The file format of `numpy.lib.format`, version 1.0.
class numpy final : public exported_blocks {
 public:
  numpy(const opened_table& opened, const export_options& /*none*/)
      : m_table(*opened.table),
        m_has_margins(has_margins(*opened.game)),
        m_distance_bytes(m_table.distance_bound() < std::numeric_limits<std::uint16_t>::max() ? 2 : 4) {}

  [[nodiscard]] std::string header() const override {
    constexpr std::size_t alignment = 64;
    constexpr std::string_view magic("\x93NUMPY\x01\x00", 8);
    constexpr std::size_t length_bytes = 2;
    std::string shape;
    for (const axis& a : m_table.metadata().axes) shape += fmt::format("{}, ", a.size);
    std::string description = fmt::format(
        "{{'descr': [('outcome', '|u1'), ('distance', '<u{}'){}], 'fortran_order': False, 'shape': ({}), }}",
        m_distance_bytes, m_has_margins ? ", ('margin', '<i2')" : "", shape);
    const std::size_t used = magic.size() + length_bytes + description.size() + 1;
    description += std::string((alignment - used % alignment) % alignment, ' ') + '\n';
    if (description.size() > std::numeric_limits<std::uint16_t>::max()) {
      throw input_error("--numpy: the table has too many axes; use --csv");
    }
    text_buffer bytes;
    append_text(bytes, magic);
    append_little_endian(bytes, description.size(), length_bytes);
    append_text(bytes, description);
    return fmt::to_string(bytes);
  }

  void append(const index_range& block, text_buffer& out) const override {
    for (const position_value value : entries_of_block(m_table, block)) {
      append_little_endian(out, static_cast<std::uint64_t>(value.outcome), 1);
      append_little_endian(out, value.distance_plies, m_distance_bytes);  // all bits of no_distance are set, also in 2
                                                                          // bytes
      if (m_has_margins) append_little_endian(out, static_cast<std::uint64_t>(value.margin()), sizeof(std::int16_t));
    }
  }

 private:
  const storage::stored_table& m_table;
  bool m_has_margins;
  std::size_t m_distance_bytes;
};

}  // namespace

const export_format numpy_format{
    .name = "numpy",
    .summary = "An array of records (outcome, distance and, in games for points, margin), shaped by the axes",
    .medium = export_medium::binary,
    .make_blocks = make_blocks_of<numpy>};

}  // namespace zermelo::cli
