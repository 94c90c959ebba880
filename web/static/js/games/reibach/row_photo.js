// A photo of a player's rows, dropped or taken: what is read of it goes into the report's fields, and nothing is booked.

import { byId, el, setAttr, setText, show } from "../../dom.js";
import { Sending } from "../../photo.js";
import { t, tn } from "../../words.js";

/** What the photo left open: `rows` of businesses that are not clear, and whether any number is. */
function told({ rows, empty }) {
  const nameless = rows.filter(({ business }) => business === "?").length;
  const open = rows.some((row) => row.business !== "?" && Object.values(row).includes("?"));
  const lines = [tn(rows.length + empty, "{count} row is seen in the photo.", "{count} rows are seen in the photo.")];
  if (open) lines.push(t("What is not clear is marked with ?: count it and fill it in."));
  if (nameless) lines.push(tn(nameless, "{count} row is of a business that is not clear: enter it yourself.", "{count} rows are of a business that is not clear: enter them yourself."));
  lines.push(t("Nothing is booked yet: compare it with the table, correct it, then report it."));
  return lines;
}

/**
 * `fields()`: the report's, each business's by the names of its numbers. `wanted()`: whether a report is due.
 * Gives `ready()`: whether people have said all that a photo left open, and `forget()`.
 */
export function rowPhoto({ panel, fields, wanted, book }) {
  const file = byId("rb-file");
  if (!file) return { ready: () => true, forget: () => {} };
  const drop = byId("rb-drop");
  const compared = byId("rb-compared");
  const photos = new Sending(byId("rb-progress"));
  let read = null;

  const marked = () => [...panel.querySelectorAll("input.unsure")];

  function ready() {
    const open = marked().some((input) => input.value.trim() === "");
    const waits = read !== null && (open || !compared.checked);
    setAttr(book, "aria-disabled", waits && "true");
    setText(byId("rb-wanting"), !waits ? "" : open ? t("Fill in what is marked with ?.") : t("Compare the numbers first, then tick that you did."));
    return !waits;
  }

  function forget() {
    photos.stop();
    read = null;
    for (const input of marked()) mark(input, false);
    byId("rb-read").replaceChildren();
    compared.checked = false;
    show(byId("rb-compared-field"), false);
    ready();
  }

  function mark(input, unsure) {
    input.classList.toggle("unsure", unsure);
    input.placeholder = unsure ? "?" : "";
  }

  function propose(answer) {
    forget();
    read = answer;
    for (const [business, inputs] of fields()) {
      const row = answer.rows.find((each) => each.business === business);
      for (const input of inputs) {
        const number = row?.[input.name] ?? 0;
        mark(input, number === "?");
        input.value = number === "?" ? "" : number;
      }
    }
    byId("rb-empty").value = answer.empty;
    byId("rb-read").replaceChildren(...told(answer).map((text) => el("p", { text })));
    show(byId("rb-compared-field"), true);
    ready();
  }

  async function take(picked) {
    if (!picked) return;
    const answer = await photos.send("/sheet/photo", picked, t("The photo is being read"));
    if (!answer) return;
    file.value = "";
    if (answer.ok) propose(answer);
  }

  file.addEventListener("change", () => take(file.files[0]));
  byId("rb-stop").addEventListener("click", () => { photos.stop(); file.value = ""; });
  panel.addEventListener("input", ready);
  addEventListener("dragover", (event) => { if (wanted()) { event.preventDefault(); drop.classList.add("over"); } });
  addEventListener("dragleave", () => drop.classList.remove("over"));
  addEventListener("drop", (event) => {
    if (!wanted()) return;
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer.files[0]);
  });
  return { ready, forget };
}
