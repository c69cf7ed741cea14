/** Keys, input methods and the clipboard: a field that nobody sees takes them all. */
export const keysScript = String.raw`
const keys = find("keys");
/* On-screen keyboards tell of a deletion only where there is something to delete. */
const FILLING = "\u200b\u200b";
const pressed = new Map();
let isComposing = false;

function fill() {
  keys.value = FILLING;
  keys.setSelectionRange(FILLING.length, FILLING.length);
}
function focusKeys() {
  fill();
  keys.focus({ preventScroll: true });
}
function write(text) {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + 8000, text.length);
    if (/[\ud800-\udbff]/.test(text[end - 1])) end -= 1;
    say({ type: "text", text: text.slice(start, end).toWellFormed() });
    start = end;
  }
}
function key(kind, { key, code, keyCode, location, text = "", modifiers = 0, repeat = false }) {
  const isKnown = key.length <= 32 && code.length <= 32 && keyCode <= 255;
  if (isKnown) say({ type: "key", kind, key, code, keyCode, location, text, modifiers, repeat });
}
function press(name, keyCode, text = "") {
  const parts = { key: name, code: name, keyCode, location: 0 };
  key("down", { ...parts, text });
  key("up", parts);
}

keys.addEventListener("keydown", (event) => {
  if (event.isComposing || event.keyCode === 229 || event.key === "Unidentified" || event.key === "Dead") return;
  if (event.key === "F6") {
    event.preventDefault();
    find("address").focus();
    return;
  }
  const isCommand = event.ctrlKey || event.metaKey;
  /* AltGr arrives as Ctrl and Alt, and writes. */
  const isWriting = event.key.length <= 2 && [...event.key].length === 1 && (!isCommand || event.getModifierState("AltGraph"));
  if (isCommand && event.key.toLowerCase() === "v") return;
  if (event.key === "Meta") return;
  event.preventDefault();
  const text = event.key === "Enter" ? "\r" : isWriting ? event.key : "";
  const modifiers = isWriting && isCommand ? modifiersOf(event) & 8 : modifiersOf(event);
  const parts = { key: event.key, code: event.code, keyCode: event.keyCode, location: event.location };
  pressed.set(event.code, parts);
  key("down", { ...parts, text, modifiers, repeat: event.repeat });
});
keys.addEventListener("keyup", (event) => {
  const parts = pressed.get(event.code);
  if (!parts) return;
  event.preventDefault();
  pressed.delete(event.code);
  key("up", { ...parts, modifiers: modifiersOf(event) });
});
keys.addEventListener("blur", () => {
  for (const parts of pressed.values()) key("up", parts);
  pressed.clear();
  find("type").setAttribute("aria-pressed", "false");
});
keys.addEventListener("focus", () => find("type").setAttribute("aria-pressed", "true"));

keys.addEventListener("compositionstart", () => (isComposing = true));
keys.addEventListener("compositionupdate", (event) => {
  if (event.data.length <= 1024) say({ type: "compose", text: event.data.toWellFormed() });
});
keys.addEventListener("compositionend", (event) => {
  isComposing = false;
  if (event.data) write(event.data);
  else say({ type: "compose", text: "" });
  fill();
});
keys.addEventListener("input", (event) => {
  if (isComposing) return;
  const kind = event.inputType;
  if (kind === "deleteContentBackward" || kind === "deleteWordBackward") press("Backspace", 8);
  else if (kind === "deleteContentForward") press("Delete", 46);
  else if (kind === "insertLineBreak" || kind === "insertParagraph") press("Enter", 13, "\r");
  else if (kind !== "insertCompositionText") {
    const text = keys.value.replaceAll("\u200b", "");
    if (text) write(text);
  }
  fill();
});
keys.addEventListener("paste", (event) => {
  event.preventDefault();
  write(event.clipboardData.getData("text/plain"));
});

find("type").addEventListener("pointerdown", (event) => event.preventDefault());
find("type").addEventListener("click", () => {
  if (document.activeElement === keys) keys.blur();
  else focusKeys();
});
const pasting = find("pasting");
find("paste").addEventListener("click", async () => {
  try {
    write(await navigator.clipboard.readText());
  } catch {
    /* Not allowed, or not there without https: the person pastes it here. */
    find("pasting-text").value = "";
    pasting.returnValue = "no";
    pasting.showModal();
  }
});
pasting.addEventListener("close", () => {
  if (pasting.returnValue === "yes") write(find("pasting-text").value);
  find("pasting-text").value = "";
});
`;
