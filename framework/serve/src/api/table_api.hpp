// SPDX-License-Identifier: MIT
// The interface: which request is answered by what, by which threads, and what a failure says.
#pragma once

#include <string>

#include "../http/message.hpp"
#include "../tables/served_tables.hpp"
#include "table_answers.hpp"

namespace zermelo::serve {

class table_api final : public request_handler {
 public:
  /// The tables must outlive this.
  explicit table_api(served_tables& tables) : m_tables(tables) {}

  [[nodiscard]] work_kind kind_of(const http_request& request) const override;
  [[nodiscard]] http_response answer(const http_request& request, work_monitor& monitor) override;

 private:
  [[nodiscard]] http_response answer_or_throw(const http_request& request, work_monitor& monitor);
  [[nodiscard]] http_response answer_about(const held_table& table, const table_route& route,
                                           const http_request& request, work_monitor& monitor);
  [[nodiscard]] http_response list_tables(const http_request& request, work_monitor& monitor);
  /// @throws refusal (404)
  [[nodiscard]] served_table& table_of(const http_request& request) const;

  served_tables& m_tables;
};

}  // namespace zermelo::serve
