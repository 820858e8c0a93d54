# SPDX-License-Identifier: MIT
"""The build and the scripts in surroundings that not every developer has: a path with blanks, a package that is not there,
a checkout that cannot be written.

Needs ZERMELO_SOURCE_DIR.
"""

import os
import pathlib
import shutil
import stat
import subprocess
import tempfile

import pytest

SOURCE = pathlib.Path(os.environ["ZERMELO_SOURCE_DIR"])
NOBODY = 65534  # root may write everything


@pytest.fixture(name="checkout")
def fixture_checkout():
    """A copy of the sources in a folder with a blank, which everybody may read."""
    with tempfile.TemporaryDirectory(prefix="zermelo surroundings ") as folder:
        os.chmod(folder, 0o755)
        copied = pathlib.Path(folder) / "a copy"
        shutil.copytree(SOURCE, copied, symlinks=True,
                        ignore=lambda at, _: ["build", ".git", "tables"] if pathlib.Path(at) in (SOURCE, SOURCE / "data") else [])
        yield copied
        set_writable(copied, True)


def set_writable(folder, is_writable):
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | stat.S_IWUSR if is_writable else mode & ~0o222)


def configure(checkout, *options):
    """The targets, and the lines that CMake prints."""
    done = subprocess.run(["cmake", "-G", "Ninja", "-S", checkout, "-B", checkout / "build" / "made", *options],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    told = subprocess.run(["ninja", "-C", checkout / "build" / "made", "-t", "targets", "all"], capture_output=True,
                          text=True, check=True)
    tests = subprocess.run(["ctest", "--test-dir", checkout / "build" / "made", "-N"], capture_output=True, text=True,
                           check=False).stdout
    return told.stdout, tests, done.stdout.splitlines()


WITHOUT_MPI = "zermelo: MPI is not found; zermelo::distributed and the program zermelo-mpi are left out"


def left_out(lines):
    """What CMake says is left out, but for MPI, which this machine need not have."""
    return [line for line in lines if "left out" in line and line != WITHOUT_MPI]


def test_a_path_with_blanks_is_built_and_tested(checkout):
    targets, tests, lines = configure(checkout)
    assert "bin/core_test: " in targets and "scripts/zermelo_table_test.py" in tests
    assert left_out(lines) == []
    build = checkout / "build" / "made"
    subprocess.run(["ninja", "-C", build, "zermelo_version"], capture_output=True, check=True)
    assert any(b"git_revision" in path.read_bytes() for path in build.rglob("version.cpp"))
    done = subprocess.run([checkout / "scripts" / "check_layers"], cwd="/", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_googletest_the_program_is_built_and_a_line_says_what_is_not(checkout):
    targets, tests, lines = configure(checkout, "-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON")
    assert "bin/zermelo: " in targets and "_test: " not in targets and "testkit" not in targets
    assert "Total Tests: 0" in tests or "No tests were found" in tests or tests == ""
    assert [line for line in lines if "GTest" in line or "GoogleTest" in line] == [
        "zermelo: GoogleTest (GTest) is not found; the testkit and the tests are left out"]


def test_without_google_benchmark_the_program_is_built_and_a_line_says_what_is_not(checkout):
    targets, _, lines = configure(checkout, "-DZERMELO_BUILD_BENCHMARKS=ON", "-DZERMELO_BUILD_TESTS=OFF",
                                  "-DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON")
    assert "bin/zermelo: " in targets and "zermelo_benchmarks" not in targets
    assert [line for line in lines if "enchmark" in line] == [
        "zermelo: Google Benchmark (benchmark) is not found; the microbenchmarks are left out"]


def test_without_mpi_the_program_is_built_and_a_line_says_what_is_not(checkout):
    targets, tests, lines = configure(checkout, "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON")
    assert "bin/zermelo: " in targets and "zermelo-mpi" not in targets and "distributed_test" not in targets
    assert "bin/core_test: " in targets and "distributed" not in tests
    assert WITHOUT_MPI in lines


def test_without_a_module_of_python_its_tests_are_left_out_and_a_line_says_so(checkout):
    bare = checkout / "bare python"
    bare.write_text("#!/bin/sh\nexec /usr/bin/python3 -I -S \"$@\"\n")  # none but Python's own modules
    bare.chmod(0o755)
    targets, tests, lines = configure(checkout, f"-DZERMELO_PYTHON={bare}")
    assert "bin/core_test: " in targets and ".py" not in tests and "docs:any_graph" in tests
    assert left_out(lines) == [
        f"zermelo: {bare} has no pytest h5py numpy matplotlib xarray netCDF4 h5netcdf; the tests in Python are left out "
        "(ZERMELO_PYTHON)"]


def steps_of_all(checkout):
    """The commands that build everything."""
    return subprocess.run(["ninja", "-C", checkout / "build" / "made", "-t", "commands", "all"], capture_output=True,
                          text=True, check=True).stdout


def test_a_game_that_is_not_in_the_list_is_built_only_if_its_test_is_asked_for(checkout):
    program = checkout / "games" / "zermelo.cpp"
    listed = program.read_text()
    subprocess.run([checkout / "scripts" / "new_game", "half_written"], stdout=subprocess.DEVNULL, check=True)
    listed_with_it = program.read_text()
    program.write_text(listed)
    targets, tests, lines = configure(checkout)
    assert "bin/half_written_test: " in targets and "half_written" not in tests
    assert left_out(lines) == [
        "zermelo: the game games/half_written is left out; it is not in the list in games/zermelo.cpp"]
    steps = steps_of_all(checkout)
    assert "mnk.cpp" in steps and "half_written" not in steps
    # A line in the list makes it a game like the others.
    program.write_text(listed_with_it)
    _, _, lines = configure(checkout)
    assert left_out(lines) == []
    steps = steps_of_all(checkout)
    assert "half_written/half_written.cpp" in steps and "half_written_test.cpp" in steps


def run_read_only(checkout, *words):
    """scripts/run by somebody who may not write there, on a machine that has all packages."""
    programs = checkout / "programs"
    programs.mkdir()
    (programs / "dpkg-query").write_text("#!/bin/sh\nshift 3\nprintf 'installed %s\\n' \"$@\"\n")
    (programs / "dpkg-query").chmod(0o755)
    path = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    set_writable(checkout, False)
    somebody = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run([checkout / "scripts" / "run", *words], capture_output=True, text=True, check=False, env=path,
                          **somebody)
    set_writable(checkout, True)
    return done


@pytest.fixture(name="built")
def fixture_built(checkout):
    """A checkout with a program that says how it was called."""
    program = checkout / "build" / "release" / "bin" / "zermelo"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho called \"$@\"\n")
    program.chmod(0o755)
    return checkout


def test_a_read_only_checkout_runs_what_is_built(built):
    done = run_read_only(built, "list", "a b")
    assert (done.returncode, done.stdout, done.stderr) == (0, "called list a b\n", "")


def test_a_read_only_checkout_says_that_the_program_is_older_than_its_sources(built):
    source = built / "games" / "zermelo.cpp"
    os.utime(source, ns=(2 * 10**18, 2 * 10**18))
    done = run_read_only(built, "list")
    assert (done.returncode, done.stdout) == (0, "called list\n")
    assert done.stderr == (f"zermelo: {built}/build/release cannot be written; build/release/bin/zermelo is used as it is, "
                           "but games/zermelo.cpp is newer\n")


def test_a_read_only_checkout_without_a_program_is_one_line(checkout):
    done = run_read_only(checkout, "list")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (f"zermelo: {checkout}/build/release cannot be written, and build/release/bin/zermelo is not "
                           "built\n")


def test_a_read_only_checkout_has_no_room_for_the_tour(built):
    done = run_read_only(built)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"zermelo: the tour stores tables in {built}/data/tables, which cannot be written\n"
