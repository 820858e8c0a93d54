// SPDX-License-Identifier: MIT
// A session with one exchange, whose ranks are watched.
#include <zermelo/distributed/run_on_ranks.hpp>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/distributed/mpi_session.hpp>

namespace zermelo::distributed {
namespace {

/// How long a rank may be silent. @throws input_error
[[nodiscard]] std::chrono::seconds patience() {
  constexpr int usual = 120;
  constexpr int most = 86'400;
  const char* const given = std::getenv("ZERMELO_RANK_TIMEOUT");
  if (given == nullptr) return std::chrono::seconds(usual);
  const auto seconds = parse_number<int>(given);
  if (!seconds || *seconds < 1 || *seconds > most) {
    throw input_error("ZERMELO_RANK_TIMEOUT: '" + excerpt(given) + "' is not a number of seconds from 1 to " +
                      std::to_string(most));
  }
  return std::chrono::seconds(*seconds);
}

}  // namespace

int run_on_ranks(std::string_view program, const std::function<int(block_exchange&)>& f) {
  constexpr int bad_input = 2;
  constexpr int out_of_resource = 3;
  const auto say = [&](const std::string& what) {
    std::cerr << std::string(program) + ": " + what + "\n" << std::flush;
  };
  std::optional<mpi_session> session;
  int status = out_of_resource;
  std::string failure;
  try {
    session.emplace();
    const std::chrono::seconds silence = patience();
    session->watch(silence, [&](std::uint64_t rank) {
      say("nothing has been heard of rank " + std::to_string(rank) + " for " + std::to_string(silence.count()) +
          " seconds");
    });
    return f(*session->make_exchange());
  } catch (const input_error& bad) {
    status = bad_input;
    failure = bad.what();
  } catch (const std::exception& lacking) {
    failure = lacking.what();
  }
  // All ranks have failed alike.
  if (!session || session->rank() == 0) say(failure);
  return status;
}

}  // namespace zermelo::distributed
