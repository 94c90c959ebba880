"""What a step of setting a camera up leads to, by the same functions as `bankhalter calibrate`."""

from __future__ import annotations

from dataclasses import replace

from companion.commands._calibrating import check_unmoved, examine, final_check, find_board, remark_on
from companion.commands._desk_steps import Bare, Check, Corners, Empty, Find, Kinds, Learn, Measure, Plain, Sheet, Step
from companion.commands._desk_work import Work
from companion.commands._learning import asked_layout, check_layout, remark_on_colours, sample, without_pictures
from companion.devices import Image
from companion.errors import TableError
from companion.sentence import Sentence
from vision.lens import Lens, lens_of, see_sheet
from vision.palette import learn_palette
from vision.pose import Pose

MOST_SHEETS, MOST_LAYOUTS = 30, 2


def after(work: Work, step: Step) -> tuple[Work, Sentence | None]:
    """The work after a step of it, and what there is to say; raises TableError where another step comes first.

    Raises FormatError, DeviceError or BoardNotFound where the step cannot be done.
    """
    if isinstance(step, Sheet | Measure | Bare):
        return _lens_step(work, step)
    if isinstance(step, Find | Corners):
        image = work.picture()
        corners = step.corners if isinstance(step, Corners) else None
        pose = find_board(image, work.ground, corners)
        return replace(work.without_place(), found=(image, pose)), remark_on(image, pose, work.ground, corners)
    if isinstance(step, Empty):
        before, pose = _found(work)
        taken = work.newest()
        image = work.straightened(taken)
        check_unmoved(image, pose, before)
        findings, weak = examine(image, pose, work.ground), work.weak_places(image, pose)
        work = replace(work, empty=image, empty_taken=taken, findings=findings, weak=weak, samples=(), score=None)
        return work, None
    return _colour_step(work, step, *empty_board(work)), None


def empty_board(work: Work) -> tuple[Pose, Image]:
    """Where the board lies, and its empty picture; raises TableError before they are known."""
    _, pose = _found(work)
    if work.empty is None:
        raise TableError(Sentence("the picture of the empty board has to be taken first"))
    return pose, work.empty


def _found(work: Work) -> tuple[Image, Pose]:
    if work.found is None:
        raise TableError(Sentence("the board has to be found first"))
    return work.found


def _lens_step(work: Work, step: Sheet | Measure | Bare) -> tuple[Work, Sentence | None]:
    if isinstance(step, Bare):
        return replace(work.without_place(), lens=None, sheets=(), taken=0), None
    if isinstance(step, Measure):
        return replace(work.without_place(), lens=Lens(lens_of(work.sheets, work.taken))), None
    seen = see_sheet(work.newest())
    if seen is None:
        said = Sentence("The sheet is not seen well: hold it flat, sharp and large.")
        return replace(work, taken=work.taken + 1), said
    if any(seen.is_like(before) for before in work.sheets):
        return work, Sentence("The sheet is held as in a picture before: turn or tilt it another way.")
    if len(work.sheets) >= MOST_SHEETS:
        raise TableError(Sentence("that is enough: measure the lens now"))
    return replace(work, sheets=(*work.sheets, seen), taken=work.taken + 1), None


def _colour_step(work: Work, step: Step, pose: Pose, empty: Image) -> Work:
    if isinstance(step, Plain):
        return replace(work, palette=None, colours_remark=None, samples=(), score=None)
    if work.ground.regions is not None:
        return _regions_step(work, step, pose, empty)
    board = work.ground.board
    if isinstance(step, Kinds):
        kinds = step.kinds.strip()
        asked_layout(board, kinds)
        return replace(work, kinds=kinds, samples=(), score=None)
    rows = asked_layout(board, work.kinds)
    if isinstance(step, Learn):
        taken = sample(work.picture(), board, rows, empty=empty, empty_pose=pose)
        check_layout(taken)
        samples = (*work.samples, without_pictures(taken))[-MOST_LAYOUTS:]
        palette = learn_palette(board.name, samples)
        remark = remark_on_colours(palette, samples)
        return replace(work, samples=samples, palette=palette, colours_remark=remark, score=None)
    assert isinstance(step, Check)
    wanted = rows if step.on == "layout" else None
    return replace(work, score=final_check(work.another_picture(), pose, empty, work.ground, wanted, work.palette))


def _regions_step(work: Work, step: Step, pose: Pose, empty: Image) -> Work:
    """The check; its picture is the one that the outlines are shown in from now on."""
    if not isinstance(step, Check) or step.on != "empty":
        values = {"board": work.ground.board.name}
        raise TableError(Sentence("no colours are learned on {board}: it has no squares", values))
    image = work.another_picture()
    return replace(work, found=(image, pose), score=final_check(image, pose, empty, work.ground))
