"""The door to the banker's pages: the PIN, and the way out again."""

from __future__ import annotations

import re

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from web._house import house
from web._roles import become_banker, is_banker, leave

pages = Blueprint("pin", __name__)


@pages.get("/pin")
def show() -> ResponseReturnValue:
    return redirect(_next(), 303) if is_banker() else render_template("pin.html", next=_next(), wrong=False, wait=0)


@pages.post("/pin")
def check() -> ResponseReturnValue:
    pin = house().pin
    address = request.remote_addr or ""
    if pin is None or pin.check(request.form.get("pin", "").strip(), address):
        if pin is not None:
            become_banker()
        return redirect(_next(), 303)
    wait = pin.locked_s(address)
    return render_template("pin.html", next=_next(), wrong=True, wait=-(-wait // 60)), 429 if wait else 403


@pages.post("/leave")
def go() -> ResponseReturnValue:
    """Gives the banker's rights and the seats of this browser back."""
    leave()
    return redirect("/", 303)


def _next() -> str:
    """Where to go after the PIN: a page of ours, never another address."""
    wanted = request.values.get("next", "")
    return wanted if re.fullmatch(r"/[a-z]+(/\d+)?", wanted) else "/banker"
