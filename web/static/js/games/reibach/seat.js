// What REIBACH & CO adds to a player's page: his own rows and score, what he does, and his report.

import { byId, setText } from "../../dom.js";
import { seatPage } from "../../seat.js";
import { money } from "../../texts.js";
import { t, tn } from "../../words.js";
import { actPanel } from "./act.js";
import { reportPanel } from "./report.js";
import { sheetPanel } from "./sheet.js";
import { rowsNode, tablePanel } from "./table.js";

function mine() {
  let drawn = null;
  return (snapshot) => {
    const { view, viewer: { player: me } } = snapshot;
    const rows = view.rows?.[me] ?? view.reports?.[me]?.rows ?? [];
    setText(byId("mine-cash"), money(view.totals[me]));
    setText(byId("mine-note"), t("million after {number} of 3 scorings", { number: view.scorings }));
    setText(byId("rb-mine-hand"), view.hands ? tn(view.hands[me], "{count} card in hand", "{count} cards in hand") : "");
    const signature = JSON.stringify(rows);
    if (signature === drawn) return;
    drawn = signature;
    byId("rb-mine").replaceChildren(rowsNode(snapshot, rows));
  };
}

seatPage([mine, actPanel, reportPanel, tablePanel, sheetPanel]);
