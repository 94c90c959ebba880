// Records across games; a player is forgotten only when his name was typed twice.

import { askDevice } from "./command.js";
import { byId } from "./dom.js";
import { follow } from "./live.js";
import { t } from "./words.js";

const FORGET_MS = 120_000;

byId("r-forget")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, confirm } = Object.fromEntries(new FormData(event.target));
  const answer = await askDevice("/review/forget", { name, confirm }, FORGET_MS, t("The table does not answer: look at the records whether the name is still there."));
  if (answer.ok) location.reload();
});

follow(() => {});
