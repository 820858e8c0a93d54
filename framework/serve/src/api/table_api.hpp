// SPDX-License-Identifier: MIT
// The JSON interface: maps requests to answers, kinds of work and error responses.
#pragma once

#include <memory>

#include <zermelo/tables/report/report_part.hpp>

#include "../http/message.hpp"
#include "../tables/served_tables.hpp"
#include "table_answers.hpp"

namespace zermelo::serve {

class table_api final : public request_handler {
 public:
  /// @param tables  must outlive this object
  explicit table_api(served_tables& tables) : m_tables(tables) {}

  [[nodiscard]] prepared_answer prepare(http_request request) override;

 private:
  [[nodiscard]] prepared_answer prepare_or_throw(http_request request);
  [[nodiscard]] prepared_answer prepare_list();
  /// The description of a table in the list of tables. Opens the table if it has no description yet.
  [[nodiscard]] json description_of(served_table& table, work_monitor& monitor);
  /// The table that a request names. @throws http_error (404) if the name is unknown
  [[nodiscard]] served_table& table_of(const http_request& request);

  served_tables& m_tables;
};

}  // namespace zermelo::serve
