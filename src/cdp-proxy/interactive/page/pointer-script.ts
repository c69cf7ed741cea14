/** Mouse and touch: a finger taps and scrolls. */
export const pointerScript = String.raw`
const BUTTONS = ["left", "middle"];
const modifiersOf = (event) => {
  const control = event.ctrlKey || event.metaKey;
  return (event.altKey ? 1 : 0) | (control ? 2 : 0) | (event.shiftKey ? 8 : 0);
};
let clicks = 0;
let lastClick = { time: -Infinity, x: 0, y: 0 };
let finger;
let pendingMove;
let pendingWheel;

function countClicks(event) {
  const isNear = Math.hypot(event.clientX - lastClick.x, event.clientY - lastClick.y) < 6;
  clicks = isNear && event.timeStamp - lastClick.time < 500 ? (clicks % 3) + 1 : 1;
  lastClick = { time: event.timeStamp, x: event.clientX, y: event.clientY };
}

function mouse(kind, event, button, buttons) {
  flushPointer();
  const count = kind === "move" ? 0 : clicks;
  say({ type: "mouse", kind, ...pointOf(event), button, buttons, clicks: count, modifiers: modifiersOf(event) });
}

/* Moves and wheels of one frame of the screen go as one. */
function flushPointer() {
  const move = pendingMove;
  const wheel = pendingWheel;
  pendingMove = undefined;
  pendingWheel = undefined;
  if (move) say(move);
  if (wheel) say({ ...wheel, dx: bounded(wheel.dx), dy: bounded(wheel.dy) });
}
const bounded = (value) => Math.min(Math.max(value, -4096), 4096);
function later() {
  if (!pendingMove && !pendingWheel) requestAnimationFrame(flushPointer);
}
function scroll(event, dx, dy) {
  later();
  const before = pendingWheel || { dx: 0, dy: 0 };
  pendingWheel = { type: "wheel", ...pointOf(event), dx: before.dx + dx, dy: before.dy + dy, modifiers: modifiersOf(event) };
}

canvas.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  canvas.setPointerCapture(event.pointerId);
  if (event.pointerType === "touch") {
    if (event.isPrimary) finger = { x: event.clientX, y: event.clientY, isScrolling: false };
    return;
  }
  focusKeys();
  const button = BUTTONS[event.button];
  if (!button) return;
  countClicks(event);
  mouse("down", event, button, event.buttons & 5);
});
canvas.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch") return drag(event);
  later();
  const buttons = event.buttons & 5;
  const button = buttons & 1 ? "left" : buttons & 4 ? "middle" : "none";
  pendingMove = { type: "mouse", kind: "move", ...pointOf(event), button, buttons, clicks: 0, modifiers: modifiersOf(event) };
});
canvas.addEventListener("pointerup", (event) => {
  if (event.pointerType === "touch") return lift(event);
  const button = BUTTONS[event.button];
  if (button) mouse("up", event, button, event.buttons & 5);
});
canvas.addEventListener("pointercancel", () => (finger = undefined));

function drag(event) {
  if (!finger || !event.isPrimary) return;
  const dx = finger.x - event.clientX;
  const dy = finger.y - event.clientY;
  if (!finger.isScrolling && Math.hypot(dx, dy) < 8) return;
  finger = { x: event.clientX, y: event.clientY, isScrolling: true };
  scroll(event, dx, dy);
}
function lift(event) {
  if (!finger || !event.isPrimary) return;
  const wasTap = !finger.isScrolling;
  finger = undefined;
  if (!wasTap) return;
  countClicks(event);
  mouse("move", event, "none", 0);
  mouse("down", event, "left", 1);
  mouse("up", event, "left", 0);
}

const LINE = 40;
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const unit = event.deltaMode === 1 ? LINE : event.deltaMode === 2 ? pageSize.height : 1;
  scroll(event, event.deltaX * unit, event.deltaY * unit);
}, { passive: false });
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
`;
