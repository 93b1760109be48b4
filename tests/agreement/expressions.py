"""The expressions of generated programs: fields, payloads and results, right ones and wrong ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .scope import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from .scope import Helper, Scope

GOOD_SOURCES = ("[U]", "[U]", "[U, V]", "list((U,))", "[*L]", "[U] + []", "list(L)")
BAD_SOURCES = ("[]", "U", "None", "(U,)", "{U}", "3", '{"a": U}', "list()", "''")
VALUES = {
    "sources": (GOOD_SOURCES, BAD_SOURCES),
    "table": (('[["a"], ["b"]]', "[]", "None", "T"), ('"x"', '[["a"], ["b", "c"]]', '["a"]', '{"a": 1}', "5")),
    "charts": (
        ("[]", "None", '[{"type": "bar"}]', '[{"data": {"labels": ["a"], "datasets": [{"data": [1]}]}}]'),
        ('"x"', '["x"]', '{"type": "bar"}', '[{"data": {"labels": ["a"], "datasets": [{"data": [1, 2]}]}}]'),
    ),
    "force": (("'text'", "None", 'f"{U}"'), ("True", "1", "['x']", "{}")),
    "source": (("U",), ("U",)),
}
KEYS = ("sources",) * 7 + ("table", "table", "charts", "force", "force", "source")
_SHARE_OF_FAULTS = 0.35
_MAX_NESTING = 2


class Expressions:
    """Writes expressions for one place; what it names is surely bound there."""

    def __init__(self, scope: Scope) -> None:
        """Take the place."""
        self.scope = scope
        self.pick = scope.pick
        self.chance = scope.chance
        self.aliased: list[str] = []
        self.looked_into: list[str] = []
        self.is_several = self.is_shared = False

    def key(self) -> str:
        """A key of the payload."""
        return self.pick(KEYS)

    def value(self, key: str) -> str:
        """A value for the key."""
        if key == "sources" and self.chance(0.3):
            return self.listing()
        good, bad = VALUES[key]
        return self.pick(bad if self.chance(_SHARE_OF_FAULTS) else good)

    def pair(self) -> tuple[str, str]:
        """A key, and a value for it."""
        key = self.key()
        return key, self.value(key)

    def flag(self) -> str:
        """A condition of the program's input; a constant where none is left."""
        found = self.scope.flag()
        if found is None:
            return self.pick(("True", "False"))
        return self.pick((found, found, f"not {found}", f"bool({found})", f"{found} is True"))

    def listing(self, depth: int = 0) -> str:
        """A list that can be ``sources``."""
        names = self.scope.names[Kind.LIST]
        forms: list[Callable[[], str]] = [lambda: "[U]", lambda: "[]", lambda: "[V, U]"]
        if names:
            name = self.pick(names)
            forms += [lambda: f"[*{name}, U]", lambda: f"{name}.copy()"]
            if self.scope.is_wide or name in self.scope.own(Kind.LIST):
                forms += [lambda: self.name(Kind.LIST)] * 2
            forms += [lambda: f"list({name})", lambda: f"{name} + [U]", lambda: f"[U] + {name}"]
        helper = self.helper(Kind.LIST)
        if helper is not None and depth == 0:
            forms.append(lambda: self.call(helper))
        if depth < _MAX_NESTING:
            forms.append(lambda: self.conditional(lambda: self.listing(depth + 1)))
        return self.pick(forms)()

    def display(self) -> str:
        """A dict display."""
        pairs = dict(self.pair() for _ in range(self.pick((0, 1, 1, 2, 2, 3))))
        return "{" + ", ".join(f'"{key}": {value}' for key, value in pairs.items()) + "}"

    def payload(self, depth: int = 0) -> str:
        """A dict."""
        if depth > _MAX_NESTING or self.chance(0.35):
            return self.display()
        forms: list[Callable[[], str]] = [self.dict_call, self.dump]
        forms += [lambda: self.conditional(lambda: self.payload(depth + 1)), lambda: self.spread(depth)]
        forms += [lambda: f"{self.operand(depth)} | {self.operand(depth)}"]
        if self.scope.have(Kind.DICT):
            forms += [self.name, self.name, self.copy, self.picked]
        helper = self.helper(Kind.DICT)
        if helper is not None:
            forms += [lambda: self.call(helper)] * 2
        if self.scope.constants:
            forms.append(self.of_constant)
        if self.scope.is_wide:
            forms.append(self.not_followed)
        return self.pick(forms)()

    def name(self, kind: Kind = Kind.DICT) -> str:
        """Something by its name, which gets one more name by it."""
        return self.shared(self.pick(self.scope.names[kind]))

    def read(self) -> str:
        """A dict by its name, where it is only read."""
        self.looked_into.append(self.pick(self.scope.names[Kind.DICT]))
        return self.looked_into[-1]

    def valued(self, write: Callable[[], str]) -> tuple[str, dict[str, bool]]:
        """An expression, and what is to be known of the name that it gets."""
        self.aliased, self.looked_into = [], []
        self.is_several = self.is_shared = False
        value = write()
        is_several = self.is_several or any(name in self.scope.several for name in self.aliased)
        is_joined = is_several or self.has_looked_into_joined()
        return value, {
            "is_several": is_several,
            "is_shared": self.is_shared or bool(self.aliased),
            "is_joined": is_joined,
        }

    def has_looked_into_joined(self) -> bool:
        """Whether a dict that was read may be several put together."""
        return not {*self.scope.several, *self.scope.joined, *self.scope.changed}.isdisjoint(self.looked_into)

    def of_constant(self) -> str:
        """A dict that is made of a constant of the module."""
        name, (key, value) = self.pick(self.scope.constants), self.pair()
        forms = (f'{{**{name}, "{key}": {value}}}', f"{name}.copy()", f"dict({name})", f'{name} | {{"{key}": {value}}}')
        return self.pick(forms)

    def constant(self) -> str:
        """A dict for a constant. In a followed program there is nothing in it that could be changed elsewhere."""
        if self.scope.is_wide:
            return self.display()
        return self.pick(('{"sources": U}', "{}", '{"force": 1}', '{"force": "x", "source": U}', '{"table": "x"}'))

    def operand(self, depth: int, but: str = "") -> str:
        """A dict where an operator or a spread takes one; ``but``: not this one, which it would be an alias of."""
        names = [name for name in self.scope.names[Kind.DICT] if self.scope.is_wide or name != but]
        if names and self.chance(0.6):
            self.looked_into.append(self.pick(names))
            return self.looked_into[-1]
        return self.display() if depth else f"({self.payload(depth + 1)})"

    def spread(self, depth: int) -> str:
        """A display with another dict spread in it, before or after a pair."""
        key, value = self.pair()
        parts = [f"**{self.operand(depth)}", f'"{key}": {value}']
        if self.chance(0.3):
            parts.reverse()
        return "{" + ", ".join(parts) + "}"

    def dict_call(self) -> str:
        """``dict(...)`` in its forms."""
        key, value = self.pair()
        other = self.operand(1)
        return self.pick(
            (
                "dict()",
                f"dict({key}={value})",
                f"dict({other})",
                f"dict({other}, {key}={value})",
                f'dict([("{key}", {value})])',
                f"dict(**{other})",
                f'dict({other}, **{{"{key}": {value}}})',
            )
        )

    def copy(self) -> str:
        """A copy of a dict."""
        name = self.read()
        return self.pick((f"{name}.copy()", f"copy.copy({name})", f"copy.deepcopy({name})", f"{{**{name}}}"))

    def picked(self) -> str:
        """A dict out of something that holds it."""
        name, other = self.name(), self.display()
        # The operators ask whether the dict is empty.
        if self.chance(0.4) and (self.scope.is_wide or name in self.scope.testable()):
            self.is_several = True
            return self.pick((f"({name} or {other})", f"({name} and {other})"))
        return self.pick((f"({name}, {other})[0]", f"[{other}, {name}][1]", f'{{"a": {name}}}["a"]'))

    def dump(self) -> str:
        """What pydantic makes of a model."""
        options = self.pick(("", "", "exclude_none=True", 'exclude={"table"}' if self.scope.is_wide else ""))
        more = self.pick(("", "", ", force='text'", ", table=[['a']]"))
        return f"ValidationModel(sources={self.pick(('[U]', '[U]', '[]', 'L'))}{more}).model_dump({options})"

    def not_followed(self) -> str:
        """A dict that only a run can tell."""
        key, value = self.pair()
        forms = [f'fetch({{"{key}": {value}}})', f'{{k: v for k, v in {{"{key}": {value}}}.items()}}']
        if self.scope.have(Kind.DICT):
            forms += [f"fetch({self.name()})", f"{{k: v for k, v in {self.name()}.items()}}"]
        return self.pick(forms)

    def conditional(self, arm: Callable[[], str]) -> str:
        """A conditional expression; one of its arms alone, where nothing is left to ask."""
        if not self.scope.has_flag() and self.chance(0.8):
            return arm()
        test = self.flag()
        self.is_several = True
        return f"({arm()} if {test} else {arm()})"

    def content(self) -> str:
        """Content for the model."""
        return self.pick(
            ("C",) * 8 + ("list(C)", '[TextContent(type="text", text="x")]', "[*C]", "tuple(C)", "[]", "()", "list()")
        )

    def structured(self, *, is_returned: bool = False) -> str:
        """The whole structured content of a result; its arms are told apart where the result is at once returned."""
        if self.chance(0.1):
            return self.pick(("None", "None", "None", "[1]", "'text'", "ValidationModel(sources=[U])"))
        value = self.payload()
        if is_returned or self.scope.is_wide:
            test = self.flag() if self.chance(0.25) else ""
            return f"{value} if {test} else {self.pick((self.payload(), 'None'))}" if test else value
        return self.display() if value.startswith("(") and " if " in value else value

    def build(self, *, is_returned: bool = False) -> str:
        """A call of ``CallToolResult``. Where it cannot be built, the run ends there: so only what is returned."""
        arguments = [f"content={self.content()}"]
        if (is_returned or self.scope.is_wide) and self.chance(0.05):
            arguments = self.pick(
                (
                    [],
                    ["content='text'"],
                    ["content=None"],
                    ["content=TextContent(type='text', text='x')"],
                    ["content=['text']"],
                )
            )
        if self.chance(0.94):
            arguments.append(
                f"{self.pick(('structuredContent', 'structured_content'))}={self.structured(is_returned=is_returned)}"
            )
        if self.chance(0.12):
            arguments.append(
                f"{self.pick(('isError', 'is_error'))}={self.pick(('True', 'False', f'bool({self.flag()})'))}"
            )
        if self.chance(0.06):
            return f'CallToolResult(**{{"content": C, "structuredContent": {self.payload()}}})'
        return f"CallToolResult({', '.join(arguments)})"

    def result(self, depth: int = 0) -> str:
        """A result, or what a tool must not return."""
        forms: list[Callable[[], str]] = [self.build] * 5
        if self.scope.have(Kind.RESULT):
            name = self.pick(self.scope.names[Kind.RESULT])
            forms += [lambda: self.name(Kind.RESULT)] * 5
            forms.append(lambda: f"{name}.model_copy()")
            forms.append(lambda: f'{name}.model_copy(update={{"structured_content": {self.payload()}}})')
        helper = self.helper(Kind.RESULT)
        if helper is not None:
            forms += [lambda: self.call(helper)] * 5
        if depth < _MAX_NESTING:
            forms.append(lambda: self.conditional(lambda: self.result(depth + 1)))
        if self.scope.is_wide:
            forms.append(lambda: f"fetch({self.build()})")
        return self.pick(forms)()

    def returned(self) -> str:
        """What a tool returns."""
        if self.chance(0.07):
            return self.pick((self.payload(), "None", "'text'", "[]", "ValidationModel(sources=[U])"))
        if self.chance(0.3):
            return self.build(is_returned=True)
        found = self.result()
        return found[1:-1] if found.startswith("(") and " if " in found and found.endswith(")") else found

    def helper(self, gives: Kind | None) -> Helper | None:
        """A helper that gives this and can be called here."""
        fit = [h for h in self.scope.helpers if h.gives is gives and (self.scope.is_async or not h.is_async)]
        fit = [h for h in fit if Kind.RESULT not in h.parameters or self.scope.certain(Kind.RESULT)]
        return self.pick(fit) if fit else None

    def call(self, helper: Helper, first: str | None = None) -> str:
        """A call of a helper; ``first``: its first argument. What it gives may have had a name there."""
        self.is_several = self.is_shared = True
        given: list[str] = [] if first is None else [first]
        for kind in helper.parameters[len(given) :]:
            given.append(self.argument(kind, given))
        optional: list[tuple[str, str]] = []
        for name, kind in helper.optional:
            if self.chance(0.5):
                optional.append((name, self.argument(kind, [*given, *(value for _, value in optional)])))
        if len(optional) == len(helper.optional) and self.chance(0.3):
            given += [value for _, value in optional]
            if helper.takes_rest:
                given += self.pick(([], ["U"], ["*(U, V)"]))
        else:
            given += [f"{name}={value}" for name, value in optional]
        if helper.takes_fields:
            key, value = self.pair()
            given += self.pick(([], [f"{key}={value}"], [f'**{{"{key}": {value}}}']))
        called = f"{helper.called}({', '.join(given)})"
        return f"(await {called})" if helper.is_async else called

    def argument(self, kind: Kind, given: list[str]) -> str:
        """An argument of a kind; in a followed program none that is given already, under another name."""
        if kind is Kind.FLAG:
            return self.flag()
        names = self.scope.certain(kind)
        if not self.scope.is_wide:
            names = [name for name in names if name in self.scope.own(kind) and name not in given]
        if names and (kind is Kind.RESULT or self.chance(0.6)):
            return self.shared(self.pick(names))
        if kind is Kind.RESULT:
            return "CallToolResult(content=C)"
        return self.display() if kind is Kind.DICT else self.pick(("[U]", "[]"))

    def shared(self, name: str) -> str:
        """The name, of which is known from here on that another one may stand for the same."""
        self.scope.shared.add(name)
        self.aliased.append(name)
        return name
