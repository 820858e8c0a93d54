// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/key_numbering.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>
#include <zermelo/core/positions/cached_moves.hpp>
#include <zermelo/core/positions/joined_keys.hpp>
#include <zermelo/core/positions/numbered_rules.hpp>
#include <zermelo/core/positions/unreached_positions.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {
namespace {

/// The keys of a saved exploration, sorted.
template <class Key>
class sorted_copy final : public position_keys {
 public:
  explicit sorted_copy(const saved_exploration& saved) : m_keys(saved.open.size() + saved.closed.size()) {
    Key* next = m_keys.data();
    for (const auto* const keys : {&saved.open, &saved.closed}) {
      next = std::transform(keys->begin(), keys->end(), next, narrowed_key<Key>);
    }
    std::sort(m_keys.data(), m_keys.data() + m_keys.size());
  }

  [[nodiscard]] std::uint64_t size() const override { return m_keys.size(); }
  [[nodiscard]] key_width width() const override { return width_of<Key>; }
  void read(position first, std::span<wide_key> keys) const override {
    std::transform(m_keys.data() + first, m_keys.data() + first + keys.size(), keys.begin(),
                   [](const Key& key) { return widened_key(key); });
  }

 private:
  zeroed_pages<Key> m_keys;
};

/// Checks saved keys against the game, and proves that play from the start reaches all of them through closed
/// positions.
/// @throws input_error; interrupted.
template <class Key>
void expect_reached(const std::shared_ptr<const key_rules<Key>>& rules, const saved_exploration& saved,
                    unsigned threads, work_monitor& monitor) {
  key_numbering<Key> numbering(rules);
  numbering.number_by(std::make_shared<const sorted_copy<Key>>(saved));
  numbering.load_keys(threads, monitor);
  const position_keys& keys = *numbering.keys();
  const std::optional<position> start = keys.find(widened_key(rules->start()));
  if (!start) throw input_error("the key of the start position is missing");
  std::vector<bool> is_open(keys.size());
  for (const wide_key& key : saved.open) is_open[keys.find(key).value()] = true;
  const auto is_expanded = [&is_open](position p) { return !is_open[p]; };
  const unreached_positions unreached =
      find_unreached(numbered_rules<Key>(numbering), *start, threads, monitor, is_expanded);
  if (unreached.count == 0) return;
  throw input_error(fmt::format("{} of {} positions cannot be reached from the start, such as the one with key {}",
                                fmt::group_digits(unreached.count), fmt::group_digits(keys.size()),
                                key_text(keys.at(*unreached.first))));
}

}  // namespace

template <class Key>
key_numbering<Key>::key_numbering(std::shared_ptr<const key_rules<Key>> rules) : m_rules(std::move(rules)) {}

template <class Key>
key_numbering<Key>::~key_numbering() = default;

template <class Key>
std::unique_ptr<position_numbering> key_numbering<Key>::unnumbered() const {
  return std::make_unique<key_numbering>(m_rules);
}

// Numbering

template <class Key>
exploration_size key_numbering<Key>::explore(const explore_options& options, work_monitor& monitor,
                                             saved_exploration* saved) {
  if (saved != nullptr) expect_reached(m_rules, *saved, resolve_threads(options.threads), monitor);
  explored_positions<Key> found = zermelo::explore(*m_rules, options, monitor, saved);
  m_joined = nullptr;
  m_resident = found.keys;
  m_keys = std::move(found.keys);
  m_moves = std::move(found.moves);
  return found.size;
}

template <class Key>
void key_numbering<Key>::number_by(std::shared_ptr<const position_keys> keys) {
  m_resident = nullptr;
  m_joined = nullptr;
  m_keys = std::move(keys);
}

template <class Key>
void key_numbering<Key>::number_by_slices(const std::vector<std::shared_ptr<const position_keys>>& keys) {
  std::vector<std::shared_ptr<const position_keys>> parts;
  for (std::uint32_t slice = 0; slice < keys.size(); ++slice) {
    if (keys[slice] == nullptr) continue;
    for (const position p : {position{0}, keys[slice]->size() - 1}) {
      const wide_key k = keys[slice]->at(p);
      m_rules->expect_positions({&k, 1});
      if (slice_of(narrowed_key<Key>(k)) == slice) continue;
      throw input_error("the keys belong to another slice");
    }
    parts.push_back(keys[slice]);
  }
  auto joined = std::make_shared<joined_keys<Key>>(parts);
  number_by(joined);
  m_joined = std::move(joined);
}

// Keys in memory

template <class Key>
void key_numbering<Key>::load_keys(unsigned threads, work_monitor& monitor) {
  if (m_resident != nullptr) return;
  m_resident = read_into_memory(numbered_keys(), threads, monitor);
  m_keys = m_resident;
  m_joined = nullptr;
}

template <class Key>
std::uint64_t key_numbering<Key>::num_resident_keys() const {
  if (m_resident != nullptr) return m_resident->size();
  return m_joined != nullptr ? m_joined->num_resident() : 0;
}

template <class Key>
std::shared_ptr<const sorted_keys<Key>> key_numbering<Key>::read_into_memory(const position_keys& source,
                                                                             unsigned threads,
                                                                             work_monitor& monitor) const {
  zeroed_pages<Key> keys(source.size());
  monitor.phase("read", keys.size());
  for_each_block(keys.size(), resolve_threads(threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<wide_key> wide(end - begin);
    source.read(begin, wide);
    m_rules->expect_positions(wide);
    for (std::size_t i = 0; i < wide.size(); ++i) keys[begin + i] = narrowed_key<Key>(wide[i]);
  });
  for (std::uint64_t i = 1; i < keys.size(); ++i) {
    if (keys[i] <= keys[i - 1]) throw input_error("the keys of the positions do not ascend");
  }
  return std::make_shared<const sorted_keys<Key>>(std::move(keys));
}

// Slices

template <class Key>
void key_numbering<Key>::load_slices(std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) {
  if (m_joined == nullptr) return;
  for (std::uint32_t part = 0; part < m_joined->num_parts(); ++part) {
    if (std::find(slices.begin(), slices.end(), part) == slices.end()) m_joined->release(part);
  }
  for (const std::uint32_t part : slices) {
    if (!m_joined->is_resident(part)) m_joined->hold(part, read_into_memory(*m_joined->keys(part), threads, monitor));
  }
}

template <class Key>
std::shared_ptr<const position_keys> key_numbering<Key>::keys_of_slice(std::uint32_t slice) const {
  return m_joined != nullptr ? m_joined->keys(slice) : nullptr;
}

template <class Key>
void key_numbering<Key>::replace_keys(std::uint32_t slice, std::shared_ptr<const position_keys> keys) {
  if (m_joined == nullptr) throw contract_error("the positions are not numbered by slices");
  m_joined->replace(slice, std::move(keys));
}

template <class Key>
std::uint32_t key_numbering<Key>::slice_of(const Key& k) const {
  std::uint32_t slice = 0;
  m_rules->slices_of({&k, 1}, {&slice, 1});
  return slice;
}

template <class Key>
std::vector<slice> key_numbering<Key>::reached_slices(std::vector<slice> all) const {
  if (m_joined != nullptr) {
    for (std::size_t part = 0; part < m_joined->num_parts(); ++part) {
      const index_range range = m_joined->range(part);
      all[slice_of(m_joined->first_key(part))].size = range.end - range.begin;
    }
  } else {
    position first = 0;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      position end = num_positions();
      for (position begin = first; begin < end;) {
        const position middle = begin + (end - begin) / 2;
        if (slice_of(key_at(middle)) <= i) {
          begin = middle + 1;
        } else {
          end = middle;
        }
      }
      all[i].size = end - first;
      first = end;
    }
  }
  std::vector<std::uint32_t> number_of;
  for (std::uint32_t reached = 0; const slice& one : all) number_of.push_back(one.size > 0 ? reached++ : 0);
  for (slice& one : all) {
    std::erase_if(one.leads_to, [&](std::uint32_t to) { return to < all.size() && all[to].size == 0; });
    for (std::uint32_t& to : one.leads_to) to = to < all.size() ? number_of[to] : to;
  }
  std::erase_if(all, [](const slice& one) { return one.size == 0; });
  return all;
}

template <class Key>
std::unique_ptr<cached_moves> key_numbering<Key>::take_moves() {
  return std::move(m_moves);
}

// Positions

template <class Key>
const position_keys& key_numbering<Key>::numbered_keys() const {
  if (m_keys == nullptr)
    throw contract_error("the positions of a game without a ranking are not numbered; explore the game first");
  return *m_keys;
}

template <class Key>
position key_numbering<Key>::num_positions() const {
  return numbered_keys().size();
}

template <class Key>
Key key_numbering<Key>::read_key(position p) const {
  if (m_joined != nullptr) {
    if (const Key* const resident = m_joined->resident_key(p)) return *resident;
  }
  const wide_key k = numbered_keys().at(p);
  m_rules->expect_positions({&k, 1});
  return narrowed_key<Key>(k);
}

template <class Key>
std::span<const Key> key_numbering<Key>::keys_from(position first, position last, std::vector<Key>& buffer) const {
  if (m_resident != nullptr) return m_resident->span().subspan(first, last - first);
  if (m_joined != nullptr) {
    const std::span<const Key> resident = m_joined->resident_keys(first, last);
    if (!resident.empty()) return resident;
  }
  std::vector<wide_key> wide(last - first);
  numbered_keys().read(first, wide);
  m_rules->expect_positions(wide);
  buffer.clear();
  for (const wide_key& k : wide) buffer.push_back(narrowed_key<Key>(k));
  return buffer;
}

template <class Key>
void key_numbering<Key>::find_all(std::span<const Key> keys, std::span<position> positions) const {
  if (m_resident != nullptr) {
    m_resident->find_all(keys, positions);
  } else if (m_joined != nullptr) {
    m_joined->find_all(keys, positions);
  } else {
    const position_keys& source = numbered_keys();
    for (std::size_t i = 0; i < keys.size(); ++i) positions[i] = source.find(widened_key(keys[i])).value_or(absent);
  }
}

template class key_numbering<std::uint64_t>;
template class key_numbering<wide_key>;

}  // namespace zermelo
