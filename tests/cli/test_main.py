"""The program itself: help, version, wrong commands and arguments, and standard output that cannot be written."""

import subprocess
import unittest

from support import COMMANDS, EXAMPLES, INEQ, Case, needs_terminal


class Main(Case):
    def test_help_is_plain_text_of_80_columns(self):
        for arguments in (["--help"], *([command, "--help"] for command in COMMANDS)):
            with self.subTest(arguments):
                out, err = self.run_ineq(*arguments)
                self.assertEqual(err, "")
                self.assertNotIn("\n\n\n", out)
                for line in out.splitlines():
                    self.assertTrue(line.isprintable() and not line.endswith(" "), line)
                    self.assertLessEqual(len(line), 80, line)

    def test_what_the_system_refuses_is_said_plainly(self):
        name = "a" * 250  # too long with an ending
        _, err = self.run_ineq("generate", "-n", 1, "--out", self.folder / name, code=2)
        self.assertEqual(err, f"ineq: {self.folder / name}.checkpoint: File name too long\n")
        _, err = self.run_ineq("export", "--to", "coq", EXAMPLES, env={"TMPDIR": str(self.folder / "none")}, code=2)
        self.assertEqual(err, "ineq: no folder for temporary files (TMPDIR): No such file or directory\n")
        _, err = self.run_ineq("export", "--to", "coq", EXAMPLES, "--out", "/dev/full", code=2)
        self.assertEqual(err, "ineq: /dev/full: No space left on device\n")

    @needs_terminal
    def test_help_fills_the_terminal(self):
        for columns, expected in ((60, 60), (95, 95), (200, 100)):
            with self.subTest(columns):
                terminal = self.terminal("evaluate", "--help", columns=columns, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.assertEqual(terminal.finish(), 0)
                lines = [line for line in terminal.text.splitlines() if not line.startswith("  ineq ")]
                self.assertTrue(expected - 10 < max(map(len, lines)) <= expected, max(lines, key=len))

    def test_help_says_defaults_ranges_and_names(self):
        out = " ".join(self.run_ineq("prove", "--help")[0].split())
        for part in ("(best-first, breadth-first, mcts, random, default or the folder of a training run, or exec: with a command; default: best-first)", "(0 to 4096; default: 15)",
                     "--memory SIZE", "(default: no limit)", "-h, --help", "(default: the record's, or standard; standard, int-2021 or full)"):
            self.assertIn(part, out)

    def test_help_as_a_command(self):
        self.assertEqual(self.run_ineq("help"), self.run_ineq("--help"))
        self.assertEqual(self.run_ineq("help", "prove"), self.run_ineq("prove", "--help"))
        self.assertEqual(self.run_ineq("help", "prov", code=2)[1], self.run_ineq("prov", code=2)[1])
        for command in COMMANDS:
            self.assertRegex(self.run_ineq("help")[0], f"(?m)^  {command} ")

    def test_version(self):
        self.assertRegex(self.run_ineq("-V")[0], r"^ineq \d+\.\d+\.\d+\n$")
        self.assertEqual(self.run_ineq("-V"), self.run_ineq("--version"))

    def test_wrong_commands_and_arguments(self):
        commands = ", ".join(COMMANDS[:-1]) + " or " + COMMANDS[-1]
        cases = {
            (): f"expected a command: {commands} (see ineq --help)",
            ("chekc",): f"there is no command 'chekc' (did you mean 'check'?); expected {commands}",
            ("gen", "-n", "1"): f"there is no command 'gen' (did you mean 'generate'?); expected {commands}",
            ("frobnicate",): f"there is no command 'frobnicate'; expected {commands}",
            ("\x1b[2J",): f"there is no command '\\x1b[2J'; expected {commands}",
            ("--frobnicate",): "unexpected argument '--frobnicate' (see ineq --help)",
            ("check",): "missing argument 'files' (see ineq check --help)",
            ("check", "--rules", "x", "-"): "--rules: expected standard, int-2021 or full, found 'x' (see ineq check --help)",
            ("check", "--threads", "0", "-"): "--threads: expected a whole number from 1 to 1024, found '0' (see ineq check --help)",
            ("axioms", "z", "--x\n", "y"): "unexpected arguments 'z' '--x\\x0a' 'y' (see ineq axioms --help)",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                self.assertEqual(self.run_ineq(*arguments, code=2), ("", f"ineq: {message}\n"))

    def test_output_that_is_lost_is_noticed(self):
        for arguments in (["--help"], ["-V"], ["prove", "--help"], ["axioms"], ["axioms", "--markdown"], ["check", EXAMPLES],
                          ["check", "--json", EXAMPLES], ["generate", "-n", "1"], ["generate", "-n", "1", "--out", "-"], ["prove", "a=a"]):
            for to, message in ((">&-", "standard output is closed"), (">/dev/full", "standard output: No space left on device")):
                with self.subTest(arguments=arguments, to=to):
                    done = subprocess.run(["sh", "-c", f'"$@" {to}', "sh", INEQ, *arguments], stderr=subprocess.PIPE, text=True)
                    self.assertEqual(done.returncode, 2)
                    self.assertIn(f"ineq: {message}\n", done.stderr)

    def test_messages_that_are_lost_do_not_abort_the_program(self):
        for asked in (["prove", "a+b=b+a"], ["prove", "a="], ["export", "--to", "coq", EXAMPLES]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([INEQ, *asked], stdout=subprocess.DEVNULL, stderr=full)
            self.assertEqual(done.returncode, 2, asked)

    def test_a_program_that_prints_nothing_needs_no_output(self):
        path = self.folder / "out.jsonl"
        subprocess.run(["sh", "-c", '"$@" >&-', "sh", INEQ, "generate", "-n", "5", "--out", path], check=True, stderr=subprocess.DEVNULL)
        self.assertEqual(self.run_ineq("check", path)[0], "accepted 5, rejected 0\n")


if __name__ == "__main__":
    unittest.main()
