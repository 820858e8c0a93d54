# SPDX-License-Identifier: MIT
"""Tests the Debian packages that cpack makes of this build, like scripts/package: their fields, their contents, and
whether unpacked ones work. Nothing is built: missing libraries are left out."""

import ast
import os
import pathlib
import re
import shutil
import sys

import pytest

from script_calls import SOURCE, call, output_of

PROGRAM = pathlib.Path(os.environ["ZERMELO_PROGRAM"])
BUILD = PROGRAM.parent.parent
MISSING = [tool for tool in ("cpack", "dpkg", "dpkg-deb", "dpkg-shlibdeps", "file") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"there is no {' and no '.join(MISSING)}")
needs_python_package = pytest.mark.skipif(not (BUILD / "python/zermelo/_build.py").exists(),
                                          reason="the package for Python is not built")
PYTHON_PACKAGE = "usr/lib/python3/dist-packages/zermelo"


def out(*arguments):
    return output_of(call(*arguments))


@pytest.fixture(scope="module", name="packages")
def fixture_packages(tmp_path_factory):
    """The packages by name. They are not compressed, and cpack does not start `cmake -E env LC_ALL=C file PATH` for each
    header and page: both take longest."""
    folder = tmp_path_factory.mktemp("packed")
    cmake = tmp_path_factory.mktemp("tools") / "cmake"
    cmake.write_text("#!/bin/sh\nshift 2\n"
                     "case $3 in ./usr/include/*|./usr/share/*) echo \"$3: text\" ;; *) exec env \"$@\" ;; esac\n",
                     encoding="ascii")
    cmake.chmod(0o755)
    done = call("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none",
                "-D", f"CMAKE_COMMAND={cmake}", cwd=folder)
    assert done.returncode == 0, done
    return {path.name.split("_")[0]: path for path in folder.glob("*.deb")}


@pytest.fixture(scope="module", name="root")
def fixture_root(packages, tmp_path_factory):
    """The folder of the unpacked packages."""
    folder = tmp_path_factory.mktemp("unpacked")
    for package in packages.values():
        out("dpkg-deb", "-x", package, folder)
    return folder


def control(package):
    """The fields of a package, lists as sets of names."""
    fields = dict(line.split(": ", 1) for line in out("dpkg-deb", "-f", package).splitlines() if line and line[0] != " ")
    for name in {"Depends", "Recommends", "Suggests"} & fields.keys():
        fields[name] = {re.sub(r" .*", "", entry) for entry in fields[name].split(", ")}
    return fields


def contents(package):
    """The mode, the owner and the path of each file in a package."""
    lines = [line.split(maxsplit=5) for line in out("dpkg-deb", "-c", package).splitlines()]
    return [(mode, owner, path.removeprefix(".")) for mode, owner, _, _, _, path in lines]


def test_packages_match_the_built_programs(packages):
    has_ranks = (BUILD / "bin/zermelo-mpi").exists()
    assert sorted(packages) == (["zermelo", "zermelo-mpi"] if has_ranks else ["zermelo"])
    version = re.match(r"zermelo (\S+)", out(PROGRAM, "--version"))[1]
    architecture = out("dpkg", "--print-architecture").strip()
    for name, package in packages.items():
        assert package.name == f"{name}_{version}_{architecture}.deb"
        fields = control(package)
        assert (fields["Package"], fields["Version"], fields["Architecture"]) == (name, version, architecture)
        assert re.fullmatch("[^<>]+ <[^<>@]+@[^<>@]+>", fields["Maintainer"])
        assert fields["Section"] == "math" and fields["Description"] == "Solves finite two-player games completely"
        assert {"libc6", "libstdc++6", "libtbb12"} <= fields["Depends"]
        assert any(need.startswith("libhdf5") for need in fields["Depends"])
        if architecture == "amd64":
            assert ("sse4.2-support" in fields["Depends"]) == (name == "zermelo")
        needs_mpi = any("mpi" in need for need in fields["Depends"])
        assert needs_mpi == (name == "zermelo-mpi")
    if has_ranks:
        assert "zermelo" in control(packages["zermelo-mpi"])["Depends"]
        files = [path for _, _, path in contents(packages["zermelo-mpi"]) if not path.endswith("/")]
        assert files == ["/usr/bin/zermelo-mpi"]


def test_recommended_and_suggested_packages_match_python_imports(packages, root):
    scripts = [*(root / "usr/share/zermelo/scripts").rglob("*.py"), *(root / PYTHON_PACKAGE).rglob("*.py")]
    imported = set()
    for script in scripts:
        for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add(node.module.split(".")[0])
    imported -= set(sys.stdlib_module_names) | {script.stem for script in scripts} | {"modules", "zermelo"}
    assert {"h5py", "numpy", "matplotlib"} <= imported
    fields = control(packages["zermelo"])
    named = {name for name in fields["Recommends"] | fields["Suggests"] if name.startswith("python3")}
    # xarray reads tables by h5netcdf, as the pages show.
    assert named == {"python3", "python3-h5netcdf", *(f"python3-{module}" for module in imported)}
    assert {"python3-h5py", "python3-numpy", "python3-matplotlib"} <= fields["Recommends"]


def test_package_dependencies_match_those_installed_by_scripts(packages):
    text = (SOURCE / "scripts/lib.sh").read_text(encoding="utf-8")
    lists = re.findall(r"^(?:packages|python_packages|test_packages)=\((.*?)\)", text, re.MULTILINE | re.DOTALL)
    installed = {name for names in lists for name in names.split()}
    fields = control(packages["zermelo"])
    assert fields["Recommends"] <= installed
    assert fields["Suggests"] - {"bash-completion", "python3-tqdm"} <= installed
    assert {name for name in installed if name.startswith("lib")} <= fields["Suggests"]


def test_package_files_are_below_usr_owned_by_root_and_readable(packages):
    for package in packages.values():
        listed = contents(package)
        for mode, owner, path in listed:
            assert owner == "root/root" and path.startswith("/usr/"), path
            is_run = re.match("/usr/(bin/zermelo(-mpi)?|share/zermelo/(new_game|scripts/(check_strategy|games_table|plot_(?!style)[a-z]+).py))$", path)
            expected = "drwxr-xr-x" if path.endswith("/") else "-rwxr-xr-x" if is_run else "-rw-r--r--"
            assert mode == expected, path


def test_package_contains_the_files_of_scripts_install(root):
    for path in ("bin/zermelo", "lib/cmake/zermelo/zermelo-config.cmake", "include/zermelo/core/game/game.hpp",
                 "share/zermelo/new_game", "share/zermelo/scripts/plot_table.py",
                 "share/zermelo/framework/docs/tutorial.md"):
        assert (root / "usr" / path).is_file(), path
    completion = (root / "usr/share/bash-completion/completions/zermelo").read_text(encoding="utf-8")
    assert completion == (SOURCE / "framework/cli/completion.bash").read_text(encoding="utf-8")
    assert (root / "usr/share/doc/zermelo/copyright").read_text(encoding="utf-8") == (SOURCE / "LICENSE").read_text(encoding="utf-8")


def test_package_files_do_not_contain_the_build_folder(root):
    build_type = re.search(r"^CMAKE_BUILD_TYPE:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
    if build_type != "Release":
        pytest.skip(f"assertions and debug information of a build of type {build_type} name its sources")
    files = [path for path in root.rglob("*") if path.is_file()]
    assert len(files) > 100
    for path in files:
        content = path.read_bytes()
        for folder in ("framework", "games", "build"):
            assert os.fsencode(f"{SOURCE}/{folder}/") not in content, path


def test_unpacked_package_runs_the_program(root, tmp_path):
    program = root / "usr/bin/zermelo"
    assert out(program, "list") == out(PROGRAM, "list")
    assert out(program, "--version") == out(PROGRAM, "--version")
    assert "\nvalue       a tie in 9 plies\n" in out(program, "solve", "mnk", "--quiet", "-o", tmp_path / "mnk.h5")


@needs_python_package
def test_unpacked_package_draws_tables(root, tmp_path):
    out(root / "usr/bin/zermelo", "solve", "mnk", "--quiet", "-o", tmp_path / "mnk.h5")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = call(root / "usr/share/zermelo/scripts/plot_table.py", tmp_path / "mnk.h5", cwd=tmp_path, env=environment)
    assert output_of(done) == f"{tmp_path / 'mnk.png'}\n"


@needs_python_package
def test_unpacked_python_package_can_be_imported(root):
    assert (root / PYTHON_PACKAGE / "py.typed").is_file() and (root / PYTHON_PACKAGE / "_core.pyi").is_file()
    solve = "import zermelo; print(zermelo.__file__, zermelo.solve_graph([0, 1, 1], [1], [0, 1], [0, 0]).outcome)"
    done = call("/usr/bin/python3", "-B", "-c", solve, env={**os.environ, "PYTHONPATH": str((root / PYTHON_PACKAGE).parent)})
    assert output_of(done) == f"{root / PYTHON_PACKAGE / '__init__.py'} [1 2]\n"


def test_unpacked_new_game_writes_a_project(root, tmp_path):
    output = out(root / "usr/share/zermelo/new_game", "nim", tmp_path / "nim")
    assert f"-DCMAKE_PREFIX_PATH={root}/usr " in output
