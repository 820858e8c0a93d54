// SPDX-License-Identifier: MIT
// The engines by name. All give the same solution to the bit.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>

namespace zermelo::experiment {

enum class engine {
  automatic,  ///< chosen from the game's hooks and the memory plan
  explicit_,  ///< the stored transpose
  implicit,   ///< predecessors generated on the fly
  product,    ///< rows of bits, for games in product form
  queue,      ///< the plain one-thread queue solver, a baseline
  textbook,   ///< the game's published solution, a baseline
};

inline constexpr std::array all_engines{engine::automatic, engine::explicit_, engine::implicit,
                                        engine::product,   engine::queue,     engine::textbook};

[[nodiscard]] constexpr std::string_view to_string(engine e) {
  switch (e) {
    case engine::automatic: return "auto";
    case engine::explicit_: return "explicit";
    case engine::implicit: return "implicit";
    case engine::product: return "product";
    case engine::queue: return "queue";
    case engine::textbook: return "textbook";
  }
  throw std::logic_error("engine out of range");
}

/// @throws input_error for an unknown name.
[[nodiscard]] inline engine parse_engine(std::string_view name) {
  std::vector<std::string> names;
  for (const engine e : all_engines) {
    if (to_string(e) == name) return e;
    names.emplace_back(to_string(e));
  }
  throw input_error("unknown engine '" + std::string(name) + "'; " + suggest(name, names));
}

}  // namespace zermelo::experiment
