"""The pages: Flask, server-sent events, and a server that holds a stream for every open tab."""

from web._app import create_app
from web._house import House

__all__ = ["House", "create_app"]
