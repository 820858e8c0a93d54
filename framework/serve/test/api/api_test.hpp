// SPDX-License-Identifier: MIT
// A fixture that sends requests to the interface of some tables.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "../../src/api/table_api.hpp"
#include "../../src/http/target.hpp"
#include "chase.hpp"

namespace zermelo::serve {

class api_test : public ::testing::Test {
 protected:
  /// @param solved  the names of tables, without ".h5", and of their games
  api_test(const catalog& games, const std::vector<std::pair<std::string, std::string>>& solved) {
    std::vector<std::string> files;
    for (const auto& [name, game] : solved) {
      files.push_back(file_of(name));
      solve_game(games, game, {}, files.back());
    }
    m_tables = std::make_unique<served_tables>(files, games, std::size_t{1} << 20);
    m_api = std::make_unique<table_api>(*m_tables);
  }
  [[nodiscard]] std::string file_of(const std::string& name) const { return (m_folder / (name + ".h5")).string(); }
  [[nodiscard]] served_tables& tables() { return *m_tables; }

  [[nodiscard]] prepared_answer prepare(const std::string& target, http_method method = http_method::get,
                                        const std::string& body = "", const std::string& if_none_match = "") {
    auto [path, query] = parse_target(target);
    return m_api->prepare({method, path, query, body, if_none_match});
  }
  [[nodiscard]] work_kind kind_of(const std::string& target) { return prepare(target).kind; }
  [[nodiscard]] http_response response_to(const std::string& target, http_method method = http_method::get,
                                          const std::string& body = "", const std::string& if_none_match = "") {
    work_monitor silent;
    return prepare(target, method, body, if_none_match).respond(silent);
  }
  [[nodiscard]] json answer_to(const std::string& target) {
    const http_response response = response_to(target);
    EXPECT_EQ(response.status, 200U) << target << response.body;
    return json::parse(response.body);
  }
  /// Returns the error message of an answer, and expects this status.
  [[nodiscard]] std::string error_of(const std::string& target, unsigned status, http_method method = http_method::get,
                                     const std::string& body = "") {
    const http_response response = response_to(target, method, body);
    EXPECT_EQ(response.status, status) << target << response.body;
    const json object = json::parse(response.body);
    EXPECT_EQ(object.size(), 1U);
    return object.value("error", "");
  }

  test_folder m_folder;

 private:
  std::unique_ptr<served_tables> m_tables;
  std::unique_ptr<table_api> m_api;
};

}  // namespace zermelo::serve
