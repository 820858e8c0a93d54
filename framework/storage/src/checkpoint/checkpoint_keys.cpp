// SPDX-License-Identifier: MIT
#include "checkpoint_keys.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>

namespace zermelo::storage {
namespace {

/// The size of a slice: large enough for fast disk access, and small enough to fit in the cache.
constexpr std::uint64_t keys_per_chunk = std::uint64_t{1} << 17;
/// The size of a task: small enough that a slice occupies all threads.
constexpr std::size_t keys_per_task = std::size_t{1} << 13;

using key_range = tbb::blocked_range<std::size_t>;

/// Writes a list of keys sequentially.
class key_writer {
 public:
  key_writer(const new_file& file, key_width width, std::uint64_t size) : m_file(file), m_size(size) {
    if (width == key_width::bits_128) {
      m_wide.emplace(file.id(), keys_dataset, size);
    } else {
      m_narrow.emplace(file.id(), keys_dataset, size);
    }
  }

  /// Returns the digest of the keys written so far.
  [[nodiscard]] const key_digest& digest() const noexcept { return m_digest; }

  /// Appends keys. @throws contract_error if there are more keys than the list has space for, or a key is too wide.
  void write(std::span<const wide_key> keys) {
    if (keys.size() > m_size - m_digest.num_keys()) throw contract_error(fmt::format("expected only {} keys", m_size));
    const std::uint64_t first = m_digest.num_keys();
    if (m_wide) {
      m_wide->write(first, keys);
    } else {
      m_numbers.resize(keys.size());
      std::transform(keys.begin(), keys.end(), m_numbers.begin(), [](const wide_key& key) { return key.low; });
      const bool is_narrow = std::all_of(keys.begin(), keys.end(), [](const wide_key& key) { return key.high == 0; });
      if (!is_narrow) throw contract_error("a key has more than 64 bits");
      m_narrow->write(first, m_numbers);
    }
    m_digest.add(keys);
    m_file.expect_written();
  }
  /// Appends runs of keys, which may be short, and writes them slice by slice. Call `flush` at the end.
  void gather(std::span<const wide_key> keys) {
    while (!keys.empty()) {
      const auto part = keys.first(std::min<std::size_t>(keys.size(), keys_per_chunk - m_gathered.size()));
      m_gathered.insert(m_gathered.end(), part.begin(), part.end());
      keys = keys.subspan(part.size());
      if (m_gathered.size() == keys_per_chunk) flush();
    }
  }
  void flush() {
    write(m_gathered);
    m_gathered.clear();
  }

 private:
  const new_file& m_file;
  std::uint64_t m_size;
  std::optional<new_plain_list<std::uint64_t>> m_narrow;  ///< for keys of 64 bits; else `m_wide`
  std::optional<new_plain_list<wide_key>> m_wide;
  std::vector<std::uint64_t> m_numbers;  ///< buffer for keys that are written to `m_narrow`
  std::vector<wide_key> m_gathered;      ///< less than a slice
  key_digest m_digest;
};

/// Reads keys from index `first` of a list, and widens them to 128 bits.
void read_keys(const stored_list& list, std::uint64_t first, std::span<wide_key> keys) {
  if (list.element_bytes() == sizeof(wide_key)) {
    list.read(first, keys);
    return;
  }
  std::vector<std::uint64_t> numbers(std::min<std::size_t>(keys.size(), keys_per_task));
  for_each_chunk(keys.size(), keys_per_task, [&](std::uint64_t begin, std::uint64_t length) {
    const auto part = std::span(numbers).first(length);
    list.read(first + begin, part);
    std::transform(part.begin(), part.end(), keys.begin() + static_cast<std::ptrdiff_t>(begin),
                   [](std::uint64_t low) { return wide_key{0, low}; });
  });
}

}  // namespace

void key_digest::add(std::span<const wide_key> keys) {
  if (keys.empty()) return;
  const std::uint64_t first = m_num_keys;
  m_value += tbb::parallel_reduce(
      key_range(0, keys.size(), keys_per_task), std::uint64_t{0},
      [&](const key_range& block, std::uint64_t sum) {
        for (std::size_t i = block.begin(); i != block.end(); ++i) {
          sum += splitmix64_mix(splitmix64_mix(splitmix64_mix(first + i) + keys[i].low) + keys[i].high);
        }
        return sum;
      },
      std::plus<>());
  if (!m_first_out_of_order) {
    const auto pair = std::adjacent_find(keys.begin(), keys.end(), std::greater_equal<>());
    if (first > 0 && keys.front() <= m_last) {
      m_first_out_of_order = first;
    } else if (pair != keys.end()) {
      m_first_out_of_order = first + static_cast<position>(pair - keys.begin()) + 1;
    }
  }
  m_last = keys.back();
  m_num_keys += keys.size();
}

std::uint64_t write_saved_keys(const new_file& file, const position_keys& keys) {
  key_writer writer(file, keys.width(), keys.size());
  std::vector<wide_key> slice(std::min(keys_per_chunk, keys.size()));
  for_each_chunk(keys.size(), keys_per_chunk, [&](position first, std::uint64_t length) {
    tbb::parallel_for(key_range(0, length, keys_per_task), [&](const key_range& block) {
      keys.read(first + block.begin(), std::span(slice).subspan(block.begin(), block.size()));
    });
    writer.write(std::span(slice).first(length));
  });
  return writer.digest().value();
}

std::uint64_t write_saved_keys(const new_file& file, const exploration_snapshot& snapshot) {
  key_writer writer(file, snapshot.width, snapshot.num_closed + snapshot.num_open);
  const auto write = [&](const auto& for_each, std::uint64_t end, const char* kind) {
    for_each([&writer](std::span<const wide_key> keys) { writer.gather(keys); });
    writer.flush();
    if (writer.digest().num_keys() != end)
      throw contract_error(fmt::format("for_each_{0}: expected as many keys as num_{0}", kind));
  };
  write(snapshot.for_each_closed, snapshot.num_closed, "closed");
  write(snapshot.for_each_open, snapshot.num_closed + snapshot.num_open, "open");
  return writer.digest().value();
}

void read_saved_keys(const stored_list& list, std::span<wide_key> keys, key_digest& digest) {
  for_each_chunk(keys.size(), keys_per_chunk, [&](std::uint64_t begin, std::uint64_t length) {
    const auto slice = keys.subspan(begin, length);
    read_keys(list, digest.num_keys(), slice);
    digest.add(slice);
  });
}

key_digest checkpoint_keys::digest() const {
  std::vector<wide_key> slice(std::min(keys_per_chunk, size()));
  key_digest digest;
  for_each_chunk(size(), keys_per_chunk, [&](position /*first*/, std::uint64_t length) {
    read_saved_keys(m_list, std::span(slice).first(length), digest);
  });
  return digest;
}

void checkpoint_keys::read(position first, std::span<wide_key> keys) const {
  reading(m_path, [&] { read_keys(m_list, first, keys); });
}

}  // namespace zermelo::storage
