"""Proof checkers: each takes a file that `ineq export` wrote and tells which of its theorems it accepts."""

import os
import re
import shutil
import subprocess
import tempfile
import threading


class System:
    parallel = True  # several of it can run at once

    @classmethod
    def available(cls):
        return shutil.which(cls.program) is not None

    def close(self):
        pass


class Coq(System):
    name = "Coq"
    program = "coqtop"
    format = "coq"
    suffix = ".v"
    packages = ["coq"]
    declared = re.compile(r"^Definition (ineq_\w+)", re.M)

    def check(self, path):
        """The names of the theorems that are accepted, and the CPU seconds it took."""
        with open(path) as text:
            output, seconds = run(["coqtop", "-q"], text)
        return set(re.findall(r"^(?:Coq < )*(ineq_\w+) is defined$", output, re.M)), seconds


class Metamath(System):
    name = "Metamath"
    program = "metamath"
    format = "metamath"
    suffix = ".mm"
    packages = ["metamath", "metamath-databases"]
    declared = re.compile(r"^ *(ineq_\S+) \$p", re.M)

    @classmethod
    def available(cls):
        return super().available() and os.path.exists("/usr/share/metamath/databases/set.mm")

    def check(self, path):
        # The exit code says nothing. Of each proof the label is printed and, if it is wrong, an error. The rows of
        # the axioms are theorems of the file, too: ineq-…
        commands = [f'read "{path}"', "verify proof ineq-*,ineq_*", "exit"]
        output, seconds = run(["metamath", *commands], subprocess.DEVNULL)
        reading, _, verifying = output.partition("MM> verify proof")
        if "No errors were found." not in reading or not verifying.rstrip().endswith("MM> exit"):
            raise RuntimeError(f"metamath cannot read {path}:\n{reading[-2000:]}")
        words = verifying.split()
        wrong = set(re.findall(r'label "(\S+)", type "\$p"', " ".join(words)))
        if rows := [label for label in wrong if label.startswith("ineq-")]:
            raise RuntimeError(f"metamath rejects {' '.join(rows)}")
        return {word for word in words if word.startswith("ineq_")} - wrong, seconds


class HolLight(System):
    """One process for all files: it takes minutes to load."""

    name = "HOL Light"
    program = "hol-light"
    format = "hol-light"
    suffix = ".ml"
    packages = ["hol-light", "libnum-ocaml-dev"]
    declared = re.compile(r"^let (ineq_\w+) = theorem", re.M)
    parallel = False

    def __init__(self):
        self.process = None

    def start(self):
        self.process = subprocess.Popen(["hol-light"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        self.ask("")

    def ask(self, text):
        """Sends phrases and returns what is printed for them."""
        marker = "everything was read"
        # In a thread of its own, so that neither side waits for the other when a pipe is full.
        sender = threading.Thread(target=self.send, args=(f'{text}\nprint_endline "{marker}";;\n',), daemon=True)
        sender.start()
        lines = []
        for line in self.process.stdout:
            if marker in line and "print_endline" not in line:
                sender.join()
                return "".join(lines)
            lines.append(line)
        raise RuntimeError("HOL Light has ended:\n" + "".join(lines[-20:]))

    def send(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def check(self, path):
        if self.process is None:
            self.start()
        begin = self.seconds()
        with open(path) as text:
            output = self.ask(text.read())
        return set(re.findall(r"^[# ]*accepted (ineq_\w+)$", output, re.M)), self.seconds() - begin

    def seconds(self):
        """Of CPU time since it was started."""
        return float(re.search(r"spent ([\d.]+)", self.ask('print_endline ("spent " ^ string_of_float (Sys.time()));;'))[1])

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()


SYSTEMS = [Coq, Metamath, HolLight]


def run(command, stdin):
    """Output and CPU seconds of a child process."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        with tempfile.TemporaryDirectory() as folder:  # Coq leaves caches where it runs
            process = subprocess.Popen(command, stdin=stdin, stdout=output, stderr=subprocess.STDOUT, cwd=folder)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return output.read(), usage.ru_utime + usage.ru_stime
