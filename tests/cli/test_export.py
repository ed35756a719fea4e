"""`ineq export`: names, files, damaged and unusual records, and the systems that read the result."""

import json
import os
import re
import shutil
import subprocess
import unittest

from support import EXAMPLES, INEQ, Case, record


class Export(Case):
    FORMATS = {"coq": r"^Definition (\w+)", "hol-light": r"^let (\w+) = theorem"}

    def test_a_reader_that_leaves_early_leaves_no_temporary_files(self):
        records = self.file("".join(record(id=str(i)) + "\n" for i in range(500)))
        temporary = self.folder / "temporary"
        temporary.mkdir()
        running = subprocess.Popen([INEQ, "export", "--to", "coq", records], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env=os.environ | {"TMPDIR": str(temporary)})
        running.stdout.close()
        self.assertNotEqual(running.wait(), 0)
        self.assertEqual(list(temporary.iterdir()), [])

    def test_every_theorem_has_its_stable_name(self):
        for form, pattern in self.FORMATS.items():
            out, err = self.run_ineq("export", "--to", form, EXAMPLES)
            names = re.findall(pattern, out, re.M)
            self.assertEqual(names[0], "ineq_figure_1")
            self.assertEqual(len(set(names)), 18)
            self.assertIn("exported 18, left out 0", err)

    def test_names_are_legal_and_distinct(self):
        ids = ["a", "a", "*) Axiom cheat", "x" * 1000, "\u00e9", "", "b-c/d.e_f"]
        out, _ = self.run_ineq("export", "--to", "coq", "-", stdin="\n".join(record(id=i) for i in ids))
        names = re.findall(r"^Definition (\S+)", out, re.M)
        self.assertEqual(len(set(names)), len(ids))
        self.assertEqual((names[0], names[1], names[6]), ("ineq_a", "ineq_a_2", "ineq_b_c_d_e_f"))
        for name in names:
            self.assertRegex(name, r"^ineq_[A-Za-z0-9_]{1,110}$")
        self.assertNotIn("cheat *)", out)
        self.assertNotIn("\nAxiom", out)

    def test_ids_are_no_code(self):
        evil = ["*) Axiom", "$) $a", "\n(assert false)\n", "\nfof(x,axiom,$false).\n", "-/ axiom", '"; ']
        ids = [(e * 200)[:length] for e in evil for length in range(1, 200)]
        records = "\n".join(record(id=i) for i in ids)
        for form in ("coq", "hol-light", "metamath", "lean", "smtlib"):
            out, _ = self.run_ineq("export", "--to", form, "-", stdin=records)
            for code in ("*) A", "$) $", "(assert false", "fof(", "-/ a", '"; "; '):
                self.assertFalse(code in out, f"{code} in {form}")

    def test_the_input_is_not_written_over(self):
        path = self.file(record())
        _, err = self.run_ineq("export", "--to", "coq", path, "--out", path, code=2)
        self.assertIn("this is the input", err)

    def test_nothing_is_overwritten_by_accident(self):
        out, folder = self.folder / "out.v", self.folder / "each"
        for arguments, message in (([out], "out.v: the file exists already; --force overwrites it"),
                                   ([folder, "--each"], "each: the folder is not empty; --force overwrites files in it")):
            asked = ["export", "--to", "coq", EXAMPLES, "--out", *arguments]
            self.run_ineq(*asked)
            self.assertIn(message, self.run_ineq(*asked, code=2)[1])
            self.run_ineq(*asked, "--force")

    def test_bad_input_leaves_no_output(self):
        bad = self.file(record() + "\n{\n")
        for more in ([], ["--each", "--out", self.folder / "folder"], ["--out", self.folder / "file"]):
            out, _ = self.run_ineq("export", "--to", "coq", *more, bad, code=2)
            self.assertEqual(out, "")
        self.assertFalse((self.folder / "file").exists())
        self.run_ineq("export", "--to", "coq", "--each", "--out", self.folder / "none", self.file("{", "first"), code=2)
        self.assertFalse((self.folder / "none").exists())
        self.assertEqual(self.run_ineq("export", "--to", "tptp", EXAMPLES, code=2)[0], "")

    def test_names_do_not_depend_on_the_format(self):
        lines = "\n".join([record(id="", proof=[]), record(id="a", proof=[]), record(id="a"), record(id="A"), record(id="")])
        coq, _ = self.run_ineq("export", "--to", "coq", "-", stdin=lines, code=1)
        smt, _ = self.run_ineq("export", "--to", "smtlib", "-", stdin=lines)
        names = re.findall(r'^\(echo "(\w+)"', smt, re.M)
        self.assertEqual(names[1:4], ["ineq_a", "ineq_a_2", "ineq_A_3"])
        self.assertEqual(names[4], names[0] + "_2")
        self.assertEqual(re.findall(r"^Definition (\S+)", coq, re.M), names[2:])

    def test_a_file_each(self):
        folder = self.folder / "theorems"
        self.run_ineq("export", "--to", "coq", "--each", EXAMPLES, "--out", folder)
        self.assertEqual(len(list(folder.glob("ineq_*.v"))), 18)
        self.assertIn("Lemma AdditionZero_1", (folder / "Ineq.v").read_text())
        self.assertIn("Require Import Reals Ineq", (folder / "ineq_figure_1.v").read_text())

    def test_unchecked_division(self):
        wrong = record(rules="int-2021", goal="(a*(1/a))=1", proof=["mul_simp | (a*(1/a)) in obj"])
        _, err = self.run_ineq("export", "--to", "coq", "-", stdin=wrong, code=1)
        self.assertIn("it divides by what may be 0: a!=0 is missing", err)
        out, _ = self.run_ineq("export", "--to", "coq", "--add-nonzero", "-", stdin=wrong)
        self.assertIn("(h1 : a <> 0)", out)

    def test_what_is_wrong_is_left_out(self):
        lines = "\n".join([record(), record(proof=[]), record(id="other")])
        out, err = self.run_ineq("export", "--to", "coq", "-", stdin=lines, code=1)
        self.assertEqual(re.findall(r"^Definition (\S+)", out, re.M), ["ineq_good", "ineq_other"])
        self.assertIn("-:2: left out: ", err.replace("standard input", "-"))

    def test_bad_input(self):
        cases = {
            ("--to", "isabelle", EXAMPLES): "--to",
            ("--to", "coq", self.folder / "none"): "No such file",
            ("--to", "coq", "--each", EXAMPLES): "--each requires a folder",
            ("--to", "coq", self.file("{")): ":1: ",
            ("--to", "coq", self.file("", "empty")): "empty: there are no records in it",
            ("--to", "coq", EXAMPLES, "--out", self.folder / "none" / "file"): "none",
        }
        for arguments, message in cases.items():
            with self.subTest(arguments):
                self.assertIn(message, self.run_ineq("export", *arguments, code=2)[1])

    def export(self, format, *arguments, **options):
        return self.run_ineq("export", "--to", format, EXAMPLES, *arguments, **options)

    def test_systems_take_what_is_exported(self):
        count = len(EXAMPLES.read_text().splitlines())
        for format, name, command in (("coq", "coqc", ["coqc", "all.v"]), ("smtlib", "z3", ["z3", "all.smt2"]),
                                      ("latex", "pdflatex", ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "all.tex"])):
            with self.subTest(name):
                if not shutil.which(name):
                    self.skipTest(f"{name} is not installed")
                self.export(format, "--out", self.folder / command[-1])
                done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                if format == "smtlib":
                    self.assertEqual(done.stdout.splitlines().count("unsat"), count)

    def test_a_file_for_each(self):
        count = len(EXAMPLES.read_text().splitlines())
        for format, extension, library in (("coq", ".v", "Ineq.v"), ("lean", ".lean", "Ineq.lean"), ("smtlib", ".smt2", None),
                                           ("tptp", ".p", None), ("latex", ".tex", None)):
            with self.subTest(format):
                folder = self.folder / format
                self.export(format, "--each", "--out", folder)
                names = {path.name for path in folder.iterdir()}
                self.assertEqual(len(names), count + (library is not None))
                self.assertTrue(library is None or library in names)
                self.assertIn("ineq_figure_1" + extension, names)

    def test_statements_need_no_proof(self):
        path = self.file(json.dumps({"premises": [], "goal": "a+b=b+a"}))
        for format in ("smtlib", "tptp"):
            self.run_ineq("export", "--to", format, path)
        self.run_ineq("export", "--to", "latex", path, code=2)

    def test_bad_use(self):
        self.assertIn("use --each", self.export("tptp", code=2)[1])
        for format in ("smtlib", "tptp", "latex"):
            self.assertIn("systems that check proofs", self.export(format, "--damage", 1, code=2)[1])


if __name__ == "__main__":
    unittest.main()
