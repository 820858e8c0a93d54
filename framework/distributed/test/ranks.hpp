// SPDX-License-Identifier: MIT
// The session of the test program.
#pragma once

#include <zermelo/distributed/mpi_session.hpp>

namespace zermelo::distributed::test {

[[nodiscard]] mpi_session& session();

}  // namespace zermelo::distributed::test
