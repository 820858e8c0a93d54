// SPDX-License-Identifier: MIT
// Runs the tests on every rank. Only rank 0 reports progress; the others report failures.
#include "ranks.hpp"

#include <cstdio>
#include <memory>
#include <optional>

#include <gtest/gtest.h>

namespace zermelo::distributed::test {
namespace {

std::optional<mpi_session> the_session;

class failure_printer : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "rank %d: %s:%d: %s\n", static_cast<int>(session().rank()), result.file_name(),
                 result.line_number(), result.message());
  }
};

}  // namespace

mpi_session& session() { return the_session.value(); }

}  // namespace zermelo::distributed::test

int main(int argc, char** argv) {
  using namespace zermelo::distributed::test;
  testing::GTEST_FLAG(filter) = "ranks.*";
  testing::InitGoogleTest(&argc, argv);
  the_session.emplace();
  if (session().rank() != 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(std::make_unique<failure_printer>().release());
  }
  const int status = RUN_ALL_TESTS();
  the_session.reset();
  return status;
}
