// SPDX-License-Identifier: MIT
// A session with one exchange.
#include <zermelo/distributed/run_on_ranks.hpp>

#include <exception>
#include <iostream>

#include <zermelo/distributed/mpi_session.hpp>

namespace zermelo::distributed {

int run_on_ranks(std::string_view program, const std::function<int(block_exchange&)>& f) {
  constexpr int out_of_resource = 3;
  try {
    mpi_session session;
    return f(*session.make_exchange());
  } catch (const std::exception& failure) {
    std::cerr << program << ": " << failure.what() << std::endl;
    return out_of_resource;
  }
}

}  // namespace zermelo::distributed
