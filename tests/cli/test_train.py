"""`ineq train`, and the agents that it makes in `ineq evaluate` and `ineq prove`."""

import io
import json
import pathlib
import resource
import signal
import subprocess
import unittest
import zipfile

import numpy
from support import INEQ, SOURCE, Case

HAS_NETWORKS = (pathlib.Path(INEQ).parent / "ineq_networks.so").exists()

SETTING = ["-k", 2, "-l", 2]
# A network that trains in a second, without the second that it takes to list the held-out goals.
SIZES = ["--width", 16, "--layers", 2]
QUICK = ["--batch", 32, "--include-held-out", "--validations", 2]
SMALL = SIZES + QUICK
FEW = ["--validation-problems", 20]


@unittest.skipUnless(HAS_NETWORKS, "this build has no networks (libtorch-dev)")
class Train(Case):
    def train(self, name, *arguments, validation=20, code=0):
        setting = [] if "--mix" in arguments else SETTING
        return self.run_ineq("train", "--out", self.folder / name, *setting, *SMALL, "--validation-problems", validation,
                             *arguments, code=code)

    def weights(self, name):
        return (self.folder / name / "checkpoints" / "best.npz").read_bytes()

    def status(self, name):
        return json.loads((self.folder / name / "status.json").read_text())

    def start(self, name, *arguments):
        command = [INEQ, "train", "--out", self.folder / name, *SETTING, *SMALL, *FEW, *arguments]
        running = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(running.kill)
        self.addCleanup(running.stdout.close)
        self.addCleanup(running.stderr.close)
        return running

    def test_a_run_directory_is_complete(self):
        out, err = self.train("run", "--states", 640)
        self.assertEqual(out.count("validation"), 2)
        self.assertIn("finished: 640 of 640 states", err)
        run = self.folder / "run"
        self.assertEqual(self.status("run")["status"], "done")
        config = json.loads((run / "config.json").read_text())
        self.assertEqual(config["training"]["states"], 640)
        environment = json.loads((run / "environment.json").read_text())
        for field in ("commit", "compiler", "blas", "cpu", "threads"):
            self.assertIn(field, environment)
        self.assertEqual(environment["device"], "cpu")
        lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
        self.assertEqual([line["states"] for line in lines], list(range(32, 641, 32)))
        self.assertIn("validation_success", lines[-1])
        self.assertLess(lines[-1]["loss"], lines[0]["loss"])
        self.assertTrue(list(run.glob("events.out.tfevents.*")))

    def test_the_same_options_give_the_same_bytes_with_any_number_of_threads(self):
        self.train("a", "--states", 320)
        self.train("b", "--states", 320, "--threads", 3)
        self.train("c", "--states", 320, "--seed", 2)
        self.assertEqual(self.weights("a"), self.weights("b"))
        self.assertNotEqual(self.weights("a"), self.weights("c"))

    def test_an_agent_learns_from_its_own_searches(self):
        self.train("a", "--states", 320)
        options = ["--start", self.folder / "a", "--from-search", 2, "--theorems", 50, "--search-nodes", 10,
                   "--states", 640]
        out, _ = self.run_ineq("train", "--out", self.folder / "b", *SETTING, *QUICK, *FEW, *options)
        self.assertEqual(out.count("validation"), 3)
        self.assertRegex(out, r"round 1: the agent proves .* of 50 theorems")
        self.assertIn("round 2", out)
        for number in (0, 1):
            proofs = self.folder / "b" / "search" / f"round-{number:04}.jsonl.zst"
            checked, _ = self.run_ineq("check", proofs)
            self.assertEqual(checked, "accepted 50, rejected 0\n")
        config = json.loads((self.folder / "b" / "config.json").read_text())
        self.assertEqual(config["network"]["width"], 16, "that of the run it starts with")
        self.run_ineq("evaluate", "--problems", proofs, "--agent", self.folder / "b")
        again, _ = self.run_ineq("train", "--config", self.folder / "b" / "config.json", "--out", self.folder / "c")
        self.assertEqual(self.weights("b"), self.weights("c"))

    def test_a_value_of_its_own(self):
        self.train("a", "--states", 320)
        options = ["--value", self.folder / "a", "--episodes", 20, "--states", 320, "--value-width", 8]
        self.run_ineq("train", "--out", self.folder / "b", *options, "--batch", 32, "--include-held-out")
        config = json.loads((self.folder / "b" / "config.json").read_text())
        self.assertEqual(config["network"]["width"], 16, "that of the agent")
        self.assertEqual((config["network"]["value_layers"], config["network"]["value_width"]), (2, 8))
        self.assertEqual(config["data"]["specifications"][0]["specification"]["k"], 2, "as of the agent")
        agent, valued = (numpy.load(self.folder / name / "checkpoints" / "best.npz") for name in ("a", "b"))
        for array in agent.files:
            if array != "manifest.json" and not array.startswith("value."):
                self.assertEqual(agent[array].tobytes(), valued[array].tobytes(), array)
        self.assertEqual(valued["value.hidden1.weight"].shape, (8, 8))
        problems = self.folder / "problems.jsonl"
        self.run_ineq("generate", "-k", 2, "-l", 2, "-n", 20, "--out", problems)
        self.run_ineq("evaluate", "--problems", problems, "--agent", self.folder / "b", "--search", "mcts")
        for arguments in (["--start", self.folder / "a"], ["--from-search", 1], ["--data", problems],
                          ["--agent", "gin"], ["--episodes", 0], ["--value", self.folder / "none"],
                          ["--validations", 2], ["--minutes", 1]):
            with self.subTest(arguments):
                self.run_ineq("train", "--out", self.folder / "c", *options, *arguments, code=2)
        for arguments in (["--episodes", 5], ["--window", 2], ["--epochs", 2]):
            with self.subTest(arguments):
                _, err = self.train("c", *arguments, code=2)
                self.assertIn(f"{arguments[0]} requires", err)

    def test_the_agent_that_comes_with_the_program(self):
        for rules in ("standard", "int-2021", "full"):
            problems, proofs = self.folder / f"{rules}.jsonl", self.folder / f"{rules}-proofs.jsonl"
            self.run_ineq("generate", "-k", 3, "-l", 5, "-n", 100, "--rules", rules, "--stream", "test", "--out", problems)
            out, _ = self.run_ineq("evaluate", "--problems", problems, "--agent", "default", "--proofs", proofs, "--json")
            proven = json.loads(out)["solvers"][0]["proven"]
            self.assertGreaterEqual(proven, 90, rules)
            self.assertIn(f"accepted {proven}, rejected 0", self.run_ineq("check", proofs)[0])
        proof, _ = self.run_ineq("prove", "--agent", "default", "--search", "best-first", "(a+b)*c >= b*c+a*c", "--json")
        self.assertEqual(self.run_ineq("check", "-", stdin=proof)[0], "accepted 1, rejected 0\n")
        # Training can begin with its weights.
        self.run_ineq("train", "--out", self.folder / "again", *SETTING, *QUICK, *FEW, "--states", 64,
                      "--start", SOURCE / "agents" / "default")
        self.run_ineq("evaluate", "--problems", problems, "--agent", self.folder / "again", "-n", 10)

    def test_learning_from_search_refuses_what_cannot_be(self):
        for arguments, message in (
                (["--minutes", 1], "--minutes does not go with --from-search"),
                (["--states", 32], "more rounds than steps"),
                (["--theorems", 0], "theorems"),
                (["--targets", "shortest"], "--problems and --targets do not go with --from-search"),
                (["--start", self.folder / "nowhere"], "is not a run"),
                (["--known-proofs", "false", "--search-nodes", 1, "--theorems", 1, "--search-steps", 1],
                 "no proof to learn from")):
            _, err = self.train("bad", "--from-search", 2, *arguments, code=2)
            self.assertIn(message, err)

    def test_a_configuration_repeats_a_run(self):
        self.train("a", "--states", 320)
        self.run_ineq("train", "--config", self.folder / "a" / "config.json", "--out", self.folder / "b")
        self.assertEqual(self.weights("a"), self.weights("b"))

    def interrupt(self, signal_number, code, *, same_command=False):
        """Interrupts a run in the middle and resumes it; returns the weights of that and of a whole run."""
        self.train("whole", "--states", 3200)
        running = self.start("part", "--states", 3200)
        self.wait_for(lambda: (self.folder / "part" / "checkpoints" / "last.npz").exists(), running)
        running.send_signal(signal_number)
        self.assertEqual(running.wait(), code)
        self.assertLess(len(self.metrics("part")), 100)
        again = [*SETTING, *SMALL, *FEW, "--states", 3200] if same_command else []
        self.run_ineq("train", "--resume", "--out", self.folder / "part", *again)
        self.assertEqual(self.status("part")["status"], "done")
        return self.weights("whole"), self.weights("part")

    def metrics(self, name):
        return (self.folder / name / "metrics.jsonl").read_text().splitlines()

    def test_a_killed_run_goes_on_as_if_nothing_had_happened(self):
        whole, part = self.interrupt(signal.SIGKILL, -signal.SIGKILL)
        self.assertEqual(whole, part)
        steps = [json.loads(line)["step"] for line in self.metrics("part")]
        self.assertEqual(steps, list(range(1, 101)))

    def test_signals_save_the_run(self):
        whole, part = self.interrupt(signal.SIGTERM, 3, same_command=True)
        self.assertEqual(whole, part)

    def test_a_resumed_run_depends_on_its_checkpoint(self):
        """Otherwise the tests above could not fail."""
        self.train("whole", "--states", 3200)
        running = self.start("part", "--states", 3200)
        self.wait_for(lambda: (self.folder / "part" / "checkpoints" / "last.npz").exists(), running)
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(), 3)
        self.damage(self.folder / "part" / "checkpoints" / "last.npz")
        self.run_ineq("train", "--resume", "--out", self.folder / "part")
        self.assertNotEqual(self.weights("whole"), self.weights("part"))

    def damage(self, path):
        """Adds to one of the optimiser's moments."""
        with numpy.load(path) as archive:
            arrays = {name: archive[name] for name in archive.files if name != "manifest.json"}
            manifest = archive["manifest.json"]
        arrays["moment/types"] = arrays["moment/types"] + numpy.float32(0.01)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as out:
            out.writestr("manifest.json", manifest)
            for name, values in arrays.items():
                data = io.BytesIO()
                numpy.lib.format.write_array(data, values)
                out.writestr(name + ".npy", data.getvalue())

    def test_trained_agents_prove_and_are_evaluated(self):
        self.train("run", "--states", 6400)
        problems = self.folder / "problems.jsonl"
        self.run_ineq("generate", "-k", 2, "-l", 2, "-n", 50, "--seed", 9, "--out", problems)
        results = self.folder / "results.jsonl"
        proofs = self.folder / "proofs.jsonl"
        out, _ = self.run_ineq("evaluate", "--problems", problems, "--agent", f"best-first,{self.folder / 'run'}",
                               "--out", results, "--proofs", proofs, "--json")
        summary = json.loads(out)["solvers"]
        self.assertEqual([entry["solver"] for entry in summary], ["best-first", str(self.folder / "run")])
        lines = [json.loads(line) for line in results.read_text().splitlines()]
        learned = [line for line in lines if line["solver"] != "best-first"]
        self.assertEqual(len(learned), 50)
        self.assertGreater(sum(line["end"] == "proven" for line in learned), 10)
        self.run_ineq("check", proofs)
        out, _ = self.run_ineq("prove", "--agent", self.folder / "run", "--json", "a+b = b+a")
        self.run_ineq("check", "-", stdin=out)
        _, err = self.run_ineq("prove", "--agent", self.folder / "run", "--steps", 2, "a+b+c+d >= a*b", code=1)
        self.assertIn("not proven", err)

    def test_ways_to_act(self):
        self.train("run", "--states", 3200)
        problems = self.folder / "problems.jsonl"
        self.run_ineq("generate", "-k", 2, "-l", 2, "-n", 40, "--seed", 9, "--out", problems)

        def success(*options):
            out, _ = self.run_ineq("evaluate", "--problems", problems, "--agent", self.folder / "run", "--json", *options)
            return json.loads(out)["solvers"][0]["success"]

        self.assertEqual(success("--beam", 4, "--threads", 1), success("--beam", 4, "--threads", 2))
        for options in (["--masks", "off"], ["--protocol", "paper"], ["--temperature", 1, "--attempts", 3],
                        ["--protocol", "original-transformer"], ["--protocol", "ksubs"]):
            success(*options)
        for search in ("beam", "best-first", "mcts"):
            self.assertGreaterEqual(success("--search", search, "--nodes", 50), success())
            self.assertEqual(success("--search", search, "--nodes", 5), success("--search", search, "--nodes", 5, "--threads", 2))
        self.run_ineq("prove", "--agent", self.folder / "run", "--search", "best-first", "a+b+c = c+a+b")
        # With the first step of a proof of two, one step is left.
        self.assertGreater(success("--given", 1), success())
        unproven = self.file(json.dumps({"premises": [], "goal": "a+b=b+a"}))
        for command in (["evaluate", "--problems", unproven], ["prove", "--file", unproven], ["prove", "a+b=b+a"]):
            _, err = self.run_ineq(*command, "--agent", self.folder / "run", "--given", 1, code=2)
            self.assertIn("has no proof whose first steps could be given", err)
        for options in (["--beam", 0], ["--beam", 4, "--temperature", 1], ["--attempts", 2], ["--search", "depth-first"],
                        ["--search", "mcts", "--given", 1], ["--search", "best-first", "--protocol", "paper"],
                        ["--search", "mcts", "--beam", 3], ["--search", "mcts", "--protocol", "ksubs"]):
            self.run_ineq("evaluate", "--problems", problems, "--agent", self.folder / "run", *options, code=2)

    def test_every_network_trains(self):
        for agent in ("gin", "treelstm", "bow", "transformer"):
            with self.subTest(agent):
                self.train(agent, "--agent", agent, "--states", 64, validation=2)

    def test_devices(self):
        """The device belongs to the session: runs go on, and agents act, on any other one."""
        for agent in ("dag", "gin", "treelstm", "bow", "transformer"):
            with self.subTest(agent):
                self.train(agent, "--agent", agent, "--states", 64, "--device", "plain", validation=2)
        run = self.folder / "dag"
        self.assertEqual(json.loads((run / "environment.json").read_text())["device"], "plain")
        self.assertNotIn("plain", (run / "config.json").read_text())
        self.run_ineq("train", "--resume", "--out", run, "--device", "cpu")
        problems = self.file(json.dumps({"premises": [], "goal": "a+b = b+a"}))
        for device in ("cpu", "plain"):
            self.run_ineq("evaluate", "--problems", problems, "--agent", run, "--device", device)
            self.run_ineq("prove", "--agent", run, "--device", device, "a = a")

    def test_devices_give_nearly_the_same_weights(self):
        for device in ("cpu", "plain"):
            self.train(device, "--states", 320, "--dropout", 0.1, "--device", device)
        with numpy.load(self.folder / "cpu" / "checkpoints" / "last.npz") as a, \
                numpy.load(self.folder / "plain" / "checkpoints" / "last.npz") as b:
            for name in set(a.files) - {"manifest.json"}:
                numpy.testing.assert_allclose(a[name], b[name], rtol=0.05, atol=0.003, err_msg=name)

    def test_devices_that_cannot_be_used(self):
        run = self.folder / "run"
        _, err = self.train("run", "--states", 64, "--device", "foo", code=2)
        self.assertIn("expected cpu, cuda, plain or cuda:NUMBER", err)
        _, err = self.train("run", "--states", 64, "--device", "cuda:99", code=2)
        self.assertRegex(err, "this libtorch was built without cuda|cuda:99 cannot be used")
        self.assertEqual(err.count("\n"), 1, err)
        self.assertFalse(run.exists(), "no run is left behind")
        self.train("run", "--states", 64, validation=2)
        for command in (["evaluate", "--problems", self.file(json.dumps({"goal": "a=a"}))], ["prove", "a=a"]):
            for device in ("foo", "cuda:99"):
                _, err = self.run_ineq(*command, "--agent", run, "--device", device, code=2)
                self.assertEqual(err.count("\n"), 1, err)

    def test_other_sources(self):
        spec = self.file(json.dumps({"k": 2, "l": 4}), name="spec.json")
        self.train("mix", "--mix", f"k2l2:2,field/k3l3d1,{spec}:0.5", "--rules", "int-2021", "--states", 64)
        parts = json.loads((self.folder / "mix" / "config.json").read_text())["data"]["specifications"]
        fields = [[p["weight"]] + [p["specification"][f] for f in ("k", "l", "axioms", "degree", "rules")] for p in parts]
        self.assertEqual(fields, [[2, 2, 2, "ordered-field", 0, "int-2021"], [1, 3, 3, "field", 1, "int-2021"],
                                  [0.5, 2, 4, "ordered-field", 0, "int-2021"]])
        self.train("chunks", "--problems", 10, "--epochs", 2, "--states", 64)
        self.train("shortest", "--targets", "shortest", "--states", 64)
        data = self.folder / "data.jsonl"
        self.run_ineq("generate", "-l", 3, "-n", 20, "--out", data)
        self.train("file", "--data", data, "--states", 64)
        self.assertNotIn("best_validation", self.status("file"))
        self.train("validated", "--data", data, "--validation-file", data, "--states", 64)
        self.assertIn("best_validation", self.status("validated"))
        self.train("bad-file", "--validation-file", self.folder / "none", "--states", 64, code=2)
        self.train("chunked-mix", "--problems", 10, "--mix", "k2l2,k3l3", code=2)

    def test_bad_input(self):
        self.train("run", "--states", 64)
        _, err = self.train("run", "--states", 64, code=2)
        self.assertIn("already has a run", err)
        for options in (["--mix", "k2"], ["--mix", "k2l2:x"], ["--mix", "ring/k2l2"], ["--mix", "none.json"],
                        ["--batch", 0], ["--states", 0], ["--rate", "nan"],
                        ["--width", 0], ["--agent", "cnn"], ["--dropout", 1], ["--data", self.folder / "none"],
                        ["-k", 30], ["--config", self.folder / "none.json"], ["--agent", "transformer", "--heads", 3]):
            with self.subTest(options):
                _, err = self.train("bad", *options, code=2)
                self.assertEqual(err.count("\n"), 1, err)
        problems = self.file(json.dumps({"goal": "a=a"}))
        _, err = self.run_ineq("evaluate", "--problems", problems, "--agent", self.folder, code=2)
        self.assertIn("the folder of a training run", err)

    def test_options_that_would_be_ignored_are_refused(self):
        self.train("run", "--states", 64)
        config = self.folder / "run" / "config.json"
        for options in (["--minutes", 1], ["--agent", "gin"], ["--mix", "k2l2"], ["-l", 5]):
            with self.subTest(options):
                _, err = self.run_ineq("train", "--resume", "--out", self.folder / "run", *options, code=2)
                self.assertIn("this run was started with other options", err)
        for options in (["--agent", "gin"], ["--mix", "k2l2"], ["-k", 2], ["--include-held-out"]):
            with self.subTest(options):
                self.run_ineq("train", "--config", config, "--out", self.folder / "new", *options, code=2)
        self.train("new", "--mix", "k2l2", "--data", config, code=2)
        _, err = self.run_ineq("train", "--resume", "--out", self.folder / "new", code=2)
        self.assertIn("there is no run to continue", err)
        self.assertFalse((self.folder / "new").exists())

    def test_numbers_too_large(self):
        for options in (["--states", 2**64 - 1], ["--validations", 10**7], ["--mix", "k2l2:0"],
                        ["--mix", "k2l2:1e308,k3l3:1e308"]):
            with self.subTest(options):
                _, err = self.train("bad", *options, code=2)
                self.assertEqual(err.count("\n"), 1, err)
                self.assertFalse((self.folder / "bad").exists())

    def test_only_one_program_trains_in_a_folder(self):
        running = self.start("run", "--states", 10**9)
        self.wait_for(lambda: (self.folder / "run" / "status.json").exists(), running)
        _, err = self.run_ineq("train", "--resume", "--out", self.folder / "run", code=2)
        self.assertIn("another program is training", err)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(), 3)

    def test_a_run_goes_on_without_its_metrics(self):
        self.train("whole", "--states", 3200)
        running = self.start("part", "--states", 3200)
        self.wait_for(lambda: (self.folder / "part" / "checkpoints" / "last.npz").exists(), running)
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(), 3)
        (self.folder / "part" / "metrics.jsonl").write_bytes(b"")
        next((self.folder / "part").glob("events.out.tfevents.*")).unlink()
        self.run_ineq("train", "--resume", "--out", self.folder / "part")
        self.assertEqual(self.weights("whole"), self.weights("part"))
        for line in self.metrics("part"):
            json.loads(line)

    def test_time_limits_hold_for_large_goals(self):
        goal = "+".join("abcdefghij" * 40) + " = " + "+".join("jihgfedcba" * 40)
        for agent in ("dag", "transformer"):
            with self.subTest(agent):
                self.train(agent, "--agent", agent, "--states", 32, validation=0)
                _, err = self.run_ineq("prove", "--agent", self.folder / agent, "--seconds", 1, goal, code=1)
                seconds = float(err.splitlines()[-1].split()[-2])
                self.assertLess(seconds, 20, err)

    def test_a_loss_that_is_no_number_ends_the_run(self):
        _, err = self.train("run", "--states", 6400, "--rate", 1e30, "--clip", 0, "--warmup", 0, code=2)
        self.assertIn("the loss is not a number", err)
        self.assertEqual(self.status("run")["status"], "failed")

    def test_damaged_checkpoints(self):
        self.train("run", "--states", 64)
        problems = self.file(json.dumps({"goal": "a+b=b+a", "premises": []}))
        best = self.folder / "run" / "checkpoints" / "best.npz"
        good = best.read_bytes()
        self.train("other", "--agent", "bow", "--states", 64)
        foreign = self.weights("other")
        for content in (good[: len(good) // 2], b"", b"PK\x05\x06" + bytes(18), b"no archive", foreign,
                        good.replace(b'"version": 1,\n  "config"', b'"version": 9,\n  "config"')):
            best.write_bytes(content)
            _, err = self.run_ineq("evaluate", "--problems", problems, "--agent", self.folder / "run", code=2)
            self.assertIn("best.npz: ", err)

    def test_a_full_disk_loses_nothing(self):
        self.train("whole", "--states", 3200)
        limit = 40_000

        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        command = [INEQ, "train", "--out", self.folder / "part", *SETTING, *SMALL, *FEW, "--states", 3200]
        done = subprocess.run(list(map(str, command)), preexec_fn=limited, capture_output=True, text=True)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("File too large", done.stderr)
        self.run_ineq("train", "--resume", "--out", self.folder / "part")
        self.assertEqual(self.weights("whole"), self.weights("part"))


class WithoutNetworks(Case):
    def test_a_build_without_networks_says_what_is_missing(self):
        program = self.folder / "ineq"
        program.write_bytes(pathlib.Path(INEQ).read_bytes())
        program.chmod(0o755)
        done = subprocess.run([program, "train", "--out", self.folder / "run"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("libtorch-dev", done.stderr)


if __name__ == "__main__":
    unittest.main()
