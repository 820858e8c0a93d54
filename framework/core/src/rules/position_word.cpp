// SPDX-License-Identifier: MIT
#include <zermelo/core/rules/position_word.hpp>

#include <string>

#include <zermelo/core/base/error.hpp>

namespace zermelo::detail {

void reject_out_of_range(const char* what, std::uint64_t number, std::uint64_t max_number) {
  throw contract_error(std::string(what) + " " + std::to_string(number) + " exceeds the maximum of " +
                       std::to_string(max_number));
}

std::string text_of_position(position p) { return "position " + std::to_string(p); }

void reject_end(const result& end, const std::string& where) {
  throw contract_error(where + ": distance of a terminal: expected at most " +
                       std::to_string(end.extra_points == 0 ? max_end_distance : max_scored_end_distance) +
                       " plies for a result of " + (end.extra_points == 0 ? "at most" : "more than") +
                       " 1 point, got " + std::to_string(end.distance_plies));
}

void reject_margin(position p, int margin, std::uint32_t max_margin) {
  throw contract_error(text_of_position(p) + " has margin " + std::to_string(margin) + "; max_margin is " +
                       std::to_string(max_margin));
}

}  // namespace zermelo::detail
