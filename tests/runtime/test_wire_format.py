"""What over stdio is a line, what is a message, and what is answered to anything else."""

from __future__ import annotations

import io
import json
import tracemalloc
from typing import Any

import pytest
from mcp.types import ErrorData, JSONRPCError, JSONRPCNotification, JSONRPCResponse
from pydantic_core import PydanticSerializationError

from mcp_server.inbox import KEPT_END, lines_of
from mcp_server.limits import MAX_REQUEST
from mcp_server.wire_format import UnreadableMessageError, read_message, write_message

HALF = "half \ud800"


def request(arguments: str, number: str = "5") -> bytes:
    """Give a request as most clients write it, with the id first."""
    head = f'{{"jsonrpc": "2.0", "id": {number}, "method": "tools/call", '
    return (head + f'"params": {{"name": "x", "arguments": {arguments}}}}}').encode()


def turned(arguments: str, number: str = "5") -> bytes:
    """Give a request as the TypeScript SDK writes it, with the id last."""
    head = f'{{"method":"tools/call","params":{{"name":"x","arguments":{arguments}}}'
    return (head + f',"jsonrpc":"2.0","id":{number}}}').encode()


UNREADABLE = {
    "no JSON": "nope",
    "deep": "[" * 300 + "]" * 300,
    "very deep": "[" * 100_000 + "]" * 100_000,
    "half of a surrogate pair": '"\\ud800"',
    "a number of ten thousand digits": "9" * 10_000,
    "a control character": '"\x00"',
    "long": '"' + "x" * MAX_REQUEST + '"',
    "an id in the arguments": '{"id": 3, "x": nope}',
}


@pytest.mark.parametrize("write", [request, turned])
@pytest.mark.parametrize("kind", UNREADABLE)
def test_a_request_that_cannot_be_read_is_answered(kind: str, write: Any) -> None:
    """By its id, wherever clients put it: else they would wait for the answer."""
    for number, expected in (("5", 5), ("-1", -1), ('"a-b"', "a-b")):
        (line,) = lines_of(io.BytesIO(write(UNREADABLE[kind], number)))
        with pytest.raises(UnreadableMessageError) as error:
            read_message(line)
        answer = error.value.answer
        assert answer is not None
        assert answer.id == expected
        assert answer.error.code in {-32700, -32600}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"garbage", -32700),
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"\xef\xbb\xbf" + request("{}"), -32700),
        (b"[]", -32600),
        (b"null", -32600),
        (b"3", -32600),
        (b"{}", -32600),
        (b"[" + request("{}") + b"]", -32600),
        *((request("{}", number), -32600) for number in ("null", "1.5", "1e3", "true", "[1]", "{}")),
        (request("{}", '"\\ud800"'), -32700),
        (b'{"jsonrpc": "2.0", "method": "notifications/initialized", "params": [1]}', -32600),
    ],
)
def test_what_has_no_id_is_answered_without(line: bytes, code: int) -> None:
    """As JSON-RPC 2.0 says."""
    with pytest.raises(UnreadableMessageError) as error:
        read_message(line)
    answer = error.value.answer
    assert answer is not None
    assert (answer.id, answer.error.code) == (None, code)
    assert json.loads(write_message(answer))["id"] is None


@pytest.mark.parametrize("line", [b'{"jsonrpc": "2.0", "id": 5, "error": {"code": "x"}}', b'{"id": 5, "result": 1}'])
def test_an_answer_that_cannot_be_read_gets_none(line: bytes) -> None:
    """Its id is that of the server's own question: an error with it would be taken for another's."""
    with pytest.raises(UnreadableMessageError) as error:
        read_message(line)
    assert error.value.answer is None


@pytest.mark.parametrize(
    "line",
    [
        request("{}"),
        request("{}") + b"\r",
        request('{"a": 1, "a": 2}'),
        request('"\\u0000"'),
        request("[" * 150 + "]" * 150),
        request("9" * 4000),
        request("{}", "9" * 30),
        b'{"jsonrpc": "2.0", "method": "notifications/progress", "params": {"id": 3}}',
        b'{"jsonrpc": "2.0", "id": 5, "result": {}}',
    ],
)
def test_messages_are_read(line: bytes) -> None:
    """What is wrong in their parameters is the SDK's to say."""
    read_message(line)


def test_what_cannot_be_written_fails_where_it_is_sent() -> None:
    """So it is the request that sends it which fails; an error must always be told."""
    notification = JSONRPCNotification(jsonrpc="2.0", method="notifications/message", params={"data": HALF})
    for message in (notification, JSONRPCResponse(jsonrpc="2.0", id=1, result={"text": HALF})):
        with pytest.raises(PydanticSerializationError):
            write_message(message)
    error = JSONRPCError(jsonrpc="2.0", id=1, error=ErrorData(code=-1, message=HALF, data=HALF))
    assert json.loads(write_message(error)) == {"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "half ?"}}


class Slowly(io.RawIOBase):
    """A pipe that gives some bytes at a time."""

    def __init__(self, content: bytes, step: int) -> None:
        """Take what it gives."""
        self._content = io.BytesIO(content)
        self._step = step

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def read(self, _size: int = -1, /) -> bytes:
        """Give the next bytes."""
        return self._content.read(self._step)


@pytest.mark.parametrize("step", [1, 2, 3, 7, 100])
def test_lines_are_the_same_however_they_come(step: int) -> None:
    """In the middle of a character, or many at once; the last one need not end."""
    content = "a\n\nbä€𝄞\nc\r\nlast".encode()
    assert list(lines_of(Slowly(content, step))) == content.split(b"\n")
    assert list(lines_of(Slowly(content + b"\n", step))) == content.split(b"\n")


def test_a_line_that_never_ends_takes_no_memory() -> None:
    """Its beginning and its end are kept, for its id."""

    class Endless(io.RawIOBase):
        left = 20 * MAX_REQUEST // 65536

        def read(self, size: int = -1, /) -> bytes:
            self.left -= 1
            return b"x" * size if self.left > 0 else b""

    tracemalloc.start()
    (line,) = lines_of(Endless())
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(line) == MAX_REQUEST + KEPT_END
    assert peak < 4 * MAX_REQUEST
