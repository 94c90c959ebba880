// Light or dark, before the first paint: the choice of this device, else what its system prefers.
(() => {
  const KEY = "bankhalter-theme";
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    const asked = new URLSearchParams(location.search).get("theme");
    if (asked === "dark" || asked === "light") return asked;
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is switched off: the system's preference holds
    }
  }

  function show() {
    root.dataset.theme = chosen() ?? (prefersDark.matches ? "dark" : "light");
  }

  function toggle() {
    const next = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // not remembered, but shown
    }
    root.dataset.theme = next;
  }

  show();
  prefersDark.addEventListener("change", show);
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", toggle);
  });
})();
