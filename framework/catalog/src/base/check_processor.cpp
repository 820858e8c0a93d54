// SPDX-License-Identifier: MIT
// Exits with a one-line message if the processor lacks instructions for which the program was compiled. This file is
// compiled for every x86-64 processor, and its check runs before all other code of Zermelo.
#ifdef ZERMELO_X86_64_V2

#include <unistd.h>

// The linker option --undefined forces this file into each program.
extern "C" void zermelo_check_processor();

__attribute__((constructor(101))) void zermelo_check_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")) return;
  constexpr char message[] =
      "zermelo: this processor lacks SSE 4.2 or POPCNT, which this build needs; build with -D ZERMELO_X86_64_V2=OFF\n";
  constexpr int exit_status = 2;
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message, sizeof(message) - 1);
  ::_exit(exit_status);
}

#endif
