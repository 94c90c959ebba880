"""Serves the pages with waitress: a thread for each open stream, and some always free for commands."""

from __future__ import annotations

import errno
import socket
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.errors import DeviceError
from web._house import House

THREADS = 64


class Server:
    """A bound server: `run` serves until `close` is called, from any thread or a signal's handler."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        house = app.extensions["bankhalter"]
        assert isinstance(house, House)
        self._closing = house.closing
        self.port: int = listening.getsockname()[1]
        self._server: Any = create_server(  # the stubs know nothing of its map and trigger
            app,
            sockets=[listening],
            threads=THREADS,
            connection_limit=1000,
            channel_timeout=90,
            channel_request_lookahead=1,  # lets a stream notice that its reader is gone
            ident=None,
            clear_untrusted_proxy_headers=True,
        )

    def run(self) -> None:
        """Serves until closed; then ends the streams and returns within a few seconds."""
        try:
            while not self._closing.is_set():
                wasyncore.loop(timeout=0.5, map=self._server._map, count=1)
        finally:
            self._closing.set()
            self._server.task_dispatcher.shutdown(timeout=2)
            wasyncore.close_all(self._server._map)

    def close(self) -> None:
        """Asks `run` to return."""
        if not self._closing.is_set():
            self._closing.set()
            self._server.pull_trigger()


def serve(app: Flask, host: str, port: int) -> Server:
    """Binds ``host`` and ``port`` (0 = any free one) and gives the server; raises DeviceError when it cannot."""
    return Server(app, bind(host, port))


def bind(host: str, port: int) -> socket.socket:
    """What listens there, for a `Server`; raises DeviceError where nothing can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise DeviceError(_what_to_do(error, host, port)) from None
    return listening


def _what_to_do(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} is taken: perhaps bankhalter runs already (open http://localhost:{port}/), "
            f"else choose another with --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} is for the system only: choose one from 1024 on, as --port 8000"
    return f"cannot listen at {host}, port {port}: {error.strerror}; choose another with --host and --port"
