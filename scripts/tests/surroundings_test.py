# SPDX-License-Identifier: MIT
"""Tests the build and the scripts in unusual environments: a path with blanks, a missing package, a read-only
checkout."""

import os
import pathlib
import shutil
import stat
import subprocess
import tempfile

import pytest

from message_pattern import matches
from script_calls import SOMEBODY_ELSE, SOURCE, call, output_of

LAYERS_OF_THE_PROGRAM = ("core", "formats", "storage", "catalog", "solving", "tables", "study", "serve", "cli")


@pytest.fixture(scope="module", name="checkout")
def fixture_checkout():
    """A copy of the sources in a folder with a blank that all users may read. It has a new game: half_written."""
    with tempfile.TemporaryDirectory(prefix="zermelo surroundings ") as folder:
        os.chmod(folder, 0o755)
        copied = pathlib.Path(folder) / "a copy"
        shutil.copytree(SOURCE, copied, symlinks=True,
                        ignore=lambda at, _: ["build", ".git", "tables"] if pathlib.Path(at) in (SOURCE, SOURCE / "data") else [])
        output_of(call(copied / "scripts/new_game", "half_written"))
        yield copied


def set_writable(folder, is_writable):
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | stat.S_IWUSR if is_writable else mode & ~0o222)


def write_program(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="ascii")
    file.chmod(0o755)


def configure(checkout, *options):
    """Configures; returns targets, tests and the output of CMake. CMake caches its results about the compiler between
    calls, but not the options."""
    build = checkout / "build" / "made"
    unset = ("CMAKE_DISABLE_*", "ZERMELO_*", "GTest_DIR", "benchmark_DIR", "pybind11_DIR", "MPI_*")
    done = subprocess.run(["cmake", "-G", "Ninja", "-S", checkout, "-B", build, *(f"-U{name}" for name in unset), *options],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return ninja_tool(checkout, "targets", "all"), call("ctest", "--test-dir", build, "-N").stdout, done.stdout.splitlines()


def ninja_tool(checkout, *arguments):
    return output_of(call("ninja", "-C", checkout / "build" / "made", "-t", *arguments))


WITHOUT_MPI = "zermelo: MPI is not found; zermelo::distributed and the program zermelo-mpi are left out"


def left_out(lines):
    """The parts that CMake reports as left out, except MPI, which this machine may lack."""
    return [line for line in lines if "left out" in line and line != WITHOUT_MPI]


def without(*packages):
    return [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in packages]


WITHOUT_PYBIND11 = ("zermelo: /usr/bin/python3 has no headers (python3-dev) or no pybind11 (pybind11-dev); the package for "
                    "Python is left out (ZERMELO_PYTHON)")


def test_build_without_optional_packages_builds_program_and_lists_omissions(checkout):
    targets, tests, lines = configure(checkout, "-DZERMELO_BUILD_BENCHMARKS=ON",
                                      *without("GTest", "benchmark", "MPI", "pybind11"))
    assert "bin/zermelo: " in targets
    for name in ("_test: ", "testkit", "zermelo_benchmarks", "zermelo-mpi", "zermelo_python"):
        assert name not in targets
    assert "Total Tests: 0" in tests or "No tests were found" in tests or tests == ""
    assert left_out(lines) == [
        "zermelo: GoogleTest (GTest) is not found; the testkit and the tests are left out",
        "zermelo: Google Benchmark (benchmark) is not found; the microbenchmarks are left out",
        WITHOUT_PYBIND11]
    assert WITHOUT_MPI in lines


def test_build_without_mpi_and_pybind11_builds_and_tests_the_rest(checkout):
    targets, tests, lines = configure(checkout, *without("MPI", "pybind11"))
    assert "bin/zermelo: " in targets and "zermelo-mpi" not in targets and "distributed_test" not in targets
    assert "zermelo_python" not in targets and "framework/python" not in tests
    assert "bin/core_test: " in targets and "distributed" not in tests and "framework/cli" in tests
    assert left_out(lines) == [WITHOUT_PYBIND11] and WITHOUT_MPI in lines


def test_build_omits_tests_without_python_modules_and_game_without_catalog_line(checkout):
    bare = checkout / "bare python"
    write_program(bare, 'exec /usr/bin/python3 -I -S "$@"')  # only Python's own modules
    catalog = checkout / "games" / "catalog.cpp"
    listed = catalog.read_text()
    shutil.copy(SOURCE / "games" / "catalog.cpp", catalog)
    targets, tests, lines = configure(checkout, f"-DZERMELO_PYTHON={bare}")
    catalog.write_text(listed)
    assert "bin/core_test: " in targets and ".py" not in tests and "docs:any_graph" in tests
    assert "bin/half_written_test: " in targets and "half_written" not in tests
    assert left_out(lines) == [
        f"zermelo: {bare} has no pytest h5py numpy matplotlib xarray netCDF4 h5netcdf mypy networkx; the "
        "tests in Python are left out (ZERMELO_PYTHON)",
        "zermelo: the game games/half_written is left out; it is not in the list in games/catalog.cpp"]
    steps = ninja_tool(checkout, "commands", "all")
    assert "mnk.cpp" in steps and "half_written" not in steps


@pytest.fixture(scope="module", name="configured")
def fixture_configured(checkout):
    return configure(checkout)


def test_checkout_path_with_blanks_is_built_and_tested(checkout, configured):
    targets, tests, lines = configured
    assert "bin/core_test: " in targets and "scripts/tests/plot_table_test.py" in tests
    assert left_out(lines) == []
    steps = ninja_tool(checkout, "commands", "all")
    assert "half_written/half_written.cpp" in steps and "half_written_test.cpp" in steps
    build = checkout / "build" / "made"
    output_of(call("ninja", "-C", build, "zermelo_version"))
    assert any(b"git_revision" in path.read_bytes() for path in build.rglob("version.cpp"))
    output_of(call(checkout / "scripts/check_layers", cwd="/"))


def test_single_target_builds_all_installed_files(checkout, configured):
    targets, _, _ = configured
    reported = ninja_tool(checkout, "commands", "zermelo_installed")
    built = {name for name in (*LAYERS_OF_THE_PROGRAM, "testkit", "distributed")
             if f"libzermelo_{name}.a: " in targets}
    assert {name for name in built if f"framework/{name}/libzermelo_{name}.a" in reported} == built
    assert len(built) >= len(LAYERS_OF_THE_PROGRAM) and ("bin/zermelo-mpi" in reported) == ("distributed" in built) and "bin/core_test" not in reported


@pytest.mark.parametrize("arguments, message", [
    *[(arguments, "expected one ...; see scripts/install -h")
      for arguments in ([], ["a", "b"], ["--prefix"])],
    (["README.md/x"], "cannot write {at}/README.md/x: {at}/README.md ..."),
])
def test_install_rejects_unsuitable_folder_in_one_line(arguments, message):
    done = call(SOURCE / "scripts/install", *arguments, cwd=SOURCE)
    assert (done.returncode, done.stdout) == (1, "") and matches(f"zermelo: {message.format(at=SOURCE)}\n", done.stderr)


@pytest.mark.usefixtures("configured")
def test_install_omits_what_is_not_built(checkout):
    """Installs after `scripts/run`, which builds only the program."""
    build, prefix = checkout / "build" / "made", checkout / "installed here"
    for layer in LAYERS_OF_THE_PROGRAM:
        (build / "framework" / layer / f"libzermelo_{layer}.a").write_bytes(b"!<arch>\n")
    (build / "bin").mkdir(exist_ok=True)
    shutil.copy("/bin/true", build / "bin" / "zermelo")
    output_of(call("cmake", "--install", build, "--prefix", prefix))
    assert sorted(path.name for path in prefix.rglob("*.a")) == [
        f"libzermelo_{layer}.a" for layer in sorted(LAYERS_OF_THE_PROGRAM)]

    project = checkout / "a project"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\n"
        "find_package(zermelo REQUIRED COMPONENTS cli)\n"
        "foreach(layer core cli testkit distributed)\nif(TARGET zermelo::${layer})\nmessage(NOTICE \"has ${layer}\")\n"
        "endif()\nendforeach()\nfind_package(zermelo REQUIRED COMPONENTS testkit)\n", encoding="ascii")
    found = subprocess.run(["cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert [line for line in found.stdout.splitlines() if line.startswith("has ")] == ["has core", "has cli"], found.stdout
    assert found.returncode == 1 and "zermelo::testkit is not" in " ".join(found.stdout.split())


def run_read_only(checkout, *arguments, script="run"):
    """Runs a script as a user without write access, on a machine with all packages."""
    programs = checkout / "debian programs"
    write_program(programs / "dpkg-query", "shift 3\nprintf 'installed %s\\n' \"$@\"")
    set_writable(checkout, False)
    try:
        return call(checkout / "scripts" / script, *arguments, **SOMEBODY_ELSE,
                    env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"})
    finally:
        set_writable(checkout, True)


CLANG = "/usr/bin/clang++-14"


# Without --fresh CMake keeps only the compiler, and omits the sanitizers.
@pytest.mark.parametrize("compiler, is_older_than_packages, options", [
    ("/usr/bin/c++", False, "--preset asan-ubsan --fresh"),
    (CLANG, False, None),
    pytest.param(CLANG, True, "--preset asan-ubsan", marks=pytest.mark.skipif(
        not os.path.exists("/var/lib/dpkg/status"), reason="needs Debian's list of packages")),
])
def test_build_folder_is_reconfigured_for_another_compiler_or_new_packages(checkout, compiler, is_older_than_packages,
                                                                                 options):
    folder = checkout / "build" / "asan-ubsan"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "CMakeCache.txt").write_text(f"CMAKE_CXX_COMPILER:FILEPATH={compiler}\n", encoding="ascii")
    (folder / "build.ninja").write_text("", encoding="ascii")
    if is_older_than_packages:
        os.utime(folder / "build.ninja", (0, 0))
    programs = checkout / "programs"
    write_program(programs / "cmake", 'echo "$@"')
    variables = {name: value for name, value in os.environ.items() if name != "ZERMELO_WERROR"}
    done = call("bash", "-c", "source scripts/lib.sh; configure asan-ubsan", cwd=checkout,
                env={**variables, "PATH": f"{programs}:{os.environ['PATH']}"})
    assert done.returncode == 0, done
    assert done.stderr == (f"zermelo: configuring build/asan-ubsan\n{options}\n" if options else "")


@pytest.fixture(name="built")
def fixture_built(checkout):
    """A checkout with a program that prints its arguments."""
    program = checkout / "build/release/bin/zermelo"
    write_program(program, 'echo called "$@"')
    yield checkout
    shutil.rmtree(program.parent.parent)


def test_read_only_checkout_runs_built_program(built):
    assert output_of(run_read_only(built, "list", "a b")) == "called list a b\n"


def test_read_only_checkout_warns_of_outdated_program(built):
    source = built / "games" / "catalog.cpp"
    then = source.stat().st_mtime_ns
    os.utime(source, ns=(2 * 10**18, 2 * 10**18))
    done = run_read_only(built, "list")
    os.utime(source, ns=(then, then))
    assert (done.returncode, done.stdout) == (0, "called list\n")
    assert matches(f"zermelo: cannot write {built}/build/release; ... games/catalog.cpp is newer\n", done.stderr)


@pytest.mark.parametrize("script, arguments, is_built, message", [
    ("run", ["list"], False, "cannot write {at}/build/release, ... build/release/bin/zermelo ..."),
    ("run", [], True, "cannot write {at}/data/tables, ..."),
    ("install", [tempfile.gettempdir()], False, "cannot write {at}/build/release, ..."),
])
def test_read_only_checkout_rejects_commands_that_write(request, checkout, script, arguments, is_built, message):
    if is_built:
        request.getfixturevalue("built")
    done = run_read_only(checkout, *arguments, script=script)
    assert (done.returncode, done.stdout) == (1, "") and matches(f"zermelo: {message.format(at=checkout)}\n", done.stderr)
