/** The connection: it comes again when it was lost, and says why when it will not. */
export const streamScript = String.raw`
/* The cookie opens the stream; the address bar, the history and what is copied need no token. */
history.replaceState(null, "", location.pathname);
const ENDS = {
  4000: ["Saved", "The login is saved and the browser has ended. You can close this page."],
  4001: ["The session has ended", "Its time is up, or it was ended elsewhere. What was not saved is lost."],
  4003: ["The browser has ended", "Its downloads and storage exceeded the disk limit. What was not saved is lost."],
  1008: ["Something went wrong", "The page and the server are not compatible. Reload the page."],
  draining: ["The server is shutting down", "The browser has ended, and what was not saved is lost. Start a new session later."],
  1011: ["The browser has ended", "It stopped unexpectedly. Start a new session to log in."],
};
let socket;
let isOver = false;
let tries = 0;

function say(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}
function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(scheme + "//" + location.host + location.pathname.replace(/\/$/, "") + "/stream");
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    tries = 0;
    find("again").hidden = true;
    tellSize();
    if (!matchMedia("(pointer: coarse)").matches) focusKeys();
  };
  socket.onmessage = ({ data }) => (typeof data === "string" ? hear(JSON.parse(data)) : draw(data));
  socket.onclose = ({ code, reason }) => closed(code, reason);
}
function hear(message) {
  if (message.type === "picture") nextSize = { width: message.width || 1, height: message.height || 1 };
  else if (message.type === "state") showState(message);
  else if (message.type === "unsaved") unsaved(message.message);
  else if (message.type === "notice") {
    notice(message.about === "file" ? "Files cannot be sent to this browser." : "This is not the address of a website.");
  }
}
function closed(code, reason) {
  for (const dialog of [ask, naming, pasting]) if (dialog.open) {
    dialog.returnValue = "gone";
    dialog.close();
  }
  asked = null;
  setSaving(false);
  if (code === 4002) return showCover("Opened elsewhere", "Another page shows this browser now.", true);
  /* A proxy in between may also send 1001; then the session continues. */
  const end = ENDS[code] ?? (code === 1001 && ENDS[reason]);
  if (end) return finish(...end);
  showCover("Connection lost", "Trying again\u2026");
  tries += 1;
  setTimeout(tryAgain, Math.min(8000, 500 * 2 ** tries));
}
function finish(title, text) {
  isOver = true;
  for (const control of document.querySelectorAll("header button, header input, footer button, nav button")) control.disabled = true;
  showCover(title, text);
}
/* The socket does not say why it was refused; the page's own address does. */
async function tryAgain() {
  const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => undefined);
  if (answer && (answer.status === 404 || answer.status === 401)) finish(...ENDS[4001]);
  else connect();
}
connect();
`;
