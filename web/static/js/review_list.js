// The list of games to look back on, and records from elsewhere.

import { upload } from "./command.js";
import { byId } from "./dom.js";
import { follow } from "./live.js";
import { dayOf } from "./texts.js";

byId("r-file")?.addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  const answer = file ? await upload("/review/open", file) : { ok: false };
  target.value = "";
  if (answer.ok) location.assign(answer.address);
});

for (const time of document.querySelectorAll("time[datetime]")) time.textContent = dayOf(time.dateTime);

follow(() => {});
