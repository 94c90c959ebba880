"""bankhalter calibrate: a camera over a board, set up, checked, and kept in one file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.calibrated import LensFigures
from companion.commands._calibrating import (
    GOOD_SCORE,
    drawn,
    examine,
    final_check,
    find_board,
    put_together,
    remark_on,
)
from companion.commands._calibration import keep_calibrated
from companion.commands._cameras import check_camera
from companion.commands._grounds import Ground, GroundType
from companion.commands._learning import (
    KINDS,
    Sample,
    asked_layout,
    check_layout,
    remark_on_colours,
    sample,
    what_was_learned,
)
from companion.commands._options import corners_option, is_given
from companion.commands._outputs import CALIBRATION, JPEG, check_output, write_output
from companion.commands._photos import jpeg
from companion.commands._pictures import jpegs_in, named, read_named
from companion.commands._stage import open_camera
from companion.commands.read import NOT_FOUND
from companion.devices import Camera, Image
from companion.errors import BoardNotFound, DeviceError
from companion.files import is_file, is_folder
from companion.pictures import empty_board_in, read_picture
from companion.reading import Point
from companion.sentence import filled
from hardware.cameras import FolderCamera
from vision.lens import Lens, StraightCamera, measure_lens
from vision.palette import learn_palette
from vision.pose import Pose

_GIVE_CORNERS = "{reason}. Give its corners: --corners x,y x,y x,y x,y, clockwise from its own top left."
SETTLE = 5
"""Pictures that a live camera may take until its exposure has settled."""
TIMEOUT_S = 5.0


@click.command("calibrate")
@click.option("--board", type=GroundType(), required=True, help="Board file, or the name of a board that is known.")
@click.option(
    "--camera", required=True, help="A USB camera's number, picamera, a stream's address, or a folder of pictures."
)
@corners_option("The board's corners, clockwise from its own top left, where it is not found by itself.")
@click.option("--lens", type=click.Path(path_type=Path), help="Folder with pictures of the printed lens sheet.")
@click.option(
    "--colours",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A picture by this camera of the layout that `bankhalter learn --layout` prints; may be given twice.",
)
@click.option("--kinds", default=KINDS, show_default=True, help="Letters of the pieces in that layout.")
@click.option(
    "--show", type=click.Path(path_type=Path), help="Write a picture (JPEG) of the lines or outlines as found."
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("calibration.json"), show_default=True)
def command(
    board: Ground,
    camera: str,
    corners: tuple[Point, Point, Point, Point] | None,
    lens: Path | None,
    colours: tuple[Path, ...],
    kinds: str,
    show: Path | None,
    out: Path,
) -> None:
    """Set up a camera over the empty board: take its picture, find the board, check the view, keep it all in a file.

    A board of districts (BIG SHOT), or of a market's fields, is found by its corner markers, or give --corners.

    Clear the board of everything, hands too. Two pictures are taken: the first is kept as the empty board, the second
    is read by it, which gives the score. Of a folder the picture called empty is kept, where there is one, and read by
    itself. Exit status 1: kept, but something should be bettered, and what --out held before
    is renamed; 4: board not found.
    """
    if colours and board.regions is not None:
        raise click.UsageError(f"no colours are learned for {board.board.name}: it is a board of regions")
    if is_given("kinds") and not colours:
        raise click.UsageError("--kinds are those of the pictures with the colours: it belongs to --colours")
    check_camera(camera)
    check_output(out, CALIBRATION)
    if show is not None:
        check_output(show, JPEG, "--show")
    figures = None if lens is None else _measured(lens)
    if figures is not None:
        click.echo(f"lens: measured, {figures.misfit_px:.2f} px off on average")
    bare = empty_board_in(Path(camera))
    if bare is not None:
        empty = second = _straightened(bare, figures)
    else:
        with _source(camera, figures) as opened:
            empty, second = _two_pictures(opened, camera)
    seen = camera if bare is None else bare
    try:
        with named(seen):
            pose = find_board(empty, board, corners)
        samples = _samples(colours, asked_layout(board.board, kinds), pose, empty, figures) if colours else []
    except BoardNotFound as error:
        click.echo(filled(_GIVE_CORNERS, {"reason": error.sentence}, str), err=True)
        sys.exit(NOT_FOUND)
    palette = learn_palette(board.board.name, samples) if samples else None
    with named(seen):
        if (remark := remark_on(empty, pose, board, corners)) is not None:
            click.echo(f"{board.board.name}: {remark}", err=True)
        score = final_check(second, pose, empty, board, palette=palette)
        findings = examine(empty, pose, board)
    for finding in findings:
        advice = "" if finding.todo is None else f". {finding.todo}"
        click.echo(f"{finding.name}: {'' if finding.state == 'ok' else 'NOT GOOD: '}{finding.text}{advice}")
    if palette is not None:
        click.echo("\n".join(what_was_learned(palette)))
    if palette is not None and (of_colours := remark_on_colours(palette, samples)) is not None:
        click.echo(f"colours: {of_colours}")
    doubts = f"; not sure or not empty: {', '.join(score.others)}" if score.others else ""
    what = "squares" if board.regions is None else "regions"
    click.echo(f"score: {score.percent:.0f} of 100 ({what} of the empty board that are read as empty){doubts}")
    poor = [str(finding.name) for finding in findings if finding.state != "ok"]
    poor += ["score"] if score.percent < GOOD_SCORE else []
    known = put_together(camera, pose, empty, score.percent, figures, palette)
    earlier = keep_calibrated(out, known, good=not poor)
    if poor:
        told = f"it is kept here, but is not good ({', '.join(poor)}): better that as said above, and calibrate again"
    else:
        told = "all of it is kept here; back it up, and give it to read, watch and run with --calibration"
    click.echo(f"{out}: {told}")
    if earlier is not None:
        click.echo(f"{earlier}: the calibration that was there before is kept here")
    if show is not None:
        with named(seen):
            picture = jpeg(drawn(second, pose, board, score))
        write_output(show, picture, "--show")
        click.echo(f"{show}: do the lines lie on the printed ones? If not, give the board's corners with --corners")
    if poor:
        sys.exit(1)


def _measured(folder: Path) -> LensFigures:
    pictures = [read_picture(path) for path in jpegs_in(folder)]
    with named(folder):
        return measure_lens(pictures)


def _source(camera: str, figures: LensFigures | None) -> Camera:
    opened = FolderCamera(Path(camera), include_empty=True) if is_folder(Path(camera)) else open_camera(camera)
    return opened if figures is None else StraightCamera(opened, Lens(figures))


def _two_pictures(camera: Camera, source: str) -> tuple[Image, Image]:
    """Two pictures of a camera whose exposure has settled; a folder with one picture gives that twice."""
    images: list[Image] = []
    while len(images) < SETTLE:
        frame = camera.read(TIMEOUT_S)
        if frame is None:
            break
        images.append(frame.image)
    if not images and is_file(Path(source)):
        raise DeviceError(f"{source} gave no picture: name a video, a folder of pictures or a camera with --camera")
    if not images:
        raise DeviceError("the camera gave no picture: is it plugged in, and no other program using it?")
    return images[max(0, len(images) - 2)], images[-1]


def _straightened(path: Path, figures: LensFigures | None) -> Image:
    image = read_named(path)
    with named(path):
        return image if figures is None else Lens(figures).straighten(image)


def _samples(
    paths: tuple[Path, ...], rows: tuple[str, ...], pose: Pose, empty: Image, figures: LensFigures | None
) -> list[Sample]:
    """The pieces that stand as ``rows`` in pictures of the view in which ``empty`` was taken."""
    samples = []
    for path in paths:
        image = _straightened(path, figures)
        with named(path):
            taken = sample(image, pose.board, rows, empty=empty, empty_pose=pose)
            check_layout(taken)
        samples.append(taken)
    return samples
