// SPDX-License-Identifier: MIT
// A session with one exchange, whose ranks are watched.
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

/// How long a rank may be silent. @throws input_error
[[nodiscard]] std::chrono::seconds patience() {
  constexpr int default_seconds = 120;
  constexpr int max_seconds = 86'400;
  const char* const given = std::getenv("ZERMELO_RANK_TIMEOUT");
  if (given == nullptr) return std::chrono::seconds(default_seconds);
  const auto seconds = parse_number<int>(given);
  if (!seconds || *seconds < 1 || *seconds > max_seconds) {
    throw input_error("ZERMELO_RANK_TIMEOUT: '" + excerpt(given) + "' is not a number of seconds from 1 to " +
                      std::to_string(max_seconds));
  }
  return std::chrono::seconds(*seconds);
}

}  // namespace

int run_on_ranks(std::string_view program, const std::function<int(block_exchange&)>& f) {
  constexpr int bad_input = 2;
  constexpr int out_of_resource = 3;
  const auto report = [&](const std::string& what) {
    std::cerr << std::string(program) + ": " + what + "\n" << std::flush;
  };
  std::optional<mpi_session> session;
  try {
    session.emplace();
    const std::unique_ptr<block_exchange> ranks = session->make_exchange();
    std::chrono::seconds silence{0};
    block_end own;
    try {
      silence = patience();
    } catch (const input_error& bad) {
      own = {bad_input, bad.what()};
    }
    if (ranks->any(!own.failure.empty())) {
      const block_end end = ranks->conclude(own);
      if (ranks->number() == 0) report(end.failure);
      return end.status;
    }
    session->watch(silence, [report, silence](std::uint64_t rank) {
      report("nothing has been heard of rank " + std::to_string(rank) + " for " + std::to_string(silence.count()) +
             " seconds");
    });
    return f(*ranks);
  } catch (const std::exception& lacking) {
    // Mostly of all ranks: one has no memory for what connects them.
    if (!session || session->rank() == 0) report(lacking.what());
    return out_of_resource;
  }
}

}  // namespace zermelo::distributed
