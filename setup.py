"""`pip install --no-build-isolation .`: the package, with its compiled part built by CMake."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
WORK = ROOT / "build" / "pip"  # setuptools would take `build`, which is CMake's


class BuildWithCMake(build_ext):
    def build_extension(self, ext: Extension) -> None:
        # A folder in which CMake has built the project already saves the time to do it again.
        folder = Path(os.environ.get("INEQ_CMAKE_BUILD", self.build_temp)).resolve()
        if not (folder / "CMakeCache.txt").exists():
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DINEQ_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"]
            subprocess.run(["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(folder), *options], check=True)
        subprocess.run(["cmake", "--build", str(folder), "--target", "ineq_python"], check=True)
        package = Path(self.get_ext_fullpath(ext.name)).parent
        package.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "python" / "ineq" / Path(self.get_ext_filename(ext.name)).name, package)
        # The compiled part finds the networks, which only a build with libtorch has, and the agents beside it.
        networks = folder / "ineq_networks.so"
        if networks.exists():
            shutil.copy(networks, package)
        shutil.copytree(ROOT / "agents", package / "agents", dirs_exist_ok=True)


WORK.mkdir(parents=True, exist_ok=True)
setup(
    version=re.search(r"project\(ineq VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1),
    ext_modules=[Extension("ineq._core", sources=[])],
    cmdclass={"build_ext": BuildWithCMake},
    options={"build": {"build_base": str(WORK)}, "egg_info": {"egg_base": str(WORK)}},
)
