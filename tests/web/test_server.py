"""The server binds, answers, says what to do when it cannot, and closes."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from contextlib import closing

import pytest
from flask import Flask

from companion.errors import DeviceError
from web.server import serve


def test_the_server_answers_while_a_stream_is_open_and_closes_with_it(app: Flask) -> None:
    server = serve(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        streaming = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        streaming.request("GET", "/events")
        stream = streaming.getresponse()
        assert stream.readline() == b"retry: 1000\n"
        asking = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        asking.request("GET", "/snapshot")
        answer = asking.getresponse()
        assert json.loads(answer.read())["version"] == 31
        assert answer.getheader("Server") is None
        asking.close()
    finally:
        server.close()
        thread.join(timeout=20)
    assert not thread.is_alive()
    stream.read()
    streaming.close()


@pytest.mark.parametrize("host", ["[", "[::1", "\xff"])
def test_the_server_refuses_what_is_no_host_s_name(app: Flask, host: str) -> None:
    server = serve(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as asking:
            asking.request("GET", "/", headers={"Host": host})
            assert asking.getresponse().status == 400
    finally:
        server.close()
        thread.join(timeout=20)


def test_closing_twice_is_no_error(app: Flask) -> None:
    server = serve(app, "127.0.0.1", 0)
    server.close()
    server.run()
    server.close()


def test_a_port_that_is_taken_is_explained(app: Flask) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(DeviceError, match=rf"port {port} is taken.*--port {port + 1}"):
            serve(app, "127.0.0.1", port)


def test_an_address_of_another_machine_is_explained(app: Flask) -> None:
    with pytest.raises(DeviceError, match=r"cannot listen at 192\.0\.2\.1"):
        serve(app, "192.0.2.1", 0)


def test_a_name_that_is_none_is_explained(app: Flask) -> None:
    with pytest.raises(DeviceError, match="cannot listen at"):
        serve(app, "no such host", 0)
