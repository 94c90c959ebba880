// Records across games; a player is forgotten only when his name was typed twice.

import { post } from "./command.js";
import { byId } from "./dom.js";
import { follow } from "./live.js";
import { say } from "./notice.js";
import { t } from "./words.js";

byId("r-forget")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, confirm } = Object.fromEntries(new FormData(event.target));
  try {
    const answer = await (await post("/review/forget", { name, confirm }, 120_000)).json();
    if (answer.ok) location.reload();
    else say(answer.error);
  } catch {
    say(t("The table does not answer: look at the records whether the name is still there."));
  }
});

follow(() => {});
