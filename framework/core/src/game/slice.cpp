// SPDX-License-Identifier: MIT
#include <zermelo/core/game/slice.hpp>

#include <cstddef>

namespace zermelo {

bool is_slice_name(std::string_view name) {
  constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  constexpr std::size_t max_size = 100;  // file systems allow 255 bytes, and the name is part of a file name
  return !name.empty() && name.size() <= max_size && name.find_first_not_of(characters) == std::string_view::npos;
}

position first_position_of(std::span<const slice> slices, std::uint32_t number) {
  position first = 0;
  for (const slice& before : slices.first(number)) first += before.size;
  return first;
}

}  // namespace zermelo
