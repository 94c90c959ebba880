// What BIG SHOT adds to a player's page: purses, loans and districts, bids, loans and stones to place.

import { byId, setText } from "../../dom.js";
import { seatPage } from "../../seat.js";
import { money } from "../../texts.js";
import { t } from "../../words.js";
import { bidPanel, pursePanel } from "./bid.js";
import { cityPanel } from "./city.js";
import { cashOf, holdingsOf } from "./players.js";

function mine() {
  return ({ view, extras, wealth, viewer: { player: me } }) => {
    const loans = Object.values(view.loans[me]).reduce((sum, count) => sum + count, 0);
    setText(byId("mine-cash"), cashOf(view.cash[me]));
    setText(byId("mine-note"), loans ? t("loans: {number}, {debt} owed", { number: loans, debt: money(10 * loans) }) : t("no loan"));
    setText(byId("bs-mine"), holdingsOf(extras.holdings[me], extras.districts));
    setText(byId("mine-worth"), wealth[me] === undefined ? "" : t("Worth {sum} if the game ended now", { sum: money(wealth[me]) }));
  };
}

seatPage([mine, bidPanel, pursePanel, cityPanel]);
