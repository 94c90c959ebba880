// The banker's page: every part draws its piece of each snapshot.

import { amendPanel } from "./banker/amend.js";
import { askedPanel } from "./banker/asked.js";
import { boardPanel } from "./banker/board.js";
import { buttonsPanel } from "./banker/buttons.js";
import { correction } from "./banker/correct.js";
import { forcedSale } from "./banker/debt.js";
import { dicePanel } from "./banker/dice.js";
import { history } from "./banker/history.js";
import { logPanel } from "./banker/log.js";
import { now } from "./banker/now.js";
import { paperPanel } from "./banker/paper.js";
import { pickPanel } from "./banker/pick.js";
import { playersTable } from "./banker/players.js";
import { proposalCard } from "./banker/proposal.js";
import { overPanel } from "./banker/result.js";
import { tradePad } from "./banker/trade.js";
import { waysPanel } from "./banker/ways.js";
import { byId } from "./dom.js";
import { follow } from "./live.js";

const parts = [
  now, waysPanel, askedPanel, proposalCard, pickPanel, tradePad, dicePanel, boardPanel, forcedSale, overPanel, playersTable, paperPanel,
  logPanel, amendPanel, correction, history, buttonsPanel,
].map((mount) => mount());

follow((snapshot) => {
  byId("main").dataset.phase = snapshot.game ? snapshot.view.phase : "none";
  for (const update of parts) update(snapshot);
});
