// Keeps a screen that nobody touches from going dark.

/** Asks for a wake lock; over plain http, where browsers give none, plays a film of one dark dot instead. */
export function stayAwake() {
  if ("wakeLock" in navigator) {
    const ask = () => document.hidden || navigator.wakeLock.request("screen").catch(film); // refused: battery saver
    document.addEventListener("visibilitychange", ask);
    ask();
  } else film();
}

/** Browsers leave a screen on while a film plays. Nothing of it is to be seen or heard. */
function film() {
  if (document.getElementById("awake") || !HTMLCanvasElement.prototype.captureStream) return;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const brush = canvas.getContext("2d");
  const video = document.createElement("video");
  Object.assign(video, { id: "awake", muted: true, playsInline: true, srcObject: canvas.captureStream(1) });
  video.setAttribute("aria-hidden", "true");
  document.body.append(video);
  setInterval(() => brush.fillRect(0, 0, 2, 2), 1_000); // a film without a new picture stands still
  video.play().catch(() => video.remove()); // the television decides for itself when it goes dark
}
