"""`pip install --no-build-isolation .`: the package, with its compiled part built by CMake."""

import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
WORK = ROOT / "build" / "pip"  # setuptools would take `build`, which is CMake's


class BuildWithCMake(build_ext):
    def build_extension(self, ext: Extension) -> None:
        folder = Path(self.build_temp).resolve()
        package = Path(self.get_ext_fullpath(ext.name)).resolve().parent
        subprocess.run(
            [
                "cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release",
                "-DINEQ_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}", f"-DINEQ_PYTHON_DIR={package.parent}",
            ],
            check=True,
        )
        subprocess.run(["cmake", "--build", str(folder), "--target", "ineq_python"], check=True)


WORK.mkdir(parents=True, exist_ok=True)
setup(
    version=re.search(r"project\(ineq VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1),
    ext_modules=[Extension("ineq._core", sources=[])],
    cmdclass={"build_ext": BuildWithCMake},
    options={"build": {"build_base": str(WORK)}, "egg_info": {"egg_base": str(WORK)}},
)
