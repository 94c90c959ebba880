// The score sheet as a page of its own, with every scoring explained; the banker reports here too.

import { byId, setText } from "../../dom.js";
import { follow } from "../../live.js";
import { reportPanel } from "./report.js";
import { sheetPanel } from "./sheet.js";

const draw = sheetPanel();
const report = byId("rb-report") ? reportPanel() : () => {};

follow((snapshot) => {
  setText(byId("rb-sentence"), snapshot.waiting.text);
  report(snapshot);
  draw(snapshot);
});
