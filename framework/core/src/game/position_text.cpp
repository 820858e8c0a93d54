// SPDX-License-Identifier: MIT
#include <zermelo/core/game/position_text.hpp>

#include <algorithm>
#include <cstddef>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {

std::map<std::string, std::string, std::less<>> parse_fields(std::string_view text,
                                                             const std::vector<std::string>& names) {
  std::map<std::string, std::string, std::less<>> fields;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\r\n", at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    const std::string_view field = text.substr(at, end - at);
    at = end;
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) {
      throw input_error(fmt::format("position: expected FIELD=VALUE, got '{}'", excerpt(field)));
    }
    const std::string name(field.substr(0, equals));
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw input_error(fmt::format("position: unknown field '{}'; {}", excerpt(name), suggest(name, names)));
    }
    if (!fields.emplace(name, field.substr(equals + 1)).second) {
      throw input_error(fmt::format("position: duplicate field '{}'", name));
    }
  }
  for (const auto& name : names) {
    if (!fields.contains(name)) throw input_error(fmt::format("position: field '{}' is missing", name));
  }
  return fields;
}

}  // namespace zermelo
