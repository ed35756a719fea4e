"""The examples in docstrings do what they show, and the type stubs say what is there."""

import contextlib
import doctest
import importlib.util
import inspect
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import ineq
import ineq._core
import ineq.environment
import ineq.solving

ROOT = Path(__file__).resolve().parents[2]


def documented(module):
    """Everything of the module with a docstring, members of classes included."""
    yield module.__name__, inspect.getdoc(module)
    for name, value in vars(module).items():
        if getattr(value, "__module__", None) != module.__name__:
            continue
        yield f"{module.__name__}.{name}", inspect.getdoc(value)
        if inspect.isclass(value):
            for member, what in vars(value).items():
                yield f"{module.__name__}.{name}.{member}", inspect.getdoc(what)


class Docs(unittest.TestCase):
    def test_examples(self):
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        names = {**vars(ineq), **vars(ineq.environment), **vars(ineq.solving), **vars(ineq._core)}
        run = 0
        for module in (ineq, ineq.environment, ineq.solving, ineq._core):
            for name, text in documented(module):
                if "Agent." in (text or "") and not ineq.has_networks():
                    continue
                test = parser.get_doctest(text or "", dict(names), name, None, 0)
                run += len(test.examples)
                runner.run(test)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(run, 50)

    def test_blocks_of_the_documents(self):
        """The blocks of a page are one program, which runs in an empty folder."""
        programs = {}
        for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
            blocks = re.findall(r"```python\n(.*?)```", path.read_text(), re.S)
            if blocks:
                programs[path.name] = "\n".join(blocks)
        self.assertLessEqual({"README.md", "environment.md", "training.md"}, set(programs))
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        for name, code in programs.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(code, name, "exec"), {"__name__": name})
                os.chdir(before)

    def test_everything_public_is_documented(self):
        for name in ineq.__all__:
            value = getattr(ineq, name)
            if callable(value):
                self.assertTrue(inspect.getdoc(value), name)
            if inspect.isclass(value):
                for member, what in vars(value).items():
                    if callable(what) and not member.startswith("_"):
                        self.assertTrue(inspect.getdoc(what), f"{name}.{member}")

    def test_the_page_of_the_package_has_every_public_name(self):
        page = (ROOT / "docs" / "python.md").read_text()
        named = set(re.findall(r"`(\w+)", page))
        self.assertEqual([name for name in ineq.__all__ if name not in named], [])
        in_tables = set(re.findall(r"^\| `(\w+)", page, re.M))
        self.assertLessEqual(in_tables, set(ineq.__all__))

    def test_signatures_of_the_page(self):
        """The parameters that the page names exist."""
        page = (ROOT / "docs" / "python.md").read_text()
        for name, parameters in re.findall(r"^\| `(\w+)\(([^`]*)\)` \|", page, re.M):
            value = getattr(ineq, name)
            text = inspect.getdoc(value.__init__ if inspect.isclass(value) else value) or ""
            try:
                text += str(inspect.signature(value))
            except ValueError:
                pass  # of pybind11: the docstring has it
            for parameter in re.findall(r"(\w+)(?=[,=]|$)", re.sub(r"=\S+?(?=,|$)|\*\*\w+", "", parameters)):
                self.assertIn(parameter, text, name)

    def mypy(self, *arguments):
        """What a command of mypy complains about."""
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not installed")
        done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)
        lines = (done.stdout + done.stderr).splitlines()
        return done.returncode, [line for line in lines if line and not line.startswith(("Found", "Success"))]

    def test_stubs_say_what_is_there(self):
        _, lines = self.mypy("mypy.stubtest", "--concise", "ineq._core")
        # Of every class of pybind11; not a thing that stubs can say.
        noise = ("metaclass differs", '__init__ is inconsistent, stub does not have *args argument "args"')
        self.assertEqual([line for line in lines if not line.endswith(noise)], [])

    def test_types(self):
        code, lines = self.mypy("mypy", "-p", "ineq")
        self.assertEqual((code, lines), (0, []))

    def test_examples_have_types(self):
        strict = ("--strict", "--ignore-missing-imports", "--allow-untyped-calls")  # PyTorch has no types everywhere
        examples = sorted(str(path) for path in (ROOT / "examples" / "python").glob("*.py"))
        code, lines = self.mypy("mypy", *strict, "-p", "ineq")
        self.assertEqual((code, lines), (0, []))
        for example in examples:  # all of them are modules of the same name
            code, lines = self.mypy("mypy", *strict, example)
            self.assertEqual((code, lines), (0, []), example)


if __name__ == "__main__":
    unittest.main()
