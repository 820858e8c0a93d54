// SPDX-License-Identifier: MIT
#include <zermelo/catalog/games/engine.hpp>

#include <cstddef>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/engine_list.hpp>

namespace zermelo {

const std::vector<engine>& all_engines() {
  static const std::vector<engine> all = [] {
    std::vector<engine> engines;
    for (const engine_definition* const listed : engine_list()) engines.emplace_back(listed->info);
    return engines;
  }();
  return all;
}

std::string engine_choices(bool are_distributed) {
  std::vector<std::string_view> names;
  for (const engine e : all_engines()) {
    if (e.is_distributed() == are_distributed) names.push_back(e.name());
  }
  std::string text(automatic_engine);
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i + 1 < names.size() ? ", " : " or ";
    text += names[i];
  }
  return text;
}

std::optional<engine> parse_engine(std::string_view name) {
  if (name == automatic_engine) return std::nullopt;
  std::vector<std::string> names{std::string(automatic_engine)};
  for (const engine e : all_engines()) {
    if (e.name() == name) return e;
    names.emplace_back(e.name());
  }
  throw input_error("unknown engine '" + excerpt(name) + "'; " + suggest(name, names));
}

}  // namespace zermelo
