// SPDX-License-Identifier: MIT
#include <zermelo/core/rules/rules_digest.hpp>

#include <algorithm>
#include <variant>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

/// Returns a hash of the player to move and of the result, if play has ended. The formula is part of the format of
/// tables.
[[nodiscard]] std::uint64_t hash_of_label(position_word word) {
  std::uint64_t code = 1 + index_of(packed_word<position_word>::to_move(word));
  if (num_moves_of(word) == 0) {
    const result end = result_of_end(word);
    const std::uint64_t kind = end.winner ? 1 + index_of(*end.winner) : end.is_drawn ? 3 : 4;
    code += 4 * kind + 32 * (1 + std::uint64_t{end.distance_plies}) + (std::uint64_t{end.extra_points} << 40);
  }
  return splitmix64_mix(code);
}

}  // namespace

std::vector<position> positions_to_digest(position num_positions) {
  const position size = std::min(num_positions, max_digested_positions);
  std::vector<position> chosen;
  random_generator random(0);
  for (position i = 0; i < size; ++i) {
    const position begin = i * num_positions / size;
    chosen.push_back(begin + random.below((i + 1) * num_positions / size - begin));
  }
  return chosen;
}

std::uint64_t rules_digest(any_key_rules rules, std::span<const wide_key> keys) {
  const auto digest_by = [keys]<class Key>(const key_rules<Key>* of_keys) {
    std::uint64_t digest = 0;
    batch_list<Key> targets;
    for (const wide_key& k : keys) {
      of_keys->expect_positions({&k, 1});
      const Key source = narrowed_key<Key>(k);
      position_word word = 0;
      targets.clear();
      (void)of_keys->expand({&source, 1}, 1, {&word, 1}, targets);
      std::uint64_t sum = hash_of_key(source) + hash_of_label(word);
      for (const Key& target : targets.all()) sum += splitmix64_mix(hash_of_key(target));
      digest += splitmix64_mix(sum);
    }
    return digest;
  };
  return std::visit(digest_by, rules);
}

}  // namespace zermelo
