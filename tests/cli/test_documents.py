"""The documents and the help: every command that a page shows runs and prints what the page says."""

import re
import subprocess
import unittest

from support import COMMANDS, EXAMPLES, INEQ, SOURCE, Case


class Documents(Case):
    def test_help_has_examples(self):
        for command in COMMANDS:
            self.assertIn("Example", self.run_ineq(command, "--help")[0])

    def test_every_command_refuses_input_without_records(self):
        path = self.folder / "empty.jsonl"
        for content in ("", "\n \n"):
            path.write_text(content)
            for command in (["check"], ["stats"], ["evaluate", "--problems"], ["export", "--to", "coq"], ["episode"],
                            ["play", "--file"], ["prove", "--file"], ["score", "--proofs", EXAMPLES, "--problems"]):
                with self.subTest(command):
                    out, err = self.run_ineq(*command, path, code=2)
                    self.assertEqual(err, f"ineq: {path}: there are no records in it\n")
                    self.assertEqual(out, "accepted 0, rejected 0\n" if command == ["check"] else "")

    def test_no_page_overwrites_the_readme(self):
        pages = [SOURCE / "README.md", *(SOURCE / "docs").glob("*.md")]
        texts = [page.read_text() for page in pages] + [self.run_ineq("generate", "--help")[0]]
        for text in texts:
            self.assertNotRegex(text, r"--\w+ README\.md")

    def test_every_command_in_the_documents_runs(self):
        """Lines of a fenced block that begin with `$ `, with the output that follows them.

        They run in a copy of the repository, so that they neither need nor change the folder `build`. The test
        below runs the commands of statistics.md.
        """
        for path in SOURCE.iterdir():
            if not path.name.startswith("build"):
                (self.folder / path.name).symlink_to(path)
        (self.folder / "build").mkdir()
        (self.folder / "build" / "ineq").symlink_to(INEQ)
        count = 0
        for page in [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md"))]:
            if page.name == "statistics.md":
                continue
            for block in re.findall(r"```\n(.*?)```", page.read_text(), re.S):
                for command, expected in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", block, re.M):
                    done = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertIn(expected.strip(), done.stdout)
                    count += 1
        self.assertGreater(count, 0)

    def test_the_tables_of_the_statistics_are_what_the_commands_print(self):
        page = (SOURCE / "docs" / "statistics.md").read_text()
        commands = re.findall(r"```\n\$ build/ineq (stats .*)\n```\n\n((?:\|.*\n|\n(?=\|))*)", page)
        self.assertEqual(len(commands), 4)
        self.assertEqual(len(commands), len(re.findall(r"^\$ ", page, re.M)))
        for command, tables in commands:
            out, _ = self.run_ineq(*command.split())
            self.assertIn(tables.rstrip(), out)

    def test_the_page_of_the_generator_has_every_field(self):
        page = (SOURCE / "docs" / "generator.md").read_text()
        options = re.findall(r"^  --?([\w-]+)", self.run_ineq("generate", "--help")[0], re.M)
        self.assertGreater(len(options), 20)
        for option in options:
            if option not in ("h", "n"):
                self.assertIn(f"`{option.replace('-', '_')}`" if f"`--{option}`" not in page else f"`--{option}`", page)


if __name__ == "__main__":
    unittest.main()
