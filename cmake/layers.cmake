# SPDX-License-Identifier: MIT
# zermelo_compile_in_batches(TARGET [SIZE]): compiles SIZE sources of a target as one, so that shared headers are read
# once. With the default SIZE a compiler needs about 1 GiB. CMake excludes sources that have their own compile options.
# -D ZERMELO_BATCH_SIZE=0 combines all sources of a target, for tools that only read them.
function(zermelo_compile_in_batches target)
  set(size 8 ${ARGN} ${ZERMELO_BATCH_SIZE})
  list(GET size -1 size)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ZERMELO_BATCHES} UNITY_BUILD_BATCH_SIZE ${size})
  # GCC treats a source in a batch as a header, and warns of types in an anonymous namespace there.
  target_compile_options(${target} PRIVATE
    $<$<AND:$<BOOL:${ZERMELO_BATCHES}>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>)
endfunction()

# zermelo_add_layer(NAME): adds the library zermelo::NAME from the current folder, with the headers in include/ and all
# sources in src/.
function(zermelo_add_layer name)
  set(target zermelo_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp)
  add_library(${target} STATIC ${sources})
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:zermelo_warnings>)
  zermelo_compile_in_batches(${target})
  add_library(zermelo::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # Libraries that are not built are not installed; zermelo-config.cmake defines targets only for installed ones.
  install(TARGETS ${target} EXPORT zermelo-${name} OPTIONAL)
  install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  set_property(GLOBAL APPEND PROPERTY ZERMELO_LAYERS ${name})
endfunction()

# zermelo_share_headers(TARGET): reduces the compile time of a target whose speed is not critical, by less optimization
# and a precompiled header that these targets share. GCC uses the header only at the same level of optimization.
function(zermelo_share_headers target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_precompile_headers(${target} REUSE_FROM zermelo_shared_headers)
endfunction()

# zermelo_optimize_sources(LAYER SOURCES...): compiles SOURCES of a layer with full optimization and without the shared
# header, for loops over all positions and for benchmark kernels. Call this function after all others for the layer.
function(zermelo_optimize_sources layer)
  set(chosen ${ARGN})
  list(TRANSFORM chosen PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  get_target_property(sources zermelo_${layer} SOURCES)
  get_target_property(libraries zermelo_${layer} LINK_LIBRARIES)
  list(REMOVE_ITEM sources ${chosen})
  set_target_properties(zermelo_${layer} PROPERTIES SOURCES "${sources}")
  set(target zermelo_${layer}_scans)
  add_library(${target} OBJECT ${chosen})
  target_link_libraries(${target} PRIVATE ${libraries})
  target_include_directories(${target} PRIVATE include)
  zermelo_compile_in_batches(${target})
  target_sources(zermelo_${layer} PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()

# zermelo_add_fuzzers(LAYER LIBRARIES...): adds the fuzzers in the folder fuzz/ of a layer, and links use_table.cpp into
# each of them.
function(zermelo_add_fuzzers layer)
  set(shared ${PROJECT_SOURCE_DIR}/framework/storage/fuzz)
  file(GLOB fuzzers CONFIGURE_DEPENDS fuzz/*_fuzzer.cpp)
  foreach(file IN LISTS fuzzers)
    cmake_path(GET file STEM name)
    add_executable(${name} ${file} ${shared}/use_table.cpp)
    target_include_directories(${name} PRIVATE ${shared})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${name} PRIVATE zermelo::${layer} ${ARGN} zermelo_warnings)
  endforeach()
endfunction()
