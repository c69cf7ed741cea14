import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import type { WriteAction } from "./action.ts";
import type { FrameView } from "./frame-view.ts";
import { chooseByText } from "./in-page/choose-by-text.ts";
import { colourText, controlValue, dateText, timeText } from "./in-page/control-value.ts";
import { focusedElement } from "./in-page/focused-element.ts";
import { putValue, setInput } from "./in-page/set-input.ts";
import { setValue, type Focus } from "./in-page/set-value.ts";
import { listFrames } from "./list-frames.ts";
import { pageCall } from "../page-call.ts";

/**
 * Types into what has the focus, in whatever frame. A date or another value that is not typed as it
 * is read is set. Line breaks and tabs are text where lines can be written; in a field of one line they are
 * spaces, and at the end the Enter key. Without a focus the keys go to the page, as they do from a visitor's keyboard.
 */
export async function writeText(call: ActionCall, { text }: WriteAction): Promise<ActionOutcome> {
  const { tab, keyboard, signal } = call;
  const focus = await tab.persist(() => enter(call, text), signal);
  if (typeof focus === "object") throw new ActionFault(focus.fault);
  const plain = text.replaceAll(/\r\n?/g, "\n");
  if (focus === "lines" && /[\n\t]/.test(plain)) {
    await tab.send({ method: "Input.insertText", params: { text: plain } }, signal);
  } else if (focus === "element" || focus === "lines") {
    await keyboard.type(plain.replaceAll(/\t|\n+(?=[^\n])/g, " "), signal);
  } else if (focus !== "set") await keyboard.type(text, signal);
  await tab.navigation.follow(signal);
  return focus === "nothing"
    ? { outcome: "done", reason: "nothing is focused" }
    : { outcome: "done" };
}

/** Goes down to the frame that has the focus. */
async function enter(call: ActionCall, text: string): Promise<Focus> {
  const frames = await listFrames(call.tab, call.signal);
  const tools = {
    chooseByText,
    colourText,
    controlValue,
    dateText,
    focusedElement,
    putValue,
    setInput,
    timeText,
  };
  let [here] = frames;
  for (let focus: Focus = "frame"; here !== undefined;) {
    focus = await here.evaluate(pageCall(setValue, tools, text), call.signal);
    if (focus !== "frame") return focus;
    const element = pageCall(
      (tools: { focused: typeof focusedElement }) => tools.focused(),
      { focused: focusedElement },
      undefined,
    );
    const id: string | undefined = await here.frameOf(element, call.signal);
    here = frames.find((frame: FrameView) => frame.id === id);
  }
  return "element";
}
