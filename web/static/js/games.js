// The games that are kept: each button does one thing with one game, then the list is drawn anew.

import { onTap, send } from "./command.js";
import { byId } from "./dom.js";
import { say } from "./notice.js";
import { follow } from "./live.js";
import { dayOf } from "./texts.js";
import { t } from "./words.js";

const LARGEST = 60_000; // what one command may carry, in bytes

/** Sends, and shows the list as it is after it. */
export async function change(command, then = location.pathname) {
  if ((await send(command)).ok) location.assign(then);
}

for (const node of document.querySelectorAll("[data-game]")) {
  const target = Number(node.dataset.game);
  for (const button of node.querySelectorAll("[data-do]")) {
    const what = button.dataset.do;
    onTap(button, () => change(
      { do: what, target, ...(what === "delete_game" ? { confirm: Number(node.dataset.lines) } : {}) },
      what === "open_game" ? "/banker" : undefined,
    ));
  }
  const form = node.querySelector(".g-name");
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ do: "name_game", target, name: form.querySelector("input").value });
  });
}

byId("g-file")?.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (file.size > LARGEST) say(t("A record of {size} bytes is longer than this page takes ({most}).", { size: file.size, most: LARGEST }));
  else await change({ do: "import_game", record: await file.text() });
  target.value = "";
});

for (const time of document.querySelectorAll(".g-game time")) time.textContent = dayOf(time.dateTime);

follow(() => {});
