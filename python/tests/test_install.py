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
            for name in ("py.typed", "_core.pyi", "environment.py", "solving.py"):
                self.assertTrue((Path(folder) / "ineq" / name).is_file(), name)
            script = "import ineq, importlib.metadata as m; print(ineq.__file__, m.version('ineq') == ineq.__version__)"
            run = subprocess.run(
                [sys.executable, "-c", script],
                capture_output=True, text=True, env={**os.environ, "PYTHONPATH": folder}, cwd=folder,
            )
            self.assertEqual(run.stdout.split(), [str(Path(folder) / "ineq" / "__init__.py"), "True"], run.stderr)
            # The agent that comes with the package, and the networks, are those that were installed.
            script = (
                "import ineq\n"
                "if ineq.has_networks(): print(ineq.prove('a+b = b+a', ineq.Agent.load()).end)\n"
                "print(*(line.split()[-1] for line in open('/proc/self/maps') if 'ineq_networks' in line))\n"
            )
            run = subprocess.run(
                [sys.executable, "-c", script],
                capture_output=True, text=True, env={**os.environ, "PYTHONPATH": folder}, cwd="/",
            )
            self.assertEqual(run.returncode, 0, run.stderr)
            if (Path(folder) / "ineq" / "ineq_networks.so").exists():
                self.assertEqual(set(run.stdout.split()), {"proven", str(Path(folder) / "ineq" / "ineq_networks.so")})


if __name__ == "__main__":
    unittest.main()
