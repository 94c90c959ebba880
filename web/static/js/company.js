// A company is a colour and a letter and a shape, everywhere.

import { drawing, el, redraw, setText } from "./dom.js";
import { COLOUR_WORDS, companyName } from "./texts.js";

/** The shape with its letter; `company` may also be top, black or white. */
export function badge(company, cls = "") {
  return drawing(`co-${company}`, `co co-${company} ${cls}`);
}

/** Turns a badge into another company's. */
export function rebadge(svg, company, cls = "") {
  redraw(svg, `co-${company}`);
  const wanted = `co co-${company} ${cls}`;
  if (svg.getAttribute("class") !== wanted) svg.setAttribute("class", wanted);
}

/** The shape with the company's name beside it. */
export function named(snapshot, company) {
  return el("span", { class: "named" }, badge(company), el("span", { class: "named-text", text: companyName(snapshot, company) }));
}

/** A row of buttons of which one is chosen. `options`: [{value, label, company?, mark?: node}]. `choose(value)` is told. */
export class Choice {
  constructor(host, label, choose) {
    this.host = host;
    this.choose = choose;
    this.value = null;
    this.nodes = new Map();
    host.classList.add("choice");
    host.setAttribute("role", "radiogroup");
    host.setAttribute("aria-label", label);
    host.addEventListener("keydown", (event) => this.#step(event));
  }

  update(options) {
    const signature = options.map((option) => option.value).join(" ");
    if (signature !== this.signature) {
      this.signature = signature;
      this.nodes = new Map(options.map((option) => [option.value, this.#button(option)]));
      this.host.replaceChildren(...this.nodes.values());
      if (!this.nodes.has(this.value)) this.value = null;
    }
    for (const option of options) {
      const label = this.nodes.get(option.value).querySelector(".choice-text");
      if (label) setText(label, option.label);
    }
    this.#mark();
  }

  set(value) {
    this.value = this.nodes.has(value) ? value : null;
    this.#mark();
  }

  #button(option) {
    const text = el("span", { class: "choice-text", text: option.label });
    return el(
      "button",
      {
        type: "button", role: "radio", class: "choice-button", title: option.title ?? null,
        "aria-label": option.company ? COLOUR_WORDS[option.company] : null,
        on: { click: () => this.#pick(option.value) },
      },
      option.mark ?? (option.company ? badge(option.company) : null),
      option.company && option.bare ? null : text,
    );
  }

  #pick(value) {
    this.value = value;
    this.#mark();
    this.choose(value);
  }

  #step(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const values = [...this.nodes.keys()];
    if (!by || !values.length) return;
    event.preventDefault();
    const next = values[(values.indexOf(this.value) + by + values.length) % values.length];
    this.#pick(next);
    this.nodes.get(next).focus();
  }

  #mark() {
    const stop = this.value ?? this.nodes.keys().next().value;
    for (const [value, node] of this.nodes) {
      node.setAttribute("aria-checked", String(value === this.value));
      node.tabIndex = value === stop ? 0 : -1;
    }
  }
}
