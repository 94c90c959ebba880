"""The drawings for builders: those in docs are what the code draws, and agree with the firmware and the program."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.drawings import DRAWINGS, Cup, Drawing, Part, Wire
from hardware.wiring import parse_wiring

ROOT = Path(__file__).parents[2]
WIRING = ROOT / "docs" / "wiring"


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_drawing_in_docs_is_what_the_code_draws(name: str) -> None:
    drawn = DRAWINGS[name]()
    assert (WIRING / name).read_text("utf-8") == drawn, "make drawings"
    assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"


def test_every_drawing_is_in_the_builders_document() -> None:
    text = (ROOT / "docs" / "hardware.md").read_text("utf-8")
    shown = set(re.findall(r"\]\(wiring/([^)]+)\)", text))
    assert shown == set(DRAWINGS) == {path.name for path in WIRING.iterdir()}


def texts(name: str) -> list[str]:
    drawing = ElementTree.parse(WIRING / name)
    return [node.text or "" for node in drawing.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(("name", "kind"), [("max7219.svg", "max7219"), ("74hc595.svg", "74hc595")])
def test_the_pins_are_those_that_the_program_uses(name: str, kind: str) -> None:
    used = {pin for pin, _ in parse_wiring(f"tracks.kind = '{kind}'").uses()}
    drawn = {int(pin) for words in texts(name) for pin in re.findall(r"GPIO(\d+)", words)}
    # GPIO 12 is dim_pin, which need not be there; GPIO 9, the answer pin, is taken by the SPI port without a wire.
    assert drawn - {12} == used - {9}


def test_the_nano_is_wired_as_its_firmware_says() -> None:
    head = (ROOT / "firmware/dice-reader/main.c").read_text().split("*/")[0]
    # A0-A3 stands for four inputs.
    wanted = set(re.findall(r"\b[AD]\d+\b", head.replace("A0-A3", "A0, A1, A2, A3"))) - {"D13"}
    assert {words for words in texts("dice-reader.svg") if re.fullmatch(r"[AD]\d+", words)} == wanted


def test_the_cups_sensors_lie_where_the_test_bench_has_them() -> None:
    optics = (ROOT / "firmware/bench/optics.c").read_text()
    (pitch,) = re.findall(r"#define PITCH ([\d.]+)", optics)
    (spots,) = re.findall(r"SPOTS\[OPTICS_SPOTS\]\[2\] = \{(.*)\};", optics)
    places = [tuple(float(pitch) * int(step) for step in pair) for pair in re.findall(r"\{(-?\d), (-?\d)\}", spots)]
    assert list(Cup().spots()) == places


def test_a_cup_for_other_dice_keeps_its_play() -> None:
    cup = Cup(die=12, play=0.4)
    assert cup.well == pytest.approx(12.8)
    assert cup.length > cup.apart + cup.well


def test_a_wire_to_a_pin_that_there_is_not_is_refused() -> None:
    drawing = Drawing(
        "x", [[Part("a", "A", right=("1",))], [Part("b", "B", left=("2",))]], [Wire(("a", "1"), ("b", "3"))]
    )
    with pytest.raises(ValueError, match="B has no pin 3"):
        drawing.render()
