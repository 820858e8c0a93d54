// SPDX-License-Identifier: MIT
#include "to_move_dataset.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include "axis_datasets.hpp"
#include "table_format.hpp"

namespace zermelo::storage {
namespace {

constexpr std::uint64_t positions_per_byte = 8;

constexpr std::uint64_t num_to_move_bytes(std::uint64_t num_positions) {
  return num_positions / positions_per_byte + (num_positions % positions_per_byte != 0 ? 1 : 0);
}

/// The bits of a table that is open for reading.
class stored_players_to_move {
 public:
  stored_players_to_move(std::filesystem::path path, std::shared_ptr<const existing_file> file, chunked_array bytes)
      : m_path(std::move(path)), m_file(std::move(file)), m_bytes(std::move(bytes)) {}

  void read(position first, std::span<player> players) const {
    const chunk_layout& layout = m_bytes.layout();
    for (std::size_t done = 0; done < players.size();) {
      const position here = first + done;
      const std::uint64_t number = layout.chunk_of(here / positions_per_byte);
      const auto bytes = reading(m_path, [&] { return m_bytes.read_chunk<std::uint8_t>(number); });
      const position begin = layout.first_position(number) * positions_per_byte;
      const std::size_t end = std::min<std::size_t>(players.size() - done + (here - begin),
                                                    layout.num_positions(number) * positions_per_byte);
      for (std::size_t i = here - begin; i < end; ++i) {
        const unsigned byte = bytes[i / positions_per_byte];
        players[done++] = (byte >> i % positions_per_byte & 1U) != 0 ? player::second : player::first;
      }
    }
  }

 private:
  std::filesystem::path m_path;
  std::shared_ptr<const existing_file> m_file;  ///< the source of `m_bytes`
  chunked_array m_bytes;
};

}  // namespace

bool stores_players_to_move(const table_metadata& metadata) {
  return metadata.players_to_move &&
         !are_names_used(metadata.axes, {format::to_move_dataset, format::to_move_dimension});
}

to_move_encoder::to_move_encoder(const to_move_lookup& players_to_move, std::uint64_t num_positions)
    : m_players_to_move(players_to_move),
      m_num_positions(num_positions),
      m_layout(chunk_layout::choose({num_to_move_bytes(num_positions)})),
      m_codec(chunk_codec::new_filters(), sizeof(std::uint8_t)) {}

std::optional<std::uint64_t> to_move_encoder::chunk_beginning_in(const index_range& positions) const {
  // If there are several chunks, each has at least half of the maximum number of elements, which is more positions than
  // a chunk of outcomes has.
  const std::uint64_t chunk_positions = m_layout.chunk_elements() * positions_per_byte;
  const std::uint64_t next = positions.begin / chunk_positions + (positions.begin % chunk_positions != 0 ? 1 : 0);
  if (next * chunk_positions >= positions.end) return std::nullopt;
  return next;
}

std::vector<std::byte> to_move_encoder::encode(std::uint64_t chunk) const {
  std::array<player, 4096> players{};  // fits in the first-level cache
  std::vector<std::byte> bits(m_layout.chunk_elements());
  const position first = m_layout.first_position(chunk) * positions_per_byte;
  const position end = std::min(first + m_layout.num_positions(chunk) * positions_per_byte, m_num_positions);
  for (position begin = first; begin < end; begin += players.size()) {
    const auto block = std::span(players).first(std::min<std::uint64_t>(players.size(), end - begin));
    m_players_to_move(begin, block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const position p = begin - first + i;
      bits[p / positions_per_byte] |= static_cast<std::byte>(index_of(block[i]) << p % positions_per_byte);
    }
  }
  return m_codec.encode(bits);
}

array_dataset create_to_move_array(hid_t file, std::uint64_t num_positions) {
  const std::uint64_t size = num_to_move_bytes(num_positions);
  auto array = array_dataset::create(file, format::to_move_dataset, hdf5::stored_type<std::uint8_t>(), {size});
  label_bare_dimension(file, array.id(), format::to_move_dimension, size);
  hdf5::write_text(array.id(), "long_name",
                   "player to move, a bit for each position: 0 the first player, 1 the second");
  return array;
}

std::vector<array_description> describe_players_to_move(described_file& file, const std::vector<axis>& axes) {
  if (are_names_used(axes, {format::to_move_dataset}) || !hdf5::has_link(file, format::to_move_dataset)) return {};
  return {describe_array(file, format::to_move_dataset, {hdf5::stored_type<std::uint8_t>()})};
}

to_move_lookup read_players_to_move(const std::filesystem::path& path, std::shared_ptr<const existing_file> file,
                                    const array_description& description, std::uint64_t num_positions) {
  const std::uint64_t size = num_to_move_bytes(num_positions);
  if (description.shape != std::vector<hsize_t>{size}) {
    throw hdf5::failure(fmt::format("dataset '{}': expected a list of {} bytes, 1 bit for each of {} positions",
                                    format::to_move_dataset, size, num_positions));
  }
  chunked_array bytes(*file, format::to_move_dataset, {sizeof(std::uint8_t)}, description);
  const auto stored = std::make_shared<const stored_players_to_move>(path, std::move(file), std::move(bytes));
  return [stored](position first, std::span<player> players) { stored->read(first, players); };
}

}  // namespace zermelo::storage
