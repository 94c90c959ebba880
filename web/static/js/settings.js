// The settings: each is sent when it is changed, and put back as it was where the table refuses it.

import { onTap, set, upload } from "./command.js";
import { byId, setAttr } from "./dom.js";
import { follow } from "./live.js";
import { say } from "./notice.js";
import { t } from "./words.js";

const BRIEF_MS = 2_500;

for (const select of document.querySelectorAll("main select")) {
  let kept = select.value;
  select.addEventListener("change", async () => {
    setAttr(select, "aria-busy", true);
    const answer = await set({ [select.name]: JSON.parse(select.value) });
    setAttr(select, "aria-busy", null);
    if (!answer.ok) {
      select.value = kept; // the notice says why
      return;
    }
    kept = select.value;
    if (select.name === "language") location.reload();
    else say(t("Kept."), BRIEF_MS);
  });
}

const backup = byId("set-backup");
if (backup) {
  backup.addEventListener("change", () => setAttr(byId("set-restore"), "aria-disabled", !backup.files.length && "true"));
  onTap(byId("set-restore"), async () => {
    if ((await upload("/restore", backup.files[0])).ok) location.assign("/games");
  });
}

follow(() => {});
