// SPDX-License-Identifier: MIT
#include <zermelo/distributed/run_on_ranks.hpp>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/distributed/mpi_session.hpp>

namespace zermelo::distributed {
namespace {

/// Returns the maximum silence of a rank, from the environment. @throws input_error
[[nodiscard]] std::chrono::seconds read_timeout() {
  constexpr int default_seconds = 120;
  constexpr int max_seconds = 86'400;
  const char* const text = std::getenv("ZERMELO_RANK_TIMEOUT");
  if (text == nullptr) return std::chrono::seconds(default_seconds);
  const auto seconds = parse_number<int>(text);
  if (!seconds || *seconds < 1 || *seconds > max_seconds) {
    throw input_error("ZERMELO_RANK_TIMEOUT: expected 1 to " + std::to_string(max_seconds) + " seconds, got '" +
                      excerpt(text) + "'");
  }
  return std::chrono::seconds(*seconds);
}

}  // namespace

int run_on_ranks(std::string_view program, const std::function<int(block_exchange&)>& f) {
  constexpr int bad_input_status = 2;
  const auto report = [&](const std::string& message) {
    std::cerr << std::string(program) + ": " + message + "\n" << std::flush;
  };
  std::optional<mpi_session> session;
  try {
    session.emplace();
    const std::unique_ptr<block_exchange> ranks = session->make_exchange();
    std::chrono::seconds timeout{0};
    block_end own_end;
    try {
      timeout = read_timeout();
    } catch (const input_error& bad) {
      own_end = {bad_input_status, bad.what()};
    }
    if (ranks->any(!own_end.failure.empty())) {
      const block_end end = ranks->conclude(own_end);
      if (ranks->number() == 0) report(end.failure);
      return end.status;
    }
    session->watch(timeout, [report, timeout](std::uint64_t silent_rank) {
      report("rank " + std::to_string(silent_rank) + " has not responded for " + std::to_string(timeout.count()) +
             " seconds");
    });
    return f(*ranks);
  } catch (const std::exception& failure) {
    // Only rank 0 reports: most failures are common to all ranks, for example if one lacks memory for the exchange.
    if (!session || session->rank() == 0) report(failure.what());
    return out_of_resource_status;
  }
}

}  // namespace zermelo::distributed
