import type { CdpCommand, CdpObject } from "../../cdp-link.ts";
import type { ViewerMessage, ViewerMessageOf } from "./viewer-message.ts";

/** What a person does with mouse and keys. */
type InputMessage = Extract<
  ViewerMessage,
  { type: "mouse" | "wheel" | "key" | "text" | "compose" }
>;

const MOUSE_EVENTS = { down: "mousePressed", up: "mouseReleased", move: "mouseMoved" } as const;

/** The command that does in a page what the person did on its picture. */
export function inputCommand(message: InputMessage): Omit<CdpCommand, "sessionId"> {
  switch (message.type) {
    case "mouse":
      return { method: "Input.dispatchMouseEvent", params: mouseEvent(message) };
    case "wheel":
      return { method: "Input.dispatchMouseEvent", params: wheelEvent(message) };
    case "key":
      return { method: "Input.dispatchKeyEvent", params: keyEvent(message) };
    case "text":
      return { method: "Input.insertText", params: { text: message.text } };
    default:
      return { method: "Input.imeSetComposition", params: composition(message) };
  }
}

/** The cursor stands behind what is composed. */
function composition({ text }: ViewerMessageOf<"compose">): CdpObject {
  return { text, selectionStart: text.length, selectionEnd: text.length };
}

function mouseEvent({ kind, clicks, ...rest }: ViewerMessageOf<"mouse">): CdpObject {
  const { x, y, button, buttons, modifiers } = rest;
  return { type: MOUSE_EVENTS[kind], x, y, button, buttons, clickCount: clicks, modifiers };
}

function wheelEvent({ x, y, dx, dy, modifiers }: ViewerMessageOf<"wheel">): CdpObject {
  return { type: "mouseWheel", x, y, deltaX: dx, deltaY: dy, modifiers };
}

/** A key that writes is `keyDown`; `rawKeyDown` is one that only does something. */
function keyEvent(message: ViewerMessageOf<"key">): CdpObject {
  const { kind, key, code, keyCode, location, text, modifiers, repeat } = message;
  const pressed = text === "" ? "rawKeyDown" : "keyDown";
  return {
    type: kind === "up" ? "keyUp" : pressed,
    key,
    code,
    windowsVirtualKeyCode: keyCode,
    location,
    modifiers,
    isKeypad: location === 3,
    autoRepeat: repeat,
    ...(kind === "down" && text !== "" && { text, unmodifiedText: text }),
  };
}
