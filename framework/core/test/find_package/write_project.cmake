# SPDX-License-Identifier: MIT
# cmake -D NEW_GAME=script -D NAME=game -D FOLDER=project -P write_project.cmake: has the script write the project,
# and keeps what is as it was, so that it is not built again.
set(fresh ${FOLDER}.fresh)
file(REMOVE_RECURSE ${fresh})
execute_process(COMMAND ${NEW_GAME} ${NAME} ${fresh} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB files RELATIVE ${fresh} ${fresh}/*)
file(MAKE_DIRECTORY ${FOLDER})
foreach(file IN LISTS files)
  file(COPY_FILE ${fresh}/${file} ${FOLDER}/${file} ONLY_IF_DIFFERENT)
endforeach()
