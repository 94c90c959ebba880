// Small helpers: data goes into pages as text only, and nodes are kept from one snapshot to the next.

const SVG = "http://www.w3.org/2000/svg";

/** An element. `props`: class, text, data: {}, on: {event: listener}; everything else is an attribute. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  apply(node, props);
  node.append(...children.filter((child) => child != null));
  return node;
}

function apply(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value == null || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "class") node.setAttribute("class", value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else node.setAttribute(name, value === true ? "" : value);
  }
}

/** A drawing of the page's own sprite: `symbol` as "i-undo" or "co-red". */
export function drawing(symbol, cls = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", cls);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${symbol}`);
  svg.append(use);
  return svg;
}

/** Changes an existing drawing to another symbol. */
export function redraw(svg, symbol) {
  const use = svg.firstElementChild;
  if (use.getAttribute("href") !== `#${symbol}`) use.setAttribute("href", `#${symbol}`);
}

export const byId = (id) => document.getElementById(id);

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttr(node, name, value) {
  if (value == null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
}

export function show(node, visible) {
  if (node.hidden === visible) node.hidden = !visible;
}

/**
 * Makes the children of `parent` those of `items`, keeping the nodes that are there already.
 * `create(item)` gives a node once; `update(node, item)` is called every time.
 */
export function patch(parent, items, key, create, update = () => {}) {
  const old = new Map();
  for (const child of [...parent.children]) old.set(child.dataset.key, child);
  let place = parent.firstElementChild;
  for (const item of items) {
    const id = String(key(item));
    let node = old.get(id);
    old.delete(id);
    if (!node) {
      node = create(item);
      node.dataset.key = id;
    }
    update(node, item);
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
  }
  for (const node of old.values()) node.remove();
}

/** For a moment a button that has just come under a finger takes no tap. */
export function guard(node) {
  node.classList.remove("guarded");
  void node.offsetWidth; // restarts the animation that the stylesheet hangs on the class
  node.classList.add("guarded");
}
