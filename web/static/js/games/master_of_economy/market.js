// The market: import prices, export fields, the markers on them, and the demand from abroad.

import { byId, drawing, el, patch, setText, show } from "../../dom.js";
import { capital } from "../../texts.js";
import { t } from "../../words.js";
import { COMPANIES } from "./names.js";

const companyOf = (letter) => COMPANIES.find((name) => name[0] === letter);
const marker = (letter) => drawing(`co-${companyOf(letter)}`, `co co-${companyOf(letter)} co-inline`);
const priceOf = (price) => (price === 0 ? "0/1" : String(price));

export function marketTable() {
  return (snapshot) => {
    show(byId("me-market"), snapshot.game !== null);
    if (!snapshot.game) return;
    const { view, extras } = snapshot;
    patch(byId("me-rows"), Object.entries(view.market), ([good]) => good, ([good]) => el(
      "tr",
      {},
      el("th", { scope: "row", text: capital(extras.goods[good]) }),
      el("td", { class: "me-import" }),
      el("td", {}, el("ol", { class: "me-fields" })),
    ), (node, [good, row]) => {
      const price = el("span", { text: String(extras.rows[good].import) });
      node.querySelector(".me-import").replaceChildren(price, ...[...row.import].map(marker));
      drawFields(node.querySelector("ol"), good, row, extras);
    });
  };
}

function drawFields(fields, good, row, extras) {
  const places = extras.rows[good].export.map((price, at) => ({ price, field: at + 1, letter: row.export[at] }));
  patch(fields, places, ({ field }) => field, () => el("li", {}, el("span"), el("b"), el("span", { class: "me-demand" })), (node, { price, field, letter }) => {
    const [lying, text, demand] = node.children;
    node.classList.toggle("grey", field === extras.grey_field);
    lying.replaceChildren(...(letter === "." ? [] : [marker(letter)]));
    setText(text, priceOf(price));
    setText(demand, row.demand === field ? "▾" : "");
    node.title = t("field {number}", { number: field });
  });
}
