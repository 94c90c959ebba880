// What MASTER OF ECONOMY adds to a player's page: own cash and packets, votes and dealings, the market and the companies.

import { byId, setText } from "../../dom.js";
import { seatPage } from "../../seat.js";
import { t } from "../../words.js";
import { actPanel } from "./act.js";
import { aheadPanel } from "./ahead.js";
import { glance } from "./glance.js";
import { marketPanel } from "./market.js";
import { packets } from "./names.js";
import { cashOf, companiesTable, playersTable } from "./tables.js";

function mine() {
  return ({ view, game, viewer: { player } }) => {
    const own = view.players[player];
    setText(byId("mine-cash"), cashOf(own.cash));
    setText(byId("mine-note"), t("relation markers: {number}", { number: own.relations }));
    setText(byId("me-mine"), packets(own.packets, game));
  };
}

seatPage([glance, mine, actPanel, aheadPanel, marketPanel, companiesTable, playersTable]);
