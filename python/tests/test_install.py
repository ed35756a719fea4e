"""`pip install .` makes a package that works by itself: types, stubs, compiled part and metadata."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Install(unittest.TestCase):
    def test_pip(self):
        if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
            self.skipTest("pip is not installed")
        with tempfile.TemporaryDirectory() as folder:
            install = ["pip", "install", "--no-build-isolation", "--no-deps", "--target", folder, str(ROOT)]
            done = subprocess.run([sys.executable, "-m", *install], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            for name in ("py.typed", "_core.pyi", "environment.py"):
                self.assertTrue((Path(folder) / "ineq" / name).is_file(), name)
            script = "import ineq, importlib.metadata as m; print(ineq.__file__, m.version('ineq') == ineq.__version__)"
            run = subprocess.run(
                [sys.executable, "-c", script],
                capture_output=True, text=True, env={**os.environ, "PYTHONPATH": folder}, cwd=folder,
            )
            self.assertEqual(run.stdout.split(), [str(Path(folder) / "ineq" / "__init__.py"), "True"], run.stderr)


if __name__ == "__main__":
    unittest.main()
