"""bankhalter calibrate: a camera over a board, set up, checked, and kept in one file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import cv2

from companion.board import Board
from companion.calibrated import FORMAT, Calibrated, LensFigures, save_calibrated
from companion.commands._options import BoardType, CornerType
from companion.commands._stage import open_camera
from companion.devices import Camera, Image
from companion.errors import BoardNotFound, DeviceError
from companion.pictures import pictures_in, read_picture
from companion.reading import Point
from hardware.cameras import FolderCamera
from vision.classify import read_squares
from vision.lens import Lens, StraightCamera, measure_lens
from vision.locate import grid_error, locate, verify
from vision.pose import Pose, pose_from_corners
from vision.view_check import check_view

NOT_FOUND = 4
"""Exit status when the board is not found."""
SETTLE = 5
"""Pictures that a live camera may take until its exposure has settled."""
TIMEOUT_S = 5.0
GOOD_SCORE = 95.0
"""Percent of the squares of an empty board that a good view lets be read as empty."""
LINES_OFF = 0.3
"""How far off the printed grid given corners may put a square, in squares."""
_QUALITY = 95


@click.command("calibrate")
@click.option("--board", type=BoardType(), required=True, help="Board file, or the name of a board that is known.")
@click.option(
    "--camera", required=True, help="A USB camera's number, picamera, a stream's address, or a folder of pictures."
)
@click.option("--corners", type=CornerType(), nargs=4, help="The board's corners, where it is not found by itself.")
@click.option("--lens", type=click.Path(path_type=Path), help="Folder with pictures of the printed lens sheet.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("calibration.json"), show_default=True)
def command(
    board: Board, camera: str, corners: tuple[Point, Point, Point, Point] | None, lens: Path | None, out: Path
) -> None:
    """Set up a camera over the empty board: take its picture, find the board, check the view, keep it all in a file.

    Clear the board of houses and hands first. Two pictures are taken: the first is kept as the empty board, the second
    is read by it, which gives the score. Exit status 1: kept, but something should be bettered; 4: board not found.
    """
    figures = measure_lens([read_picture(path) for path in pictures_in(lens)]) if lens is not None else None
    if figures is not None:
        click.echo(f"lens: measured, {figures.misfit_px:.2f} px off on average")
    with _source(camera, figures) as opened:
        empty, second = _two_pictures(opened)
    try:
        pose = _pose(empty, board, corners)
    except BoardNotFound as error:
        click.echo(f"{error}. Give its corners: --corners x,y x,y x,y x,y, clockwise from its own top left.", err=True)
        sys.exit(NOT_FOUND)
    score, doubts = _final_check(empty, second, pose)
    findings = check_view(empty, pose)
    for finding in findings:
        advice = "" if finding.todo is None else f". {finding.todo}"
        click.echo(f"{finding.name}: {'' if finding.state == 'ok' else 'NOT GOOD: '}{finding.text}{advice}")
    click.echo(f"score: {score:.0f} of 100 (squares of the empty board that are read as empty){doubts}")
    _, jpeg = cv2.imencode(".jpg", empty, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
    save_calibrated(out, Calibrated(FORMAT, camera, _as_file(board), pose.corners_px, jpeg.tobytes(), score, figures))
    click.echo(f"{out}: all of it is kept here; back it up, and give it to read, watch and run with --calibration")
    if score < GOOD_SCORE or not all(finding.state == "ok" for finding in findings):
        sys.exit(1)


def _source(camera: str, figures: LensFigures | None) -> Camera:
    opened = FolderCamera(Path(camera), include_empty=True) if Path(camera).is_dir() else open_camera(camera)
    return opened if figures is None else StraightCamera(opened, Lens(figures))


def _two_pictures(camera: Camera) -> tuple[Image, Image]:
    """Two pictures of a camera whose exposure has settled; a folder with one picture gives that twice."""
    images: list[Image] = []
    while len(images) < SETTLE:
        frame = camera.read(TIMEOUT_S)
        if frame is None:
            break
        images.append(frame.image)
    if not images:
        raise DeviceError("the camera gave no picture: is it plugged in, and no other program using it?")
    return images[max(0, len(images) - 2)], images[-1]


def _pose(image: Image, board: Board, corners: tuple[Point, Point, Point, Point] | None) -> Pose:
    """The board's pose, found or from given corners; raises BoardNotFound, also where the corners miss the print."""
    if corners is None:
        return locate(image, board)
    pose = pose_from_corners(corners, board, (image.shape[1], image.shape[0]))
    if grid_error(image, pose) > LINES_OFF:
        raise BoardNotFound(f"the grid of {board.name} is not seen where these corners put it: look at them again")
    return pose


def _final_check(empty: Image, second: Image, pose: Pose) -> tuple[float, str]:
    """Percent of the squares that the second picture shows as empty, and what to say of the others."""
    if verify(second, pose, empty).state == "moved":
        raise DeviceError("the camera or the board moved between two pictures: fix the camera, then calibrate again")
    squares = pose.board.squares()
    rows = read_squares(second, pose, empty=empty).squares
    others = [square.name for square in squares if rows[square.row][square.col] != "."]
    doubts = f"; not sure or not empty: {', '.join(others)}" if others else ""
    return 100.0 * (1 - len(others) / len(squares)), doubts


def _as_file(board: Board) -> dict[str, Any]:
    """The board as its file has it."""
    grid = board.grid
    return {
        "name": board.name,
        "size_mm": list(board.size_mm),
        "grid": {
            "origin_mm": list(grid.origin_mm),
            "pitch_mm": list(grid.pitch_mm),
            "cols": grid.cols,
            "rows": grid.rows,
        },
        "zones": list(board.zones),
    }
