import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import { actionLimits } from "./action-limits.ts";
import { clickElement, pressElement } from "./click-element.ts";
import { chooseByText } from "./in-page/choose-by-text.ts";
import { colourText, controlValue, dateText, timeText } from "./in-page/control-value.ts";
import { fillBox, fillByKind, fillField, fillInput, fillList } from "./in-page/fill-field.ts";
import { findElement } from "./in-page/find-element.ts";
import { giveFocus } from "./in-page/give-focus.ts";
import {
  editorHolds,
  editorShows,
  holdsText,
  maskHolds,
  type Holding,
} from "./in-page/holds-text.ts";
import { putValue, setInput } from "./in-page/set-input.ts";
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
  putValue,
  setInput,
  standIn,
  stateOf,
  timeText,
};

/** Gives a control a value: text is inserted as text, its option chosen, its box clicked. */
export async function fillControl(
  call: ActionCall,
  { target, text }: FillAction,
): Promise<ActionOutcome> {
  const frame = await seekFrame(call, target, actionLimits.missing);
  const filling = await frame?.evaluate(pageCall(fillField, tools, text), call.signal);
  if (filling === undefined) throw new ActionFault("gone");
  if (typeof filling === "object") throw new ActionFault(filling.fault);
  if (filling === "click") return clickElement(call, target);
  const outcome = filling === "set" ? done : await writeInto(call, target, { filling, text });
  await call.tab.navigation.follow(call.signal);
  return outcome;
}

const holdTools = { editorHolds, editorShows, findElement, maskHolds };

const reasons = {
  formed: "the field reformats the text",
  spaced: "the field changes the white space",
  partly: "the editor shows only a part of the text",
};

const done: ActionOutcome = { outcome: "done" };

interface Writing {
  /** Whether the field takes line breaks. */
  readonly filling: "line" | "type";
  readonly text: string;
}

/**
 * Puts a text in place of what a field holds, as one input: no key of it is a command to the page. A field
 * of one line that does not hold it then may have a mask that reads keys: it is typed.
 */
async function writeInto(
  call: ActionCall,
  target: NodeTarget,
  { filling, text }: Writing,
): Promise<ActionOutcome> {
  const { keyboard, signal, tab } = call;
  const isLine = filling === "line";
  const written = isLine ? text.replaceAll(/[\r\n\t]+/g, " ") : text.replaceAll(/\r\n?/g, "\n");
  const clicked = await pressElement(call, target);
  if (clicked.outcome === "skipped") throw new ActionFault(clicked.reason ?? "not ready");
  // A click on a field seldom leads elsewhere; where it does, that has begun.
  if (tab.navigation.underWay) await tab.navigation.follow(signal);
  if (written === "") return await emptied(call, target);
  const insert = async (): Promise<void> => {
    await tab.send({ method: "Input.insertText", params: { text: written } }, signal);
  };
  const first = await held(call, { target, written }, insert);
  const isTyped = first === "other" && isLine && written.length <= actionLimits.text;
  if (!isTyped) return outcomeOf(first);
  return outcomeOf(await held(call, { target, written }, () => keyboard.type(written, signal)));
}

/** Empties a field that has the focus. */
async function emptied(call: ActionCall, target: NodeTarget): Promise<ActionOutcome> {
  const press = async (...names: readonly string[]): Promise<void> => {
    for (const chord of names.flatMap((name) => parseKeyChord(name) ?? [])) {
      await call.keyboard.press(chord, call.signal);
    }
  };
  const first = await held(call, { target, written: "" }, () => press("Delete"));
  if (first !== "other") return outcomeOf(first);
  // An editor may hear late of what is selected, unless it is by its keys.
  return outcomeOf(await held(call, { target, written: "" }, () => press("Control+A", "Delete")));
}

/** Writes into a field that has the focus and all of its text selected; tells what it holds then. */
async function held(
  call: ActionCall,
  { target, written }: { readonly target: NodeTarget; readonly written: string },
  write: () => Promise<void>,
): Promise<Holding> {
  const { signal } = call;
  const frame = await seekFrame(call, target, actionLimits.missing);
  const focus = pageCall(giveFocus, { findElement }, undefined);
  if ((await frame?.evaluate(focus, signal)) !== true) throw new ActionFault("not focusable");
  await write();
  const holding = pageCall(holdsText, holdTools, written);
  return (await frame?.evaluate(holding, signal)) ?? "other";
}

function outcomeOf(holding: Holding): ActionOutcome {
  if (holding === "other") throw new ActionFault("the field now has another value");
  if (holding === "same") return done;
  return { outcome: "done", reason: reasons[holding] };
}
