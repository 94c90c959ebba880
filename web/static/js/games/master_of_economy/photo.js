// A picture of the market board beside the offers that were entered: what differs is said, and nothing is booked.

import { upload } from "../../command.js";
import { byId, el, setText, show } from "../../dom.js";
import { Sending } from "../../photo.js";
import { capital } from "../../texts.js";
import { t, tn } from "../../words.js";

const WIDEST = 1600;

export function photoPanel() {
  const shown = byId("me-photo-shown");
  const empty = byId("me-photo-empty");
  const now = byId("me-photo-now");
  const photos = new Sending();
  let corners = [];
  let hasEmpty = false;
  let width = 0; // of the picture itself, in its own pixels

  const hint = (text) => setText(byId("me-photo-hint"), text);

  /** Says what is still to be done; what is being read is no longer what is wanted. */
  function ask() {
    photos.stop();
    byId("me-photo-found").replaceChildren();
    show(shown, now.files.length > 0);
    if (!hasEmpty) hint(t("First choose a picture of the empty market."));
    else if (!now.files.length) hint(t("Now choose a picture of the market with its offers."));
    else if (corners.length === 0) hint(t("Tap the board's corners in the picture: its own top left first, then clockwise."));
    else if (corners.length < 4) hint(tn(4 - corners.length, "{count} more corner", "{count} more corners"));
  }

  /** The picture as it was chosen, at most as wide as any screen needs. */
  async function draw() {
    if (!now.files.length) return;
    const picture = await createImageBitmap(now.files[0]).catch(() => null);
    width = picture?.width ?? 0;
    if (!picture) return; // the server says what is wrong with it
    const shrunk = Math.min(1, WIDEST / picture.width);
    shown.width = Math.round(picture.width * shrunk);
    shown.height = Math.round(picture.height * shrunk);
    shown.getContext("2d").drawImage(picture, 0, 0, shown.width, shown.height);
    picture.close();
  }

  async function compare() {
    hint(t("The picture is read …"));
    const answer = await photos.send(`/market/compare?corners=${corners.flat().join(",")}`, now.files[0]);
    if (!answer) return;
    if (!answer.ok) {
      corners = [];
      ask();
      return;
    }
    const found = [...answer.problems, ...(answer.seen ? [t("On the market it looks as though: {text}", { text: answer.seen })] : [])];
    hint(found.length ? "" : t("The market lies as it was entered."));
    byId("me-photo-found").replaceChildren(...found.map((text) => el("li", { class: answer.problems.includes(text) ? "problem" : "todo", text: capital(text) })));
  }

  empty.addEventListener("change", async () => {
    hasEmpty = empty.files.length > 0 && (await upload("/market/empty", empty.files[0])).ok;
    ask();
  });
  now.addEventListener("change", async () => {
    await draw();
    if (corners.length === 4 && now.files.length && hasEmpty) compare(); // from the same place: the corners are known
    else ask();
  });
  shown.addEventListener("click", (event) => {
    const scale = width / shown.clientWidth;
    if (corners.length === 4) corners = [];
    corners = [...corners, [event.offsetX * scale, event.offsetY * scale]];
    if (corners.length === 4 && hasEmpty) compare();
    else ask();
  });
  ask();
  return () => {};
}
