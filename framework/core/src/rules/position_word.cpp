// SPDX-License-Identifier: MIT
#include <zermelo/core/rules/position_word.hpp>

#include <string>

#include <zermelo/core/base/error.hpp>

namespace zermelo::detail {

void refuse_out_of_range(const char* what, std::uint64_t number, std::uint64_t max_number) {
  throw contract_error(std::string(what) + " " + std::to_string(number) + " exceeds the largest that can be stored, " +
                       std::to_string(max_number));
}

void refuse_margin(position p, int margin, std::uint32_t max_margin) {
  throw contract_error("position " + std::to_string(p) + " has margin " + std::to_string(margin) + "; max_margin is " +
                       std::to_string(max_margin));
}

}  // namespace zermelo::detail
