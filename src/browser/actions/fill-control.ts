import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import { actionLimits } from "./action-limits.ts";
import { clickElement, pressElement } from "./click-element.ts";
import { chooseByText } from "./in-page/choose-by-text.ts";
import { colourText, controlValue, dateText, timeText } from "./in-page/control-value.ts";
import {
  fillBox,
  fillByKind,
  fillField,
  fillInput,
  fillList,
  holdsText,
} from "./in-page/fill-field.ts";
import { findElement } from "./in-page/find-element.ts";
import { giveFocus } from "./in-page/give-focus.ts";
import { setInput } from "./in-page/set-input.ts";
import { standIn } from "./in-page/stand-in.ts";
import { stateOf } from "./in-page/state-of.ts";
import { parseKeyChord } from "./key-chord.ts";
import type { FillAction, NodeTarget } from "./node-action.ts";
import { pageCall } from "../page-call.ts";
import { seekFrame } from "./seek-frame.ts";

const tools = {
  chooseByText,
  colourText,
  controlValue,
  dateText,
  fillBox,
  fillByKind,
  fillInput,
  fillList,
  findElement,
  setInput,
  standIn,
  stateOf,
  timeText,
};

/** Gives a control a value: it is clicked and typed into, its option chosen, its box clicked. */
export async function fillControl(
  call: ActionCall,
  { target, text }: FillAction,
): Promise<ActionOutcome> {
  const frame = await seekFrame(call, target, actionLimits.missing);
  const filling = await frame?.evaluate(pageCall(fillField, tools, text), call.signal);
  if (filling === undefined) throw new ActionFault("gone");
  if (typeof filling === "object") throw new ActionFault(filling.fault);
  if (filling === "click") return clickElement(call, target);
  const written = filling === "line" ? text.replaceAll(/[\r\n]+/g, " ") : text;
  const outcome = filling === "set" ? done : await typeInto(call, target, written);
  await call.tab.navigation.follow(call.signal);
  return outcome;
}

const done: ActionOutcome = { outcome: "done" };

async function typeInto(
  call: ActionCall,
  target: NodeTarget,
  text: string,
): Promise<ActionOutcome> {
  const { keyboard, signal, tab } = call;
  const clicked = await pressElement(call, target);
  if (clicked.outcome === "skipped") throw new ActionFault(clicked.reason ?? "not ready");
  // A click on a field seldom leads elsewhere; where it does, that has begun.
  if (tab.navigation.underWay) await tab.navigation.follow(signal);
  const frame = await seekFrame(call, target, actionLimits.missing);
  const focus = pageCall(giveFocus, { findElement }, undefined);
  if ((await frame?.evaluate(focus, signal)) !== true) throw new ActionFault("not focusable");
  const empty = parseKeyChord("Delete");
  if (text === "" && empty !== undefined) await keyboard.press(empty, signal);
  else if (text.length <= actionLimits.text) await keyboard.type(text, signal);
  else await tab.send({ method: "Input.insertText", params: { text } }, signal);
  const isHeld = await frame?.evaluate(pageCall(holdsText, { findElement }, text), signal);
  if (isHeld === true) return done;
  return { outcome: "done", reason: "the field holds something else now" };
}
