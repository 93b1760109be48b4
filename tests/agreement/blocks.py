"""The statements of generated programs, and the blocks that they form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .expressions import Expressions
from .scope import LEFT, Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from .scope import Scope

INDENT = "    "
MAX_DEPTH = 3
Lines = list[str]


def indented(lines: Lines) -> Lines:
    """The lines, one level deeper."""
    return [INDENT + line for line in lines]


class Block:
    """Writes the statements of one suite. ``gives``: what its function returns; None for one that returns nothing."""

    def __init__(self, scope: Scope, leave: Callable[[Expressions], str]) -> None:
        """Take the place, and how a statement is written that leaves the function."""
        self.scope = scope
        self.leave = leave
        self.write = Expressions(scope)
        self.lines: Lines = []
        self.is_left = False
        self.is_closure = False
        self.bound: set[str] = set()

    def inner(self, *, in_loop: bool = False, may_continue: bool | None = None) -> Block:
        """A block inside of this one."""
        return Block(self.scope.fork(in_loop=in_loop, may_continue=may_continue), self.leave)

    def fill(self, at_most: int) -> Block:
        """Write some statements."""
        for _ in range(self.scope.rng.randint(1, at_most)):
            if self.is_left or self.scope.budget[0] <= 0:
                break
            self.scope.budget[0] -= 1
            self.statement()
        if not self.lines:
            self.lines.append("pass")
        return self

    def statement(self) -> None:
        """Write one statement."""
        forms: list[Callable[[], None]] = [self.bind_dict] * 5 + [self.bind_list] * 2 + [self.bind_result] * 3
        if self.scope.have(Kind.DICT):
            forms += [self.change_dict] * 7 + [self.alias] + [self.call_changer] * 2
        if self.scope.have(Kind.LIST):
            forms += [self.change_list] * 2
        if self.scope.have(Kind.RESULT):
            forms += [self.change_result] * 3
        if self.scope.depth < MAX_DEPTH:
            forms += [self.loop] * 2 + [self.guarded] * 2 + [self.context, self.match, self.closure]
            forms += [self.branch] * (6 if self.scope.has_flag() else 1)
        if self.scope.depth and self.scope.may_return:
            forms += [self.jump] * 3
        self.scope.pick(forms)()

    def simple(self) -> None:
        """Write one statement without a block in it that stays in its function."""
        forms = [self.bind_dict, self.bind_list]
        if self.scope.have(Kind.DICT):
            forms += [self.change_dict] * 4
        self.scope.pick(forms)()

    # Names.

    def bind(self, kind: Kind, name: str, known: dict[str, bool] | None = None) -> None:
        """The name holds that kind from here on."""
        self.scope.bind(kind, name, **(known or {}))
        self.bound.add(name)

    def target(self, kind: Kind, prefix: str) -> str:
        """A name to bind: a new one, or one that was bound before."""
        names = self.scope.rebindable(kind)
        return self.scope.pick(names) if names and self.scope.chance(0.5) else self.scope.fresh(prefix)

    def bind_dict(self) -> None:
        """A name gets a dict."""
        name = self.target(Kind.DICT, "d")
        value, known = self.write.valued(self.write.payload)
        form = self.scope.pick(("{0} = {1}",) * 5 + ("({0} := {1})", "{0}: dict = {1}"))
        self.lines.append(form.format(name, value))
        self.bind(Kind.DICT, name, known)
        if self.scope.chance(0.15):
            self.bind_two()

    def bind_two(self) -> None:
        """Two names get dicts at once: the same one, or one each."""
        one, other = self.scope.fresh("d"), self.scope.fresh("d")
        value, known = self.write.valued(self.write.payload)
        form = self.scope.pick(("{0} = {1} = {2}", "{0}, {1} = {2}, {3}", "[{0}, {1}] = [{2}, {3}]"))
        self.lines.append(form.format(one, other, value, self.write.display()))
        for name in (one, other):
            self.bind(Kind.DICT, name, {**known, "is_shared": True})
        if self.scope.chance(0.3):
            self.lines.append(f"{one}, {other} = {other}, {one}")

    def bind_value(self, kind: Kind, name: str, write: Callable[[], str]) -> None:
        """A name gets what an expression gives."""
        value, known = self.write.valued(write)
        self.lines.append(f"{name} = {value}")
        self.bind(kind, name, known)

    def bind_list(self) -> None:
        """A name gets a list."""
        self.bind_value(Kind.LIST, self.target(Kind.LIST, "s"), self.write.listing)

    def new_list(self) -> str:
        """A name for a list that nothing else holds."""
        name = self.scope.fresh("s")
        self.lines.append(f"{name} = [V]")
        self.bind(Kind.LIST, name)
        return name

    def bind_result(self) -> None:
        """A name gets a result."""
        self.bind_value(Kind.RESULT, self.target(Kind.RESULT, "r"), self.write.result)

    def alias(self) -> None:
        """A dict gets a second name."""
        self.bind_value(Kind.DICT, self.scope.fresh("d"), self.write.name)

    # Changes.

    def change_dict(self) -> None:
        """A dict changes in place."""
        names = self.scope.changeable(Kind.DICT)
        if not names:
            self.bind_dict()
            return
        self.write.looked_into = []
        name, (key, value) = self.scope.change(self.scope.pick(names)), self.write.pair()
        other = self.write.operand(1, but=name)
        self.scope.joined.update({name} if self.write.has_looked_into_joined() else ())
        forms = [f'{name}["{key}"] = {value}'] * 4
        forms += [f'{name}.update({{"{key}": {value}}})', f"{name}.update({key}={value})", f"{name}.update({other})"]
        forms += [f'{name}.update([("{key}", {value})])', f"{name}.update({other}, {key}={value})"]
        if name in self.scope.own(Kind.DICT) and not self.is_closure:
            forms += [f"{name} |= {other}"] * 2
        forms += [f'{name}.setdefault("{key}", {value})', f'{name}.pop("{key}", None)']
        forms += [f'{name}.clear(); {name}["{key}"] = {value}', f'{name}["{key}"] = {value}; del {name}["{key}"]']
        forms += [f'{name}["{key}"] = {name}.get("{key}", {value})', f"{name}.clear()"]
        if self.scope.is_wide:
            forms += [f'{name}.pop("{key}")', f'del {name}["{key}"]', f"fetch({name})"]
            forms += [f'{name}["sources"].append(U)', f"for key in list({name}): del {name}[key]"]
            forms += [f"{name}[fetch(U)] = {value}"]
        self.lines.append(self.scope.pick(forms))

    def change_list(self) -> None:
        """A list changes in place."""
        name = self.scope.change(self.scope.pick(self.scope.changeable(Kind.LIST) or [self.new_list()]))
        forms = [f"{name}.append(U)", f"{name}.append(U)", f"{name}.extend([U, V])", f"{name}.insert(0, U)"]
        if name != "L":
            forms.append(f"{name} += [U]")
        forms += [f"{name}.clear()", f"{name}.extend([])", f"{name}.reverse()", f"{name}.sort()"]
        if self.scope.is_wide:
            forms += [f"{name}.pop()", f"fetch({name})", f"{name}[:] = []", f"{name}[0] = V", f"del {name}[0]"]
        self.lines.append(self.scope.pick(forms))

    def change_result(self) -> None:
        """An attribute of a built result is set."""
        names = self.scope.changeable(Kind.RESULT)
        if not names:
            self.bind_result()
            return
        name, (key, value) = self.scope.change(self.scope.pick(names)), self.write.pair()
        write: Callable[[], str] = self.write.structured
        if self.scope.depth and not self.scope.is_wide:
            # The result is another name for the dict, on this branch alone: what has changed on it is not told apart.
            self.scope.rebound.add(name)
            write = self.write.display if self.scope.changed else write
        forms = [f"{name}.structured_content = {write()}"] * 3
        forms += [f"{name}.is_error = {self.scope.pick(('True', 'False'))}", f"{name}.content = C"]
        forms += [f'setattr({name}, "structured_content", {self.write.display()})', f"{name}.content = []"]
        forms += [f'{name}.structured_content = {self.write.display()}; {name}.structured_content["{key}"] = {value}']
        if self.scope.is_wide:
            forms += [f'{name}.structured_content["{key}"] = {value}', f"fetch({name})", f"{name}.content.clear()"]
            forms += [f'{name}.structured_content.update({{"{key}": {value}}})']
        self.lines.append(self.scope.pick(forms))

    def call_changer(self) -> None:
        """A helper changes a dict."""
        helper = self.write.helper(None)
        names = self.scope.certain(Kind.DICT) if self.scope.is_wide else self.scope.changeable(Kind.DICT)
        names = [name for name in names if name in self.scope.certain(Kind.DICT)]
        if helper is not None and names:
            self.lines.append(
                self.write.call(helper, first=self.write.shared(self.scope.change(self.scope.pick(names))))
            )
        else:
            self.change_dict()

    # Blocks.

    def add(self, head: str, block: Block) -> None:
        """A line and the block below it."""
        self.lines.append(head)
        self.lines += indented(block.lines)

    def meet(self, blocks: list[Block]) -> None:
        """Go on after branches: what all that come here have bound is bound."""
        going = [block for block in blocks if not block.is_left]
        if not going:
            self.is_left = True
            return
        bound = {name for block in going for name in block.bound}
        self.scope.meet([block.scope for block in going], bound)
        self.bound |= bound

    def test(self) -> str:
        """What a branch asks."""
        asked = [self.write.flag, self.write.flag, self.write.flag]
        names = self.scope.testable()
        if names:
            name = self.scope.pick(names)
            asked += [lambda: f'"sources" in {name}', lambda: f"not {name}"]
            if name in self.scope.certain(Kind.DICT):
                asked.append(lambda: f'{name}.get("force") is None')
        if self.scope.is_wide:
            asked += [lambda: f"{self.write.flag()} and {self.write.flag()}", lambda: f"fetch({self.write.flag()})"]
            asked += [lambda: f"{self.write.flag()} or {self.write.flag()}"]
        return self.scope.pick(asked)()

    def branch(self) -> None:
        """``if``, with and without the others."""
        arms = [self.inner().fill(3)]
        self.add(f"if {self.test()}:", arms[0])
        if self.scope.chance(0.25):
            test = self.test()
            arms.append(self.inner().fill(2))
            self.add(f"elif {test}:", arms[-1])
        if self.scope.chance(0.55):
            arms.append(self.inner().fill(3))
            self.add("else:", arms[-1])
        else:
            arms.append(self.inner())
        self.meet(arms)

    def loop(self) -> None:
        """``for`` and ``while``."""
        items = ("(U, V)", "[U]", "()", "list((U, V))" if self.scope.is_wide else "[V, U]")
        head = self.scope.pick((*(f"for x in {item}:" for item in items), "while True:"))
        test = self.write.flag()
        if self.scope.chance(0.3) and head != "while True:":
            head = f"while {test}:"
        is_endless = head.startswith("while")
        body = self.inner(in_loop=True, may_continue=self.scope.is_wide and not is_endless).fill(3)
        if not body.is_left and (is_endless or self.scope.chance(0.3)):
            body.lines += self.loop_end(is_endless=is_endless)
        self.add(head, body)
        if self.scope.chance(0.25) and head != "while True:":
            otherwise = self.inner().fill(2)
            self.add("else:", otherwise)
            self.take_in(otherwise)
        if head == "while True:" and not any("break" in line for line in body.lines):
            self.is_left = True
        # What the body binds may not be bound, and what was there is still of its kind.
        self.take_in(body)

    def take_in(self, block: Block) -> None:
        """Go on after a block that may have run or not."""
        self.scope.several |= block.bound | block.scope.several
        self.bound |= block.bound

    def loop_end(self, *, is_endless: bool) -> Lines:
        """How a pass of a loop ends."""
        if self.scope.is_wide and not is_endless and self.scope.chance(0.6):
            return [f"if {self.write.flag()}:", f"{INDENT}{self.scope.pick(('break', 'continue'))}"]
        return ["break"]

    def guarded(self) -> None:
        """``try`` with its parts. In a followed program, only the first statement of its body raises."""
        changed = len(self.scope.changed)
        body = self.inner()
        body.lines.append(self.raising())
        body.is_left = body.lines == ["raise LookupError"]
        if self.scope.is_wide:
            body.fill(3)
        handler = self.inner().fill(3)
        self.add("try:", body)
        self.add(self.scope.pick(("except LookupError:", "except (LookupError, OSError) as error:")), handler)
        if self.scope.chance(0.4) and not body.is_left:
            self.after_try(body)
        if self.scope.chance(0.3):
            final = self.inner()
            # It may begin after any statement before it, so that what they change is joined with what was there.
            is_changed = len(self.scope.changed) > changed or bool(body.bound | handler.bound)
            final.scope.may_leave = self.scope.is_wide or not is_changed
            final.scope.several |= body.bound | handler.bound | body.scope.several | handler.scope.several
            final.simple() if self.scope.chance(0.85) else final.fill(2)
            self.add("finally:", final)
            self.is_left = final.is_left
            for block in (body, handler):
                block.bound |= final.bound
        self.meet_unless_left([body, handler])

    def after_try(self, body: Block) -> None:
        """The ``else`` of a ``try``: it goes on where the body ends."""
        otherwise = Block(body.scope.fork(), self.leave).fill(3)
        self.add("else:", otherwise)
        body.scope, body.is_left = otherwise.scope, otherwise.is_left
        body.bound |= otherwise.bound

    def meet_unless_left(self, blocks: list[Block]) -> None:
        """Go on, unless a ``finally`` has left."""
        if not self.is_left:
            self.meet(blocks)

    def raising(self) -> str:
        """A statement that may raise."""
        if self.scope.is_wide and self.scope.have(Kind.DICT) and self.scope.chance(0.5):
            return f'{self.write.name()}["sources"]'
        # In a followed program, only if the tool's own input decides it: a handler is always taken for reachable.
        is_open = self.scope.has_flag() and (self.scope.is_wide or self.scope.is_tool)
        return f"if {self.write.flag()}: raise LookupError" if is_open else "raise LookupError"

    def context(self) -> None:
        """``with``."""
        managers = ("contextlib.nullcontext():", "contextlib.nullcontext() as x:", "contextlib.suppress(LookupError):")
        head = self.scope.pick(managers if self.scope.is_wide else managers[:2])
        body = self.inner()
        if "suppress" in head:
            body.lines.append(self.raising())
            body.fill(3)
            self.add(f"with {head}", body)
            self.meet([body, self.inner()])
            return
        # A context manager may swallow what is raised, so what comes after counts as reached, whatever leaves before.
        body.scope.may_leave = self.scope.is_wide
        self.add(f"with {head}", body.fill(3))
        self.meet([body])

    def match(self) -> None:
        """``match``."""
        flag = self.scope.flag()
        if flag is None:
            return
        arms = [self.inner().fill(2)]
        self.lines.append(f"match {flag}:")
        self.lines += indented([f"case {self.scope.pick(('True', 'True | None', 'None'))}:", *indented(arms[0].lines)])
        ways = ("_", "other", "False", "") if self.scope.is_wide else ("_", "other")
        last = self.scope.pick(ways)
        arms.append(self.inner())
        if last:
            arms[1].fill(2)
            self.lines += indented([f"case {last}:", *indented(arms[1].lines)])
        self.meet([*arms, self.inner()] if last == "False" else arms)

    def closure(self) -> None:
        """A function inside, which changes or replaces a dict, and calls of it."""
        if not self.scope.own(Kind.DICT):
            return
        targets = [name for name in self.scope.rebindable(Kind.DICT) if name in self.scope.changeable(Kind.DICT)]
        if not targets:
            return
        name, target = self.scope.fresh("inner"), self.scope.pick(targets)
        body = self.inner()
        body.is_closure = True
        body.scope.is_async = False
        # What the function binds is its own; what it may be called for is the outer dict.
        body.scope.names[Kind.DICT] = [target]
        if self.scope.chance(0.5):
            value, known = body.write.valued(body.write.payload)
            body.lines += [f"nonlocal {target}", f"{target} = {value}"]
            self.bind(Kind.DICT, target, {**known, "is_shared": True})
        else:
            body.change_dict()
            self.scope.change(target)
        if self.scope.chance(0.3):
            body.lines.append(f"return {target}")
        self.add(f"def {name}():", body)
        self.lines += [f"{name}()"] * self.scope.pick((0, 1, 1, 2))

    def jump(self) -> None:
        """Leave the function or the loop."""
        if self.scope.is_in_loop and self.scope.chance(0.4):
            self.lines.append(self.scope.pick(("break", "continue") if self.scope.may_continue else ("break",)))
        elif self.scope.chance(0.15):
            self.lines.append("raise LookupError")
        else:
            self.lines.append(self.leave(self.write))
            self.scope.history.add(LEFT)
        self.is_left = True
