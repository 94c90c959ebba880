// The score sheet as a page of its own, with every scoring explained.

import { byId, setText } from "../../dom.js";
import { follow } from "../../live.js";
import { sheetPanel } from "./sheet.js";

const draw = sheetPanel();

follow((snapshot) => {
  setText(byId("rb-sentence"), snapshot.waiting.text);
  draw(snapshot);
});
