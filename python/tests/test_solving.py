"""prove and evaluate: by searches, by trained agents, and by evaluators that are written in Python."""

import multiprocessing
import pickle
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import ineq

records = ineq.Generator(k=3, l=3, order_trials=1000, seed=3).batch(0, 12)
FALSE = "a+a = a"


def goals_left(questions):
    """One step per goal, and axioms in their order."""
    graph = questions.graph
    goals = np.add.reduceat(graph.is_goal.astype(float), graph.statement_offset[:-1])
    return goals, -0.1 * questions.action[:, 0]


def of_process(value):
    return ineq.prove(value, nodes=50)


class Prove(unittest.TestCase):
    def test_theorems_of_all_kinds(self):
        for theorem in (records[0], "a+b = b+a", ineq.Statement("a+b = b+a")):
            result = ineq.prove(theorem)
            self.assertTrue(result)
            self.assertEqual((result.end, result.proof), ("proven", result.record.proof))
            self.assertTrue(ineq.check(result.record))
        self.assertEqual(result.theorem.goal, result.record.goal)

    def test_a_list_gives_a_list(self):
        results = ineq.prove(iter(records), nodes=100)
        self.assertEqual([r.theorem for r in results], records)
        self.assertTrue(all(map(bool, results)))
        self.assertEqual(ineq.prove([]), [])

    def test_what_is_not_proven(self):
        result = ineq.prove(FALSE)
        self.assertEqual((bool(result), result.record, result.proof, result.end), (False, None, None, "refuted"))
        self.assertEqual(ineq.prove("a*b >= c*d", nodes=3).end, "nodes")
        self.assertEqual(ineq.prove("a*b >= c*d", steps=0).end, "exhausted")

    def test_limits_and_counts(self):
        result = ineq.prove("a*b >= c*d", "breadth-first", nodes=7)
        self.assertEqual(result.counts["expanded"], 7)
        self.assertEqual(set(result.counts), {"expanded", "generated", "steps", "evaluated", "batches"})
        self.assertGreater(result.states, 0)

    def test_records_keep_their_fields_and_rules(self):
        record = ineq.Record.from_json('{"id": "x", "z": 1.50, "rules": "full", "premises": [], "goal": "a+b=b+a", "proof": []}')
        found = ineq.prove(record).record
        self.assertIn('"z":1.5,', found.to_json().replace(" ", ""))
        self.assertEqual((found.id, found.rules), ("x", "full"))
        self.assertEqual(ineq.prove(record, rules="int-2021").record.rules, "int-2021")

    def test_bad_arguments(self):
        for call, message in (
            (lambda: ineq.prove("a+b"), ""),
            (lambda: ineq.prove("a=b", nods=3), "there is no option 'nods'"),
            (lambda: ineq.prove("a=b", algorithm="mcts"), "there is no option 'algorithm'"),
            (lambda: ineq.prove("a=b", nodes="many"), "nodes: expected"),
            (lambda: ineq.prove("a=b", steps=10**6), "steps: expected"),
            (lambda: ineq.prove("a=b", search="deep"), "search: expected"),
            (lambda: ineq.prove("a=b", rules="mine"), "rules: expected"),
            (lambda: ineq.prove("a=b", "nobody"), "there is no agent of this name"),
            (lambda: ineq.prove("a=b", 3), "an agent is a name, an Agent or an Evaluator"),
            (lambda: ineq.prove([3]), "a theorem is a Record, a Statement or a goal as text"),
            (lambda: ineq.prove("a=b", ineq.Evaluator(goals_left), beam=2, temperature=1), "beam"),
            (lambda: ineq.prove("a=b", ineq.Evaluator(goals_left), temperature=1), "ranks legal actions"),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                call()

    def test_processes(self):
        expected = [of_process(record)[:4] for record in records[:3]]
        for method in ("spawn", "fork"):
            with self.subTest(method), multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual([result[:4] for result in pool.map(of_process, records[:3])], expected)

    def test_results_pickle(self):
        result = ineq.prove(records[0])
        self.assertEqual(pickle.loads(pickle.dumps(result)), result)


class Evaluators(unittest.TestCase):
    def asked(self, search, **options):
        """The questions of searches for two theorems."""
        seen = []

        def remember(questions):
            seen.append(questions)
            return goals_left(questions)

        results = ineq.prove(records[:2], ineq.Evaluator(remember, **options), search=search, nodes=20)
        self.assertEqual(sum(r.counts["evaluated"] for r in results), sum(map(len, seen)))
        return seen

    def test_every_search_asks_about_the_same_things(self):
        for search in ("greedy", "beam", "best-first", "mcts"):
            for questions in self.asked(search):
                self.assertEqual(len(questions.graph), len(questions))
                self.assertEqual(questions.action.shape, (questions.offset[-1], 4))
                self.assertEqual(questions.offset.shape, (len(questions) + 1,))
                self.assertEqual(questions.max_steps.shape, (len(questions),))
                self.assertTrue(((1 <= questions.max_steps) & (questions.max_steps <= 15)).all())
                np.testing.assert_array_equal(
                    questions.state, np.repeat(np.arange(len(questions)), np.diff(questions.offset))
                )

    def test_moves_are_actions_of_the_state(self):
        first = self.asked("best-first")[0]
        for i, record in enumerate(records[:2]):
            state = ineq.State(record.goal, record.premises)
            np.testing.assert_array_equal(
                first.graph.type[first.graph.node_offset[i] : first.graph.node_offset[i + 1]], state.graph().type
            )
            for action in first.action[first.offset[i] : first.offset[i + 1]]:
                self.assertNotEqual(state.apply(action), state)

    def test_the_views_that_are_asked_for(self):
        for questions in self.asked("greedy", graph=True, merge=True, rename=True, sequence="pointer"):
            self.assertEqual((len(questions.graph), len(questions.sequence)), (len(questions),) * 2)
        seen = []

        def no_view(questions):
            seen.append((questions.graph, questions.sequence))
            return np.ones(len(questions)), None

        ineq.prove("a+b+c = c+b+a", ineq.Evaluator(no_view, graph=False), search="best-first", nodes=3)
        self.assertEqual(set(seen), {(None, None)})

    def test_priors_guide_the_search(self):
        """Whoever knows the proof needs as many expansions as it has steps."""
        record = records[1]
        states, actions = [ineq.State(record.goal, record.premises)], []
        for text in record.proof:
            actions.append(states[-1].action(text))
            states.append(states[-1].apply(text))
        wanted = {state.hash: state.apply(action).hash for state, action in zip(states, actions)}
        by_view = {state.graph().type.tobytes(): state for state in states}
        for log_priors in (True, False):

            def oracle(questions):
                scores = np.full(len(questions.action), 0.001)
                for i in range(len(questions)):
                    begin, end = questions.graph.node_offset[i : i + 2]
                    state = by_view.get(questions.graph.type[begin:end].tobytes())
                    if state is None:
                        continue
                    for k in range(questions.offset[i], questions.offset[i + 1]):
                        if state.apply(questions.action[k]).hash == wanted.get(state.hash):
                            scores[k] = 1
                return np.ones(len(questions)), np.log(scores) if log_priors else scores

            for search in ("greedy", "beam", "best-first"):
                result = ineq.prove(record, ineq.Evaluator(oracle, log_priors=log_priors), search=search)
                self.assertEqual(len(result.proof), 3)
                if search != "beam":
                    self.assertEqual(result.counts["expanded"], 3)

    def test_hopeless_states_are_left(self):
        result = ineq.prove(records[0], ineq.Evaluator(lambda q: (np.full(len(q), np.inf), None)), search="best-first")
        self.assertEqual((result.end, result.counts["expanded"]), ("exhausted", 1))

    def test_wrong_answers(self):
        for answer, message in (
            (lambda q: None, "returns two arrays"),
            (lambda q: (np.ones(len(q)),), "returns two arrays"),
            (lambda q: (np.ones(len(q) + 1), None), "asked for 1 values, but returned the shape"),
            (lambda q: (np.ones((len(q), 1)), None), "asked for 1 values"),
            (lambda q: (np.ones(len(q)), np.ones(1000)), "priors, but returned the shape"),
            (lambda q: (np.full(len(q), np.nan), None), "not numbers"),
            (lambda q: (np.ones(len(q)), np.full(len(q.action), np.inf)), "a prior that is infinite"),
            (lambda q: (["x"], None), "array of numbers"),
        ):
            with self.subTest(message), self.assertRaisesRegex(ValueError, message):
                ineq.prove(records[0], ineq.Evaluator(answer), search="best-first")
        with self.assertRaisesRegex(ValueError, "negative prior"):
            ineq.prove(records[0], ineq.Evaluator(goals_left, log_priors=False), search="best-first")
        with self.assertRaisesRegex(ValueError, "needs a function"):
            ineq.Evaluator(3)

    def test_a_cache_saves_questions_and_changes_no_result(self):
        asked = []

        def count(questions):
            asked.append(len(questions))
            return goals_left(questions)

        results = []
        for cache in (0, 1000):
            asked.clear()
            found = ineq.prove([records[0]] * 130, ineq.Evaluator(count), search="best-first", nodes=5, cache=cache)
            results.append(([r.end for r in found], sum(asked)))
        self.assertEqual(results[0][0], results[1][0])
        self.assertLess(results[1][1], results[0][1] / 2)

    def test_exceptions_come_through(self):
        class Mine(Exception):
            pass

        def fail(questions):
            raise Mine("here")

        for search in ("greedy", "best-first", "mcts"):
            with self.assertRaisesRegex(Mine, "here"):
                ineq.prove(records, ineq.Evaluator(fail), search=search)
        for threads in (1, 2):
            with self.assertRaisesRegex(Mine, "here"):
                ineq.evaluate(records, ineq.Evaluator(fail), threads=threads)

    def test_they_run_on_the_thread_of_the_caller(self):
        seen = set()

        def remember(questions):
            seen.add(threading.get_ident())
            return goals_left(questions)

        ineq.prove(records, ineq.Evaluator(remember))
        ineq.evaluate(records, ineq.Evaluator(remember))
        self.assertEqual(seen, {threading.get_ident()})

    def test_a_search_within_an_evaluator(self):
        inner = []

        def search(questions):
            inner.append(bool(ineq.prove("a+b = b+a", ineq.Evaluator(goals_left))))
            return goals_left(questions)

        ineq.prove(records[0], ineq.Evaluator(search), nodes=3)
        self.assertTrue(inner and all(inner))

    def test_names_and_pickles(self):
        self.assertEqual(ineq.Evaluator(goals_left).name, "goals_left")
        self.assertEqual(ineq.Evaluator(goals_left, name="mine").name, "mine")
        other = pickle.loads(pickle.dumps(ineq.Evaluator(goals_left, merge=True, name="mine")))
        self.assertEqual((other.name, other.function), ("mine", goals_left))

    def test_torch_tensors_are_arrays(self):
        try:
            import torch
        except ModuleNotFoundError:
            self.skipTest("PyTorch is not installed")

        def guide(questions):
            return torch.ones(len(questions)), torch.zeros(len(questions.action))

        self.assertEqual(ineq.prove("a+b = b+a", ineq.Evaluator(guide), search="best-first").end, "proven")


class Evaluate(unittest.TestCase):
    def test_results_and_summaries(self):
        calls = []
        evaluation = ineq.evaluate(
            records + [FALSE], ["best-first", "random"], nodes=50, progress=lambda *now: calls.append(now)
        )
        self.assertEqual(calls[-1], (26, 26))
        self.assertEqual(evaluation.agents, ["best-first", "random"])
        results = evaluation.results
        self.assertEqual(len(results), 26)
        for i, summary in enumerate(evaluation.summaries):
            mine = results[results["agent"] == i]
            self.assertEqual(mine["problem"].tolist(), list(range(13)))
            self.assertEqual((summary["problems"], summary["proven"]), (13, mine["proven"].sum()))
            low, high = summary["interval"]
            self.assertTrue(0 <= low <= summary["success"] <= high <= 1)
            self.assertEqual(summary["ends"]["refuted"], 1)
        for row, proof in zip(results, evaluation.proofs):
            self.assertEqual(row["proven"], proof is not None)
            self.assertEqual(row["length"], -1 if proof is None else len(proof.proof))
            self.assertEqual(row["proven"], row["end"] == "proven")
            if proof is not None:
                self.assertTrue(ineq.check(proof))

    def test_threads_change_no_result(self):
        agents = ["best-first", ineq.Evaluator(goals_left)]
        one, two = (ineq.evaluate(records, agents, threads=threads, nodes=50) for threads in (1, 2))
        for name in ("proven", "length", "expanded", "steps", "end"):
            np.testing.assert_array_equal(one.results[name], two.results[name])

    def test_names(self):
        evaluation = ineq.evaluate(records[:2], {"a": "best-first", "b": "best-first"})
        self.assertEqual(evaluation.agents, ["a", "b"])
        with self.assertRaisesRegex(ValueError, "given twice"):
            ineq.evaluate(records[:2], ["mcts", "mcts"])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            problems, out, proofs = (Path(folder) / name for name in ("problems.jsonl", "out.jsonl", "proofs.jsonl"))
            ineq.write_records(problems, records)
            evaluation = ineq.evaluate(problems, out=out, proofs=proofs, nodes=50)
            self.assertEqual(len(out.read_text().splitlines()), 12)
            found = [proof for proof in evaluation.proofs if proof]
            self.assertEqual(list(ineq.read_records(proofs)), found)
            with self.assertRaises((ValueError, OSError)):
                ineq.evaluate(problems, out=out, nodes=50)
            again = ineq.evaluate(problems, out=out, nodes=50, resume=True)
            np.testing.assert_array_equal(again.results, evaluation.results)
            joined = ineq.evaluate(problems, ["best-first", "mcts"], join=[out], nodes=50)
            np.testing.assert_array_equal(joined.results[:12], evaluation.results)

    def test_an_interrupted_run_continues(self):
        class Stop(Exception):
            pass

        def stop(finished, total):
            if finished == 5:
                raise Stop

        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out.jsonl"
            with self.assertRaises(Stop):
                ineq.evaluate(records, out=out, progress=stop)
            earlier = []
            ineq.evaluate(records, out=out, resume=True, progress=lambda done, _: earlier.append(done))
            self.assertEqual(earlier[0], 5)
            self.assertEqual(len(out.read_text().splitlines()), 12)

    def test_bad_arguments(self):
        for call, message in (
            (lambda: ineq.evaluate([]), "there are no problems"),
            (lambda: ineq.evaluate(records, threads=0), "threads"),
            (lambda: ineq.evaluate(records, resume=True), "out"),
            (lambda: ineq.evaluate(records, thread=2), "there is no option 'thread'"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                call()


class Files(unittest.TestCase):
    def test_export(self):
        for to in ("coq", "hol-light", "metamath", "lean", "latex"):
            text = ineq.export(records, to=to)
            self.assertGreater(len(text), len(ineq.export(records[0], to=to)))
        self.assertIn("set-logic", ineq.export(records[0], to="smtlib"))
        unproven = ineq.Record("a+b = b+a")
        with self.assertRaises(ValueError):
            ineq.export(unproven, to="coq")
        with self.assertRaises(ValueError):
            ineq.export(records[0], to="morse")

    def test_statistics(self):
        statistics = ineq.statistics(records)
        self.assertEqual(set(statistics), {(3, 3)})
        self.assertEqual(statistics[3, 3]["theorems"], 12)
        self.assertEqual(sum(statistics[3, 3]["axioms"].values()), 36)
        self.assertIn("shortest", ineq.statistics(records, shortest=True, threads=2)[3, 3])
        with self.assertRaises(ValueError):
            ineq.statistics([ineq.Record("a=b")])

    def test_split(self):
        with tempfile.TemporaryDirectory() as folder:
            sets = []
            options = {"tests": 3, "validation": 2, "order_trials": 1000}
            ineq.split(folder, only=["iid"], progress=lambda *now: sets.append(now), **options)
            self.assertEqual(sets[-1][0], sets[-1][1])
            test = Path(folder) / "iid" / "k3l3" / "test.jsonl"
            self.assertEqual(len(list(ineq.read_records(test))), 3)
            with self.assertRaises((ValueError, OSError)):
                ineq.split(folder, only=["iid"], **options)
            with self.assertRaisesRegex(ValueError, "there is no option 'degree'"):
                ineq.split(folder, degree=3)


if __name__ == "__main__":
    unittest.main()
