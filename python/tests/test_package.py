"""Terms, states, records, the generator: what the package says of them, and what it refuses."""

import copy
import errno
import itertools
import os
import pickle
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

import ineq

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "theorems.jsonl"


class Values(unittest.TestCase):
    def test_terms_and_statements_are_values(self):
        self.assertEqual(ineq.Term("a + b"), ineq.Term("(a+b)"))
        self.assertNotEqual(ineq.Term("a+b"), ineq.Term("b+a"))
        self.assertNotEqual(ineq.Term("a"), "a")
        self.assertEqual(len({ineq.Statement("a=b"), ineq.Statement("a = b"), ineq.Statement("b=a")}), 2)
        for value in (ineq.Term("1/a"), ineq.Statement("a!=0")):
            self.assertEqual(pickle.loads(pickle.dumps(value)), value)
        self.assertEqual(str(ineq.Statement("a <= b").children[0]), "b")
        self.assertTrue(ineq.Statement("a = a").is_trivial)

    def test_there_are_18_axioms(self):
        self.assertEqual(len(ineq.AXIOMS), 18)
        self.assertEqual([a.number for a in ineq.AXIOMS], list(range(18)))
        poe = ineq.find_axiom("PrincipleOfEquality")
        self.assertEqual((poe.text_name, poe.letter, poe.arity()), ("equ_prin", "L", 3))
        self.assertNotEqual(ineq.find_axiom("mul_simp").rows("full"), ineq.find_axiom("mul_simp").rows())

    def test_states_meet_whatever_way_they_were_reached(self):
        s = ineq.State("(a+b)*(c+d) = e")
        left = s.apply("add_cmmt | (a+b) in obj").apply("add_cmmt | (c+d) in obj")
        right = s.apply("add_cmmt | (c+d) in obj").apply("add_cmmt | (a+b) in obj")
        self.assertEqual(left, right)
        self.assertEqual(left.hash, right.hash)
        self.assertNotEqual(left, s)
        self.assertNotEqual(s, ineq.State("(a+b)*(c+d) = e", rules="full"), "other rules, another state")
        self.assertEqual(copy.deepcopy(left), left)
        self.assertEqual(s.goals[0], ineq.Statement("(a+b)*(c+d) = e"), "a state never changes")

    def test_legal_actions_and_masks_agree(self):
        for record in ineq.Generator(k=2, l=3).batch(0, 5):
            state = ineq.State(record.goal, record.premises)
            legal = state.legal_actions()
            self.assertEqual(set(legal[:, 0]), set(state.mask().nonzero()[0]))
            for action in legal:
                self.assertNotEqual(state.apply(action), state)
                self.assertTrue(state.mask(action[:1])[action[1]])
                self.assertEqual(state.action(state.action_text(action)), tuple(action))

    def test_arrays_outlive_what_they_came_from(self):
        types = ineq.State("a+b = b+a").graph().type
        junk = [ineq.State("c*d = d*c").graph().type for _ in range(100)]
        self.assertEqual(types.tolist(), [0, 3, 10, 11, 3, 11, 10])
        self.assertEqual(len(junk), 100)


class Records(unittest.TestCase):
    def test_proofs_are_checked(self):
        for record in ineq.read_records(str(EXAMPLES)):
            self.assertTrue(ineq.check(record), record)
            if len(record.proof) > 1:
                short = ineq.Record(record.goal, record.premises, record.proof[:-1], rules=record.rules)
                self.assertFalse(ineq.check(short).accepted)

    def test_what_was_not_proven_here_is_not_proven_there(self):
        record = ineq.Record("1 = 0*(1/0)", proof=["mul_simp | (0*(1/0)) in obj"])
        self.assertFalse(ineq.check(record))
        self.assertTrue(ineq.check(record, rules="int-2021"))

    def test_files(self):
        records = ineq.Generator(k=2, l=2).batch(0, 20)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.jsonl", "a.jsonl.zst"):
                path = Path(folder) / name
                self.assertEqual(ineq.write_records(path, records), 20)
                self.assertEqual(list(ineq.read_records(path)), records)
                self.assertEqual(len(ineq.proof_steps(ineq.read_records(str(path)))), 40)
            with self.assertRaises(ValueError):
                ineq.write_records(str(Path(folder) / "b.jsonl"), (r for r in [records[0], "no record"]))
            self.assertEqual(sorted(p.name for p in Path(folder).iterdir()), ["a.jsonl", "a.jsonl.zst"])

    def test_steps_of_generated_proofs_are_those_of_their_records(self):
        graph = ("type", "statement", "edges", "slot", "root", "is_goal", "occurrence")
        graph += ("node_offset", "edge_offset", "statement_offset", "occurrence_offset")
        for options in ({}, {"rename": True, "merge": True}, {"graph": False, "sequence": "pointer"}):
            for fields in ({"k": 3, "l": 5}, {"k": 2, "l": 4, "degree": 1, "rules": "full", "seed": 9}):
                generator = ineq.Generator(order_trials=1000, **fields)
                one = ineq.proof_steps(generator.batch(7, 40), **options)
                for threads in (1, 3):
                    two = generator.proof_steps(7, 40, threads, **options)
                    for name in ("action", "record", "step", "left"):
                        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
                    for view, names in (("graph", graph), ("sequence", ("token", "offset"))):
                        a, b = getattr(one, view), getattr(two, view)
                        self.assertEqual(a is None, b is None)
                        for name in names if a is not None else ():
                            np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
        self.assertEqual(len(ineq.Generator(k=1, l=1).proof_steps(0, 0)), 0)

    def test_fields_that_are_not_known_are_kept(self):
        line = '{"id": 7, "z": [1.50, null], "k": 2, "premises": [], "goal": "a=a", "proof": [], "l": 3}'
        record = ineq.Record.from_json(line)
        self.assertEqual((record.k, record.l, ineq.Record("a=a").k), (2, 3, None))
        self.assertEqual(record.to_json(), line)
        self.assertEqual(pickle.loads(pickle.dumps(record)).to_json(), line)
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / name for name in ("a.jsonl", "b.jsonl")]
            paths[0].write_text(line + "\n" + ineq.Generator(k=2, l=2)[5].to_json() + "\n")
            ineq.write_records(paths[1], ineq.read_records(paths[0]))
            self.assertEqual(paths[1].read_text(), paths[0].read_text())
            self.assertIn('"order":', paths[1].read_text())

    def test_steps_of_proofs_replay(self):
        records = ineq.Generator(k=3, l=5, degree=1).batch(0, 30)
        steps = ineq.proof_steps(records, sequence="characters", merge=True)
        self.assertEqual(len(steps), 150)
        characters = ineq.Vocabulary("characters")
        for i, record in enumerate(records):
            state = ineq.State(record.goal, record.premises)
            for row in np.flatnonzero(steps.record == i):
                begin, end = steps.sequence.offset[row : row + 2]
                self.assertEqual(characters.decode(steps.sequence.token[begin:end]), state.text)
                self.assertEqual(state.action(record.proof[steps.step[row]]), tuple(steps.action[row]))
                # The operand's node in the merged graph is of the type that it has in the tree.
                first = steps.graph.occurrence_offset[row] + steps.action[row, 1]
                tree = state.graph()
                self.assertEqual(steps.graph.type[steps.graph.occurrence[first]], tree.type[steps.action[row, 1]])
                state = state.apply(steps.action[row])
            self.assertTrue(state.proven)


    def test_files_that_cannot_be_opened(self):
        record = ineq.Record("a+b = b+a")
        with tempfile.TemporaryDirectory() as folder:
            missing, taken = Path(folder) / "no" / "file.jsonl", Path(folder) / "file"
            taken.write_text("")
            taken.chmod(0)
            for call in (
                lambda: ineq.read_records(missing),
                lambda: ineq.write_records(missing, [record]),
                lambda: ineq.Theorems.file(missing),
                lambda: ineq.Theorems.from_specification(missing),
                lambda: ineq.Generator.from_file(missing),
                lambda: ineq.Generator(orders=str(missing)),
                lambda: ineq.Generator(k=1, l=1, exclude=[str(missing)]),
            ):
                with self.assertRaises(FileNotFoundError) as caught:
                    call()
                self.assertEqual((caught.exception.filename, caught.exception.errno), (str(missing), errno.ENOENT))
            self.assertRaises(IsADirectoryError, ineq.read_records, folder)
            self.assertRaises(IsADirectoryError, ineq.write_records, folder, [record])
            self.assertRaises(NotADirectoryError, ineq.read_records, taken / "x")
            if os.geteuid() != 0:
                self.assertRaises(PermissionError, ineq.read_records, taken)
            with self.assertRaises(FileNotFoundError) as caught:
                ineq.read_records(os.fsdecode(b"/no/\xff"))
            self.assertEqual(os.fsencode(caught.exception.filename), b"/no/\xff")

    def test_a_printed_record_shows_its_proof(self):
        record = ineq.Record("a+b >= b+a+0", ["c=d"], ["add_zero | ((b+a)+0) in obj"], id="x")
        self.assertEqual(
            str(record),
            "x\n  given  c = d\n  prove  a+b >= b+a+0\n    1. AdditionZero on b+a+0\n       a+b >= b+a",
        )
        text = str(ineq.Generator(k=3, l=3, order_trials=1000)[0])
        self.assertTrue(text.startswith("ordered-field/k3l3/d0/s1/000000\n"), text)
        self.assertTrue(text.endswith("       proven"), text)
        self.assertEqual(str(ineq.Record("a=b", proof=["nonsense"])), "  prove  a = b")
        line = '{"premises": [], "goal": "a=", "proof": []}'
        self.assertEqual(str(ineq.Record.from_json(line)), line)


class Generators(unittest.TestCase):
    def test_theorems_depend_on_the_options_and_their_number_alone(self):
        g = ineq.Generator(k=3, l=4, degree=1, seed=7)
        batch = g.batch(5, 12, threads=3)
        self.assertEqual(batch, [g[i] for i in range(5, 17)])
        self.assertEqual(batch, g.batch(5, 12))
        self.assertEqual(g.batch(5, 2), list(itertools.islice(g, 5, 7)))
        self.assertNotEqual(batch, ineq.Generator(k=3, l=4, degree=1, seed=8).batch(5, 12))
        self.assertEqual(g.specification["k"], 3)
        self.assertEqual(g.batch(0, 0), [])
        self.assertTrue(all(map(ineq.check, batch)))

    def test_specification_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "spec.json"
            path.write_text('{"k": 2, "l": 4, "seed": 3}')
            self.assertEqual(ineq.Generator.from_file(str(path))[0], ineq.Generator(k=2, l=4, seed=3)[0])

    def test_python_goes_on_during_a_batch(self):
        ticks, done = [], threading.Event()

        def tick():
            while not done.wait(0.001):
                ticks.append(1)

        thread = threading.Thread(target=tick)
        thread.start()
        ineq.Generator(k=3, l=7).batch(0, 20000)
        done.set()
        thread.join()
        self.assertGreater(len(ticks), 10)


class Refusals(unittest.TestCase):
    """Bad input is a ValueError with a message that says what is wrong."""

    def refused(self, call, message):
        with self.assertRaises(ValueError) as caught:
            call()
        self.assertIn(message, str(caught.exception))

    def test_texts(self):
        self.refused(lambda: ineq.Term("a+"), "column 3")
        self.refused(lambda: ineq.Statement("a+b"), "column")
        self.refused(lambda: ineq.Statement("(" * 10000), "column")
        self.refused(lambda: ineq.Statement("a=b").node(0), "there is no term 0")
        self.refused(lambda: ineq.Statement("a=b").node(3), "there is no term 3")
        self.refused(lambda: ineq.find_axiom("magic"), "there is no axiom 'magic'")
        self.refused(lambda: ineq.State("a=b", rules="mine"), "there is no rule set 'mine'")
        self.refused(lambda: ineq.Record("a=b", premises=["?"]), "premise 1, column 1")
        self.refused(lambda: ineq.Record.from_json("[]"), "")
        self.refused(lambda: ineq.proof_steps([ineq.Record("a=b")]), "the proof ends before")
        self.refused(lambda: ineq.Generator(k=1, l=1).proof_steps(-1, 5), "first")

    def test_hard_theorems(self):
        hard = ineq.Generator(k=2, l=3, min_shortest=3).batch(0, 20)
        self.assertTrue(all(ineq.check(record).accepted for record in hard))
        self.assertNotEqual(hard, ineq.Generator(k=2, l=3).batch(0, 20))
        env = ineq.TheoremEnv(ineq.Theorems.generate(k=2, l=3, min_shortest=3))
        env.reset(seed=1)
        self.refused(lambda: ineq.Generator(k=3, l=5, min_shortest=6), "min_shortest is at most l")

    def test_actions(self):
        s = ineq.State("a+b = b+a")
        self.refused(lambda: s.apply("add_cmmt"), "column")
        self.refused(lambda: s.apply("add_cmmt | z in obj"), "z does not occur")
        self.refused(lambda: s.apply((4, 1, 0, 0)), "does not apply")
        self.refused(lambda: s.apply((18, 1, 0, 0)), "there is no axiom 18")
        self.refused(lambda: s.apply((0, 7, 0, 0)), "there is no node 7")
        self.refused(lambda: s.apply((0, 1)), "four numbers")
        self.refused(lambda: s.apply((0.0, 1.0, 0.0, 0.0)), "dtype")
        self.refused(lambda: s.apply(None), "whole numbers")
        self.refused(lambda: s.apply((0, 2**40, 0, 0)), "out of range")
        self.refused(lambda: s.apply((0, 2**70, 0, 0)), "")
        self.refused(lambda: s.mask([0, 1, 1, 1, 1]), "at most three operands")
        self.refused(lambda: s.mask([-1]), "there is no axiom -1")
        self.refused(lambda: s.mask(np.zeros((2, 2), int)), "shape")
        self.refused(lambda: s.legal_actions(18), "there is no axiom 18")
        self.refused(lambda: s.action_text((0, 0, 1, 0)), "a statement is no operand")

    def test_episodes(self):
        e = ineq.Episode()
        e.reset(ineq.Record("a+b = b+a"))
        self.assertEqual(e.step((0, 1, 0, 0)).outcome, "proven")
        self.refused(lambda: e.step((0, 1, 0, 0)), "the episode is over")
        self.refused(lambda: ineq.Episode("full").reset(ineq.Record("a=b", rules="int-2021")), "rule set")
        self.refused(lambda: ineq.Episode(step_limit=0), "at least one step")
        self.refused(lambda: ineq.Episode().step((0, 1, 0, 0)), "never reset")
        self.refused(lambda: ineq.Episode(step_limit=5000), "at most 4096 steps")
        saved = e.save()
        self.assertEqual(ineq.Episode.restore(saved).steps, 1)
        for limit in (b"-1", b"1.5", b"1e300", b"18446744073709551615", b'"3"'):
            self.refused(lambda: ineq.Episode.restore(saved.replace(b'"step_limit":15', b'"step_limit":' + limit)), "")
        for garbage in (b"", b"\xff\x00", b"{}", b"[]", b'{"goal": 1}', b"{" * 100000, "null"):
            self.refused(lambda: ineq.Episode.restore(garbage), "")

    def test_messages_move_no_cursor(self):
        evil = "\x1b[31m\u202e\x9b"
        shown = "\\x1b[31m\\u202e\\u009b"
        self.assertEqual(repr(ineq.Record("a=b", id=evil)), f"<Record {shown}: a=b, 0 steps>")
        theorems = ineq.Theorems.list(["a+b = b+a"])
        for call in (
            lambda: ineq.State("a=b", rules=evil),
            lambda: ineq.Pool(theorems, 1, autoreset=evil),
            lambda: ineq.Pool(theorems, 1, sequence=evil),
        ):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(f"'{shown}'", str(caught.exception))

    def test_generators(self):
        self.refused(lambda: ineq.Generator(k=0), "k: expected a whole number from 1 to 17, found '0'")
        self.refused(lambda: ineq.Generator(k="three"), "k: expected a whole number")
        self.refused(lambda: ineq.Generator(kk=3), "kk")
        self.refused(lambda: ineq.Generator(k=[3, 4]), "k: expected a whole number")
        self.refused(lambda: ineq.Theorems.generate(seed=3), "that of the environment")
        self.refused(lambda: ineq.Theorems.list(["\ud800"]), "column")
        self.refused(lambda: ineq.Record("a=b", id=b"\xff"), "UTF-8")
        self.refused(lambda: ineq.State(b"\xff"), "column 1")
        self.refused(lambda: ineq.Generator(k=1.5), "k")
        self.refused(lambda: ineq.Generator()[-1], "from 0")
        self.refused(lambda: ineq.Generator().batch(0, 1, threads=0), "threads")
        self.refused(lambda: ineq.Generator().batch(-1, 1), "first")
        self.refused(lambda: ineq.Theorems.list([]), "at least one")
        self.refused(lambda: ineq.Theorems.list([3]), "Records or goals")
        self.refused(lambda: ineq.Theorems.list(["a=a"]), "nothing to prove")
        self.refused(lambda: ineq.Vocabulary("words"), "there is no sequence view 'words'")
        self.refused(lambda: ineq.Vocabulary("pointer").decode([300]), "there is no token 300")


class Episodes(unittest.TestCase):
    def test_copied_saved_and_undone_episodes_go_on_the_same(self):
        record = ineq.Generator(k=3, l=5)[3]
        e = ineq.Episode()
        e.reset(record)
        e.step(record.proof[0])
        e.step((6, 1, 0, 0))
        others = [e.clone(), copy.copy(e), copy.deepcopy(e), pickle.loads(pickle.dumps(e)), ineq.Episode.restore(e.save())]
        self.assertEqual([other.why for other in others[3:]], ["", ""])
        e.step(record.proof[1])
        e.undo()
        for text in record.proof[1:]:
            step = e.step(text)
            for other in others:
                self.assertEqual(other.step(text).outcome, step.outcome)
                self.assertEqual((other.hash, other.steps), (e.hash, e.steps))
        self.assertTrue(e.proven)
        self.assertTrue(ineq.check(e.record))


if __name__ == "__main__":
    unittest.main()
