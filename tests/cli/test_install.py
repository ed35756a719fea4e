"""`cmake --install` puts program, libraries, headers and manual page where others find them."""

import subprocess
import unittest
from pathlib import Path

from support import INEQ, SOURCE, Case

BUILD = Path(INEQ).parent


class Install(Case):
    def call(self, *command):
        done = subprocess.run([*map(str, command)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_another_project_uses_it(self):
        prefix, build = self.folder / "prefix", self.folder / "build"
        self.call("cmake", "--install", BUILD, "--prefix", prefix)
        self.assertEqual(self.call(prefix / "bin" / "ineq", "--version"), self.call(INEQ, "--version"))
        manual = (prefix / "share" / "man" / "man1" / "ineq.1").read_text()
        for heading in (".SH NAME", ".SH INEQ GENERATE", ".SH INEQ AXIOMS", "\n  \\-\\-resume "):
            self.assertIn(heading, manual)
        self.call("cmake", "-S", SOURCE / "tests" / "consumer", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
                  "-DCMAKE_BUILD_TYPE=Debug")
        self.call("cmake", "--build", build)
        self.assertRegex(self.call(build / "consumer"), r"^proven in \d steps\n$")
        self.assertIn("Figure 2", self.call(prefix / "bin" / "ineq", "experiment", "list"))
        if (BUILD / "ineq_networks.so").exists():
            self.assertIn("proven", self.call(prefix / "bin" / "ineq", "prove", "--agent", "default", "a+b = b+a"))


if __name__ == "__main__":
    unittest.main()
