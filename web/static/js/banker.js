// The banker's page: every part draws its piece of each snapshot, those of the game among them.

import { amendPanel } from "./banker/amend.js";
import { askedPanel } from "./banker/asked.js";
import { buttonsPanel } from "./banker/buttons.js";
import { correction } from "./banker/correct.js";
import { history } from "./banker/history.js";
import { logPanel } from "./banker/log.js";
import { now } from "./banker/now.js";
import { paperPanel } from "./banker/paper.js";
import { proposalCard } from "./banker/proposal.js";
import { overPanel } from "./banker/result.js";
import { waysPanel } from "./banker/ways.js";
import { byId } from "./dom.js";
import { follow } from "./live.js";

/** The page of a game: `parts` are the game's own, `corrections` the events that can be put right (banker/correct.js). */
export function bankerPage({ parts: own = [], corrections } = {}) {
  const parts = [
    now, waysPanel, askedPanel, proposalCard, ...own, overPanel, paperPanel, logPanel, amendPanel, () => correction(corrections),
    history, buttonsPanel,
  ].map((mount) => mount());

  follow((snapshot) => {
    byId("main").dataset.phase = snapshot.game ? snapshot.view.step ?? snapshot.view.phase : "none";
    for (const update of parts) update(snapshot);
  });
}
