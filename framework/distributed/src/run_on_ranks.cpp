// SPDX-License-Identifier: MIT
// A session with one exchange.
#include <zermelo/distributed/run_on_ranks.hpp>

#include <exception>
#include <iostream>
#include <optional>

#include <zermelo/distributed/mpi_session.hpp>

namespace zermelo::distributed {

int run_on_ranks(std::string_view program, const std::function<int(block_exchange&)>& f) {
  constexpr int out_of_resource = 3;
  std::optional<mpi_session> session;
  try {
    return f(*session.emplace().make_exchange());
  } catch (const std::exception& failure) {
    // There is no exchange because one of the ranks has no memory for it, of which all have heard.
    if (!session || session->rank() == 0) std::cerr << program << ": " << failure.what() << std::endl;
    return out_of_resource;
  }
}

}  // namespace zermelo::distributed
