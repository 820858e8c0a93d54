# SPDX-License-Identifier: MIT
# cmake -D command=COMPILER;ARGUMENT... -D expected=REGEX -P expect_rejection.cmake
# Fails unless the compiler refuses its source with a message that matches, and with one error.
execute_process(COMMAND ${command} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
if(NOT failed)
  message(FATAL_ERROR "it compiles")
endif()
string(REGEX MATCHALL "error: " found "${output}")
list(LENGTH found found)
if(NOT output MATCHES "${expected}" OR NOT found EQUAL 1)
  message(FATAL_ERROR "${found} errors, expected one and a message that matches '${expected}':\n${output}")
endif()
