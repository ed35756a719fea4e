"""`ineq experiment`: plans, runs that are killed and continued, reports, and the published results."""

import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time
import tomllib
import unittest

from support import INEQ, SOURCE, Case, needs_terminal

HAS_NETWORKS = (pathlib.Path(INEQ).parent / "ineq_networks.so").exists()
EXPERIMENTS = SOURCE / "experiments"
RESULTS = SOURCE / "results" / "cpu"
PAGE = SOURCE / "docs" / "results.md"

TIMES = {"minutes", "milliseconds"}  # measures that differ from run to run


def is_number(cell):
    return re.fullmatch(r"[+-]?\d[\d., \[\]±]*", cell) is not None


def tables_of(page):
    """The tables of a report, as (experiment, title, head, rows)."""
    experiment = None
    for block in re.split(r"\n\n+", page):
        if found := re.search(r"^ineq experiment run (\S+)", block, re.M):
            experiment = found[1]
        lines = block.splitlines()
        if lines[0].startswith("**") and lines[0].endswith("**"):
            title = lines[0].strip("*")
        elif lines[0].startswith("| ") and experiment:
            head, _, *rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
            yield experiment, title, head, rows


def raw_tests(folder, agent):
    """The tests in a file of results: for each its description and the lines of its problems."""
    text = subprocess.run(["zstdcat", folder / f"{agent}.jsonl.zst"], capture_output=True, check=True, text=True).stdout
    training, tests = None, {}
    for line in map(json.loads, text.splitlines()):
        if "training" in line:
            training = line
        elif "test" in line:
            tests[line["test"]] = current = (line, [])
        else:
            current[1].append(line)
    return training, tests


def measured(training, test, measure):
    """A measure of one test, from the raw results alone."""
    description, problems = test
    assert description["count"] == len(problems)
    proven = [p["end"] == "proven" for p in problems]
    values = {
        "success": lambda: 100 * sum(proven),
        "length": lambda: sum(p["length"] if yes else description["step_limit"] for p, yes in zip(problems, proven)),
        "evaluated": lambda: sum(p["evaluated"] for p in problems),
        "expanded": lambda: sum(p["expanded"] for p in problems),
        "minutes": lambda: training["cpu_seconds"] / 60 * len(problems),
    }
    return values[measure]() / len(problems)


def mean(values):
    return sum(values) / len(values)


class Experiment(Case):
    def start(self, *arguments, **options):
        running = subprocess.Popen([INEQ, "experiment", *map(str, arguments)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, **options)
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        self.addCleanup(running.stdout.close)
        self.addCleanup(running.stderr.close)
        return running

    def numbers(self, *names, work, scale="smoke"):
        """Every number of a report that does not depend on the time."""
        out, _ = self.run_ineq("experiment", "report", *names, "--scale", scale, "--work", work, "--json")
        return [n for n in json.loads(out) if n["measure"] not in TIMES]

    def copy_experiments(self):
        shutil.copytree(EXPERIMENTS, self.folder / "experiments")
        return self.folder / "experiments"

    def test_the_list_names_every_file(self):
        out, _ = self.run_ineq("experiment", "list")
        names = json.loads(self.run_ineq("experiment", "list", "--json")[0])
        self.assertEqual({e["name"] for e in names}, {path.stem for path in EXPERIMENTS.glob("*.toml")} - {"common"})
        for experiment in names:
            self.assertIn(experiment["name"], out)
        paper = " ".join(e["paper"] for e in names)
        for part in ("Figure 2, left", "Figure 2, right", "Figure 3", "Tables 1 and 4, orders",
                     "Tables 1 and 4, combinations", "Figure 4, left", "Figure 4, right", "Table 2", "Table 3"):
            self.assertIn(part, paper)

    def test_every_scale_can_be_planned(self):
        for scale in ("smoke", "cpu", "paper"):
            with self.subTest(scale):
                command = ["experiment", "plan", "all", "--scale", scale, "--work", self.folder / "work"]
                out, _ = self.run_ineq(*command)
                plan = json.loads(self.run_ineq(*command, "--json")[0])
                self.assertIn(f"{plan['trainings']} of {plan['trainings']} trainings", out)
                self.assertGreater(plan["seconds"], 0)
                self.assertEqual(plan["tests"], sum(len(job["tests"]) for job in plan["jobs"]))
        # The paper's sizes.
        self.assertEqual(plan["jobs"][0]["states"], 1_500_000 * 3 * 10)

    def test_bad_input_is_refused(self):
        folder = self.copy_experiments()
        common = (folder / "common.toml").read_text()
        iid = (folder / "iid.toml").read_text()
        for arguments, message in (
                (["plan", "nothing"], "there is no experiment 'nothing'"),
                (["plan", "iid", "--scale", "huge"], "there is no scale 'huge'"),
                (["plan", "iid", "--only", "colour=red"], "no cell of these experiments has colour=red"),
                (["run", "iid", "--only", "agent=dga"], "no cell of these experiments has agent=dga"),
                (["report", "iid", "--only", "orders=100"], "no cell of these experiments has orders=100"),
                (["plan", "iid", "--only", "agent"], "expected AXIS=VALUE"),
                (["run", "iid", "--jobs", "0"], "expected a whole number from 1"),
                (["run", "iid", "--device", "gpu"], "cuda"),
                (["report", "iid", "--out", self.folder / "report.txt"], "ends in .md"),
                (["list", "--experiments", self.folder / "none"], "common.toml"),
        ):
            with self.subTest(arguments):
                work = [] if arguments[0] == "list" else ["--work", self.folder / "work"]
                _, err = self.run_ineq("experiment", *arguments, *work, code=2)
                self.assertIn(message, err)
        for file, text, message in (
                ("iid.toml", iid + "\n[[claims]\n", "iid.toml:"),
                ("iid.toml", iid.replace("[train]\n", "[train]\nwdth = 3\n"), "there is no option 'wdth'"),
                ("iid.toml", iid.replace('"k3l3"', '"k3lx"'), "k3lx"),
                ("iid.toml", iid.replace("[scales.smoke]\n", "[scales.smoke]\nseed = 3\n"), "'seed' is not known here"),
                ("common.toml", common.replace('"iid", ', '"idd", ', 1), "idd.toml"),
        ):
            with self.subTest(message):
                shutil.copytree(EXPERIMENTS, folder, dirs_exist_ok=True)
                (folder / file).write_text(text)
                _, err = self.run_ineq("experiment", "plan", "iid", "--scale", "cpu", "--experiments", folder,
                                       "--work", self.folder / "work", code=2)
                self.assertIn(message, err)

    def test_a_damaged_result_is_an_error(self):
        shutil.copytree(RESULTS, self.folder / "results")
        for path in (self.folder / "results").iterdir():
            path.write_bytes(path.read_bytes()[:-20])
        _, err = self.run_ineq("experiment", "report", "iid", "--results", self.folder / "results",
                               "--work", self.folder / "work", code=2)
        self.assertRegex(err, r"ineq: .*\.jsonl\.zst")

    @unittest.skipUnless(HAS_NETWORKS, "this build has no networks (libtorch-dev)")
    def test_all_experiments_run_and_a_killed_run_gives_the_same_tables(self):
        whole, killed = self.folder / "whole", self.folder / "killed"
        out, err = self.run_ineq("experiment", "run", "all", "--scale", "smoke", "--work", whole, "--jobs", 2)
        self.assertIn("finished", err)
        self.assertRegex(self.run_ineq("experiment", "plan", "all", "--scale", "smoke", "--work", whole)[0],
                         r"^0 of \d+ trainings and 0 of \d+ tests remain")
        numbers = self.numbers("all", work=whole)
        self.assertGreater(len(numbers), 100)

        # These train from scratch, from other agents and from searches, and test in every way.
        names = ["iid", "search", "seeds", "few-orders"]
        seed = random.randrange(10**6)
        print(f"seed {seed}", flush=True)
        rng = random.Random(seed)
        command = ["run", *names, "--scale", "smoke", "--work", killed, "--jobs", 2]
        kills = 0
        while kills < 8:
            running = self.start(*command)
            try:
                running.communicate(timeout=rng.uniform(0.2, 4))
                break
            except subprocess.TimeoutExpired:
                running.kill()
                running.communicate()
                kills += 1
        self.assertGreater(kills, 0)
        out, _ = self.run_ineq("experiment", *command)
        self.assertEqual(self.numbers(*names, work=killed), [n for n in numbers if n["experiment"] in names])
        # The results of a training are found again by other experiments.
        out, _ = self.run_ineq("experiment", "plan", "architectures", "--scale", "smoke", "--work", killed,
                               "--only", "agent=dag")
        self.assertRegex(out, r"^0 of 1 trainings and 0 of 2 tests")
        # Without the networks' runs, tables can still be made.
        shutil.rmtree(killed / "runs")
        self.assertEqual(self.numbers("iid", work=killed), [n for n in numbers if n["experiment"] == "iid"])

    @unittest.skipUnless(HAS_NETWORKS, "this build has no networks (libtorch-dev)")
    def test_a_signal_saves_the_work(self):
        work = self.folder / "work"
        command = ["run", "iid", "--scale", "smoke", "--work", work, "--jobs", 1]
        for number in (signal.SIGTERM, signal.SIGINT):
            running = self.start(*command)
            self.assertIn(" tested ", running.stdout.readline() + running.stdout.readline())
            running.send_signal(number)
            _, err = running.communicate(timeout=120)
            self.assertEqual(running.returncode, 3, err)
            self.assertIn("interrupted: the same command continues", err)
        _, err = self.run_ineq("experiment", *command)
        self.assertIn("finished", err)

    @unittest.skipUnless(HAS_NETWORKS, "this build has no networks (libtorch-dev)")
    def test_a_folder_has_one_runner_and_a_failed_job_is_named(self):
        work = self.folder / "work"
        command = ["run", "iid", "--scale", "smoke", "--only", "agent=dag", "--work", work, "--jobs", 1]
        running = self.start(*command)
        running.stdout.readline()
        _, err = self.run_ineq("experiment", *command, code=2)
        self.assertIn("another program is running experiments in this folder", err)
        running.communicate()
        shutil.rmtree(work / "results")
        for path in (work / "runs").glob("*/config.json"):
            path.write_text("{")
        for path in (work / "runs").glob("*/status.json"):
            path.unlink()
        _, err = self.run_ineq("experiment", *command, code=1)
        self.assertRegex(err, r"train dag .* has failed: see .*\.log")
        self.assertIn("config.json", next((work / "logs").glob("*.log")).read_text())

    @unittest.skipUnless(HAS_NETWORKS, "this build has no networks (libtorch-dev)")
    @needs_terminal
    def test_a_terminal_shows_what_is_running(self):
        terminal = self.terminal("experiment", "run", "iid", "--scale", "smoke", "--work", self.folder / "work",
                                 "--jobs", 2, columns=70)
        terminal.read(until=r"experiments \d+ of 9 jobs \[")
        terminal.read(until=r"\n\x1b\[K  t(rain|est) \w+ ")
        self.assertEqual(terminal.finish(), 0, terminal.text)
        for line in terminal.lines():
            if line.startswith("experiments"):
                self.assertLess(len(line), 70)


class Published(Case):
    """docs/results.md, from the files in results/cpu alone."""

    def test_the_page_is_what_the_results_give_and_every_number_is_traced_to_them(self):
        out, _ = self.run_ineq("experiment", "report", "all", "--scale", "cpu", "--results", RESULTS,
                               "--work", self.folder / "work", "--out", self.folder / "results.md", "--json")
        page = PAGE.read_text()
        self.assertEqual((self.folder / "results.md").read_text(), page)
        made = {path.name: path.read_bytes() for path in (self.folder / "results").iterdir()}
        kept = {path.name: path.read_bytes() for path in (SOURCE / "docs" / "results").iterdir()}
        self.assertEqual(made.keys(), kept.keys())
        for name, picture in made.items():
            self.assertEqual(picture, kept[name], name)
        self.trace(page, json.loads(out))

    def trace(self, page, listed):
        """Compares every cell of the tables with the raw results, or with what is quoted from the paper."""
        numbers = {}
        for number in listed:
            key = (number["experiment"], number["table"], *number["row"], number["column"])
            self.assertNotIn(key, numbers)
            numbers[key] = number
        raw, checked, paper = {}, 0, 0
        for experiment, title, head, rows in tables_of(page):
            if title.startswith("What a theorem costs"):
                continue
            quoted = self.paper_numbers(experiment)
            for row in rows:
                labels = [name for name, cell in zip(head, row)]
                for column, cell in zip(labels, row):
                    if not is_number(cell):
                        continue
                    keys = [key for key in numbers if key[:2] == (experiment, title) and key[-1] == column
                            and list(key[2:-1]) == row[:len(key) - 3]]
                    if not keys:
                        if column in head[:2]:
                            continue  # the value of an axis
                        self.assertTrue(any("(paper)" in c for c in row), (experiment, title, row, column))
                        if "average" not in row:
                            self.assertIn(cell.split(" ")[0], quoted, (experiment, title, row, column))
                        paper += 1
                        continue
                    number = numbers[keys[0]]
                    self.assertEqual(number["text"], cell)
                    self.assertAlmostEqual(self.recompute(number, raw), number["value"], 9, number)
                    digits = len((cell.split(" ")[0] + ".").split(".")[1])
                    self.assertAlmostEqual(float(cell.split(" ")[0]), number["value"], delta=0.501 * 10**-digits)
                    checked += 1
        self.assertEqual(checked, len(numbers))
        self.assertGreater(checked, 200)
        self.assertGreater(paper, 100)

    def recompute(self, number, raw):
        means = []
        for cell in number["cells"]:
            values = []
            for agent, test in cell:
                if agent not in raw:
                    raw[agent] = raw_tests(RESULTS, agent)
                training, tests = raw[agent]
                values.append(measured(training, tests[test], number["measure"]))
            means.append(mean(values))
        return mean(means) - number["minus"]

    def paper_numbers(self, experiment):
        """What the file of the experiment quotes from the paper, with one and with two digits."""
        file = tomllib.loads((EXPERIMENTS / f"{experiment}.toml").read_text())
        words = [w for numbers in file.get("numbers", []) for w in numbers["values"].split() if w != "-"]
        return {f"{float(w):.{digits}f}" for w in words for digits in (1, 2)}

    def test_the_agent_that_comes_with_the_program_is_the_one_of_the_results(self):
        out, _ = self.run_ineq("experiment", "report", "default", "--scale", "cpu", "--results", RESULTS,
                               "--work", self.folder / "work", "--json")
        agents = {agent for number in json.loads(out) for cell in number["cells"] for agent, _ in cell}
        self.assertEqual(len(agents), 1)
        training, _ = raw_tests(RESULTS, agents.pop())
        shipped = SOURCE / "agents" / "default"
        configs = [training["config"], json.loads((shipped / "config.json").read_text())]
        for config in configs:  # the files that are excluded are in different places
            for part in config["data"]["specifications"]:
                part["specification"]["exclude"] = [pathlib.Path(f).name for f in part["specification"]["exclude"]]
        self.assertEqual(*configs)
        metrics = map(json.loads, (shipped / "metrics.jsonl").read_text().splitlines())
        self.assertEqual([[m["states"], m["cpu_seconds"], m["validation_success"]] for m in metrics
                          if "validation_success" in m], training["curve"])

    def test_the_results_are_small_and_sound(self):
        self.assertLess(sum(path.stat().st_size for path in RESULTS.iterdir()), 20 * 2**20)
        for path in RESULTS.iterdir():
            training, tests = raw_tests(RESULTS, path.name.split(".")[0])
            self.assertTrue(tests or training, path)
            for description, problems in tests.values():
                self.assertEqual(description["count"], len(problems))
                for problem in problems:
                    self.assertLessEqual(problem.get("length", 0), description["step_limit"])


if __name__ == "__main__":
    unittest.main()
