// SPDX-License-Identifier: MIT
// The kernels of bit_kernels.hpp for one instruction set. This file has no include guard, since it is included once per
// instruction set, inside a separate namespace, with ZERMELO_VECTOR_BYTES set, and ZERMELO_VBMI2 defined for AVX-512
// VBMI2.

using word_vector = std::uint64_t __attribute__((vector_size(ZERMELO_VECTOR_BYTES)));

inline constexpr std::size_t vector_words = ZERMELO_VECTOR_BYTES / sizeof(std::uint64_t);

#if defined(ZERMELO_VBMI2)
/// Byte i is i.
alignas(64) inline constexpr std::array<std::uint8_t, 64> indices = [] {
  std::array<std::uint8_t, 64> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);
  return all;
}();
#endif

/// `load` and `store` do not require alignment.
__attribute__((always_inline)) inline word_vector load(const std::uint64_t* from) {
  word_vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}
__attribute__((always_inline)) inline void store(std::uint64_t* to, word_vector v) { std::memcpy(to, &v, sizeof v); }
__attribute__((always_inline)) inline bool any(word_vector v) {
#if ZERMELO_VECTOR_BYTES == 64
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(v), reinterpret_cast<__m512i>(v)) != 0;
#elif ZERMELO_VECTOR_BYTES == 32
  return _mm256_testz_si256(reinterpret_cast<__m256i>(v), reinterpret_cast<__m256i>(v)) == 0;
#else
  return (v[0] | v[1]) != 0;
#endif
}

/// The first word of the vector for the lowest set bit of `rest`, the unvisited bits of word k of a vector_set.
__attribute__((always_inline)) inline std::size_t first_word(std::size_t k, std::uint64_t rest) {
  return (bit_code::word_bits * k + static_cast<std::size_t>(std::countr_zero(rest))) * vector_words;
}

/// The bits of `row` at the targets of `moves`, shifted to the moves' sources.
__attribute__((always_inline)) inline word_vector shifted_to_sources(const std::uint64_t* row, std::size_t at,
                                                                     const masked_shift& moves) {
  return (load(row + at + moves.words) >> moves.right) << moves.left;
}

/// Calls f(first word of the vector) for each vector of a set, in ascending order.
template <class Function>
__attribute__((always_inline)) inline void for_each_vector(vector_set vectors, const Function& f) {
  for (std::size_t k = 0; k < vectors.size(); ++k) {
    for (std::uint64_t rest = vectors[k]; rest != 0; rest &= rest - 1) f(first_word(k, rest));
  }
}

inline bool propagate_in_row(const row_part& source, std::uint64_t* blank, std::span<const masked_shift> moves,
                             vector_set where, const std::uint64_t* open, const std::uint64_t* won,
                             std::uint64_t* found, std::uint64_t* changed) {
  // Copies the vectors of `source` into a row of zeros, since shifts read beyond them.
  const std::uint64_t* from = source.words;
  for_each_vector(source.vectors, [&](std::size_t at) {
    store(blank + at, load(from));
    from += vector_words;
  });
  bool any_changed = false;
  for (std::size_t k = 0; k < where.size(); ++k) {
    std::uint64_t changed_bits = 0;
    for (std::uint64_t rest = where[k]; rest != 0; rest &= rest - 1) {
      const std::size_t at = first_word(k, rest);
      const word_vector still_open = load(open + at);
      if (!any(still_open)) continue;
      word_vector hit{};
      for (const masked_shift& kind : moves) hit |= shifted_to_sources(blank, at, kind) & load(kind.mask + at);
      hit &= still_open;
      if (!any(hit)) continue;
      if (won != nullptr) {
        for (const masked_shift& kind : moves) hit &= shifted_to_sources(won, at, kind) | ~load(kind.mask + at);
        if (!any(hit)) continue;
      }
      store(found + at, hit);
      changed_bits |= rest & -rest;
    }
    changed[k] = changed_bits;
    any_changed = any_changed || changed_bits != 0;
  }
  for_each_vector(source.vectors, [&](std::size_t at) { store(blank + at, word_vector{}); });
  return any_changed;
}

inline bool propagate_across_rows(std::span<const row_part> sources, vector_set where, const std::uint64_t* open,
                                  std::span<won_row> won, std::uint64_t* found, std::uint64_t* changed) {
  for_each_vector(where, [&](std::size_t at) { store(found + at, word_vector{}); });
  for (const row_part& source : sources) {
    const std::uint64_t* from = source.words;
    for_each_vector(source.vectors, [&](std::size_t at) {
      store(found + at, load(found + at) | load(from));
      from += vector_words;
    });
  }
  bool any_changed = false;
  for (std::size_t k = 0; k < where.size(); ++k) {
    std::uint64_t changed_bits = 0;
    for (std::uint64_t rest = where[k]; rest != 0; rest &= rest - 1) {
      const std::size_t at = first_word(k, rest);
      const std::uint64_t bit = rest & -rest;
      word_vector hit = load(found + at) & load(open + at);
      if (!any(hit)) continue;
      for (const won_row& row : won) {
        hit &= load(row.words + at);
        if (row.too_new.words != nullptr && (row.too_new.vectors[k] & bit) != 0) {
          const auto number = static_cast<std::size_t>(std::popcount(row.too_new.vectors[k] & (bit - 1)));
          hit &= ~load(row.too_new.words + number * vector_words);
        }
      }
      if (!any(hit)) continue;
      store(found + at, hit);
      changed_bits |= bit;
    }
    for (won_row& row : won) {  // word k + 1 of the set continues where word k ends
      if (row.too_new.words == nullptr) continue;
      row.too_new.words += static_cast<std::size_t>(std::popcount(row.too_new.vectors[k])) * vector_words;
    }
    changed[k] = changed_bits;
    any_changed = any_changed || changed_bits != 0;
  }
  return any_changed;
}

inline void commit(const std::uint64_t* found, vector_set where, std::uint64_t* open, std::uint64_t* won,
                   std::uint64_t* fresh) {
  for_each_vector(where, [&](std::size_t at) {
    const word_vector hit = load(found + at);
    store(fresh, hit);
    fresh += vector_words;
    store(open + at, load(open + at) & ~hit);
    if (won != nullptr) store(won + at, load(won + at) | hit);
  });
}

/// Writes `base` + the index of each set bit of `word`, ascending, one byte each, starting at `at`. Returns the end of
/// the list. May write up to 64 bytes past that end.
__attribute__((always_inline)) inline std::uint8_t* list_bits(std::uint64_t word, unsigned base, std::uint8_t* at) {
  const auto count = static_cast<unsigned>(std::popcount(word));
#if defined(ZERMELO_VBMI2)
  const __m512i numbers = _mm512_add_epi8(_mm512_load_si512(indices.data()), _mm512_set1_epi8(static_cast<char>(base)));
  _mm512_storeu_si512(at, _mm512_maskz_compress_epi8(word, numbers));
#else
  constexpr unsigned unconditional_bits = 4;  // listed without a branch, since most words have no more bits
  std::uint64_t rest = word;
  for (unsigned k = 0; k < unconditional_bits; ++k) {
    at[k] = static_cast<std::uint8_t>(base + static_cast<unsigned>(std::countr_zero(rest)));
    rest &= rest - 1;
  }
  if (count > unconditional_bits) [[unlikely]] {
    for (unsigned k = unconditional_bits; k < count; ++k) {
      at[k] = static_cast<std::uint8_t>(base + static_cast<unsigned>(std::countr_zero(rest)));
      rest &= rest - 1;
    }
  }
#endif
  return at + count;
}

inline encoded_bits encode_bits(const std::uint64_t* words, vector_set where, std::uint8_t* bytes) {
  constexpr std::size_t chunk_words = bit_code::chunk_words(vector_words);
  std::uint8_t* at = bytes;
  std::uint64_t total_bits = 0;
  std::size_t next_chunk = 0;
  for (std::size_t k = 0; k < where.size(); ++k) {
    for (std::uint64_t rest = where[k]; rest != 0; rest &= rest - 1) {
      const std::size_t first = first_word(k, rest);
      for (std::size_t w = first; w < first + vector_words; w += chunk_words) {
        unsigned num_bits = 0;
        for (std::size_t i = 0; i < chunk_words; ++i) num_bits += static_cast<unsigned>(std::popcount(words[w + i]));
        if (num_bits == 0) continue;
        total_bits += num_bits;
        const std::size_t chunk = w / chunk_words;
        while (next_chunk < chunk) {
          const std::size_t skipped = std::min(chunk - next_chunk, bit_code::max_skipped_chunks);
          *at++ = static_cast<std::uint8_t>(bit_code::skip_base + skipped);
          next_chunk += skipped;
        }
        ++next_chunk;
        if (num_bits > bit_code::max_listed_bits) {
          *at++ = bit_code::raw_chunk;
          std::memcpy(at, words + w, chunk_words * sizeof *words);
          at += chunk_words * sizeof *words;
          continue;
        }
        *at++ = static_cast<std::uint8_t>(num_bits);
        for (std::size_t i = 0; i < chunk_words; ++i)
          at = list_bits(words[w + i], static_cast<unsigned>(bit_code::word_bits * i), at);
      }
    }
  }
  return {static_cast<std::size_t>(at - bytes), total_bits};
}

inline std::uint32_t* list_values(std::span<const std::uint8_t> code, const std::uint32_t* values, std::uint32_t first,
                                  std::uint32_t* numbers) {
  const auto list = [&](std::size_t bit) { *numbers++ = first + values[bit]; };
  const auto list_word = [&](std::size_t bit, std::uint64_t word) {
#if ZERMELO_VECTOR_BYTES == 64
    for (; word != 0; bit += 16, word >>= 16) {
      const auto mask = static_cast<__mmask16>(word);
      const __m512i found = _mm512_maskz_compress_epi32(mask, _mm512_loadu_si512(values + bit));
      _mm512_storeu_si512(numbers, _mm512_add_epi32(found, _mm512_set1_epi32(static_cast<int>(first))));
      numbers += std::popcount(mask);
    }
#else
    for (; word != 0; word &= word - 1) list(bit + static_cast<std::size_t>(std::countr_zero(word)));
#endif
  };
  for_each_encoded_part(code, bit_code::chunk_words(vector_words), list, list_word);
  return numbers;
}

inline constexpr bit_kernels kernels{vector_words, propagate_in_row, propagate_across_rows,
                                     commit,       encode_bits,      list_values};
