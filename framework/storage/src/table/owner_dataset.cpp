// SPDX-License-Identifier: MIT
#include "owner_dataset.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include "axis_datasets.hpp"
#include "table_format.hpp"

namespace zermelo::storage {
namespace {

constexpr std::uint64_t positions_per_byte = 8;

constexpr std::uint64_t num_owner_bytes(std::uint64_t num_positions) {
  return num_positions / positions_per_byte + (num_positions % positions_per_byte != 0 ? 1 : 0);
}

/// The bits of an open table.
class stored_owners {
 public:
  stored_owners(std::filesystem::path path, std::shared_ptr<const existing_file> file, chunked_array bytes)
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
  std::shared_ptr<const existing_file> m_file;  ///< `m_bytes` reads from this file
  chunked_array m_bytes;
};

}  // namespace

bool stores_owners(const table_metadata& metadata) {
  return metadata.owners && !are_names_used(metadata.axes, {format::owner_dataset, format::owner_dimension});
}

owner_encoder::owner_encoder(const owner_lookup& owners, std::uint64_t num_positions)
    : m_owners(owners),
      m_num_positions(num_positions),
      m_layout(chunk_layout::choose({num_owner_bytes(num_positions)})),
      m_codec(chunk_codec::new_filters(), sizeof(std::uint8_t)) {}

std::optional<std::uint64_t> owner_encoder::chunk_beginning_in(const index_range& positions) const {
  // Of two or more chunks, each has half of the largest number of elements at least: more than a chunk of outcomes.
  const std::uint64_t chunk_positions = m_layout.chunk_elements() * positions_per_byte;
  const std::uint64_t next = positions.begin / chunk_positions + (positions.begin % chunk_positions != 0 ? 1 : 0);
  if (next * chunk_positions >= positions.end) return std::nullopt;
  return next;
}

std::vector<std::byte> owner_encoder::encode(std::uint64_t chunk) const {
  std::array<player, 4096> players{};  // fits the first-level cache
  std::vector<std::byte> bits(m_layout.chunk_elements());
  const position first = m_layout.first_position(chunk) * positions_per_byte;
  const position end = std::min(first + m_layout.num_positions(chunk) * positions_per_byte, m_num_positions);
  for (position begin = first; begin < end; begin += players.size()) {
    const auto block = std::span(players).first(std::min<std::uint64_t>(players.size(), end - begin));
    m_owners(begin, block);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const position p = begin - first + i;
      bits[p / positions_per_byte] |= static_cast<std::byte>(index_of(block[i]) << p % positions_per_byte);
    }
  }
  return m_codec.encode(bits);
}

array_dataset create_owner_array(hid_t file, std::uint64_t num_positions) {
  const std::uint64_t size = num_owner_bytes(num_positions);
  auto array = array_dataset::create(file, format::owner_dataset, hdf5::stored_type<std::uint8_t>(), {size});
  label_bare_dimension(file, array.id(), format::owner_dimension, size);
  hdf5::write_text(array.id(), "long_name",
                   "player to move, a bit for each position: 0 the first player, 1 the second");
  return array;
}

std::vector<array_description> describe_owners(described_file& file, const std::vector<axis>& axes) {
  if (are_names_used(axes, {format::owner_dataset}) || !hdf5::has_link(file, format::owner_dataset)) return {};
  return {describe_array(file, format::owner_dataset, {hdf5::stored_type<std::uint8_t>()})};
}

owner_lookup read_owners(const std::filesystem::path& path, std::shared_ptr<const existing_file> file,
                         const array_description& description, std::uint64_t num_positions) {
  const std::uint64_t size = num_owner_bytes(num_positions);
  if (description.shape != std::vector<hsize_t>{size}) {
    throw hdf5::failure(fmt::format("dataset '{}' is not a list of {} bytes, one bit for each of {} positions",
                                    format::owner_dataset, size, num_positions));
  }
  chunked_array bytes(*file, format::owner_dataset, {sizeof(std::uint8_t)}, description);
  const auto stored = std::make_shared<const stored_owners>(path, std::move(file), std::move(bytes));
  return [stored](position first, std::span<player> players) { stored->read(first, players); };
}

}  // namespace zermelo::storage
