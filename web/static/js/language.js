// The language of this browser: kept in a cookie, since it is the server that speaks it.

const YEAR_S = 31_536_000;

const picker = document.getElementById("language");
picker?.addEventListener("change", () => {
  document.cookie = `bankhalter-language=${picker.value}; path=/; max-age=${YEAR_S}; SameSite=Strict`;
  const asked = new URL(location.href);
  if (!asked.searchParams.has("lang")) return location.reload();
  asked.searchParams.delete("lang");
  return location.replace(asked);
});
