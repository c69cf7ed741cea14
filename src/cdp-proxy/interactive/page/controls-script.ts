/** Buttons, address, tabs, questions of the page, time and saving. */
export const controlsScript = String.raw`
const address = find("address");
const ask = find("ask");
const naming = find("naming");
const cover = find("cover");
let isLoading = false;
let endsAt = 0;
let asked = null;
let hiding = 0;

find("back").addEventListener("click", () => say({ type: "history", to: "back" }));
find("forward").addEventListener("click", () => say({ type: "history", to: "forward" }));
find("reload").addEventListener("click", () => say({ type: "history", to: isLoading ? "stop" : "reload" }));
find("go").addEventListener("submit", (event) => {
  event.preventDefault();
  if (address.value.trim()) say({ type: "go", url: address.value.toWellFormed() });
  address.blur();
  if (!matchMedia("(pointer: coarse)").matches) focusKeys();
});
address.addEventListener("focus", () => address.select());

function notice(text) {
  const place = find("notice");
  place.textContent = text;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (place.hidden = true), 5000);
}

function showState(state) {
  if (document.activeElement !== address) address.value = /^https?:/.test(state.url) ? state.url : "";
  isLoading = state.isLoading;
  find("reload").setAttribute("aria-label", isLoading ? "Stop" : "Reload");
  find("reload").title = isLoading ? "Stop" : "Reload";
  if (!naming.open) find("name").value = state.name;
  endsAt = performance.now() + state.expiresInMs;
  showTime();
  showTabs(state);
  showQuestion(state.dialog, state.front);
}

function showTabs({ tabs, front }) {
  const place = find("tabs");
  place.hidden = tabs.length < 2;
  place.replaceChildren(...tabs.map(({ id, title, url }) => {
    const tab = document.createElement("div");
    tab.className = "tab";
    const words = title || url || "New tab";
    const show = button(words, words, () => say({ type: "tab", id, kind: "show" }));
    if (id === front) show.setAttribute("aria-current", "true");
    tab.append(show, button("\u00d7", "Close " + words, () => say({ type: "tab", id, kind: "close" })));
    return tab;
  }));
}
function button(text, label, run) {
  const made = document.createElement("button");
  made.textContent = text;
  made.title = label;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", run);
  return made;
}

/* The same question is not asked twice while it is open. */
function showQuestion(question, front) {
  const now = question && JSON.stringify([front, question]);
  if (now === asked) return;
  asked = now;
  if (ask.open) ask.close();
  if (!question) return;
  find("ask-message").textContent = question.message;
  find("ask-text").hidden = question.kind !== "prompt";
  find("ask-text").value = question.initial;
  find("ask-cancel").hidden = question.kind === "alert";
  ask.showModal();
}
function answer(accept) {
  if (asked === null) return;
  asked = null;
  say({ type: "dialog", accept, text: find("ask-text").value.toWellFormed() });
}
find("ask-form").addEventListener("submit", (event) => answer(event.submitter.value === "yes"));
ask.addEventListener("cancel", () => answer(false));

function showTime() {
  const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
  const time = find("time");
  time.textContent = Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0");
  time.classList.toggle("short", left <= 60);
}
setInterval(() => endsAt && !isOver && showTime(), 1000);

function showTrouble(text) {
  find("naming-trouble").textContent = text;
  find("naming-trouble").hidden = !text;
}
find("save").addEventListener("click", () => {
  showTrouble("");
  naming.returnValue = "no";
  naming.showModal();
});
naming.addEventListener("close", () => {
  if (naming.returnValue !== "yes") return;
  setSaving(true);
  say({ type: "save", name: find("name").value.trim().toWellFormed() });
});
function setSaving(isSaving) {
  find("save").disabled = isSaving;
  find("save").textContent = isSaving ? "Saving\u2026" : "Save login";
}
function unsaved(text) {
  setSaving(false);
  showTrouble(text);
  naming.returnValue = "no";
  if (!naming.open) naming.showModal();
}

function showCover(title, text, canRetry = false) {
  find("cover-title").textContent = title;
  find("cover-text").textContent = text;
  find("again").hidden = !canRetry;
  cover.classList.toggle("over", canvas.width > 1);
  cover.hidden = false;
}
function uncover() {
  if (!isOver && socket.readyState === WebSocket.OPEN) cover.hidden = true;
}
find("again").addEventListener("click", () => connect());
`;
