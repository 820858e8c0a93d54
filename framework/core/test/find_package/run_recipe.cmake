# SPDX-License-Identifier: MIT
# cmake -D RECIPE=file -P run_recipe.cmake: runs the commands that new_game printed, until one fails. Standard input is
# empty. The commands must test, solve and play the new game.
execute_process(COMMAND bash -eu ${RECIPE} INPUT_FILE /dev/null OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE
  COMMAND_ERROR_IS_FATAL ANY)
foreach(expected
    "100% tests passed, 0 tests failed out of [1-9]"
    "\nposition +heap=50 turn=first\nvalue +first wins in 25 plies\n"
    "\nverified +102 positions, entries right\n"
    "\nYou play first; second is played perfectly\\.")
  if(NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${RECIPE}: expected output that matches '${expected}'")
  endif()
endforeach()
