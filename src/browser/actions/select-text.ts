import { wait } from "../../core/index.ts";
import { pageCall } from "../page-call.ts";
import type { ActionCall, ActionOutcome } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import { actionLimits } from "./action-limits.ts";
import type { FrameView } from "./frame-view.ts";
import { findElement } from "./in-page/find-element.ts";
import { hitAt } from "./in-page/hit-at.ts";
import type { Point } from "./in-page/points-of.ts";
import {
  findText,
  foldedText,
  keepSelection,
  rangeOf,
  selectInField,
} from "./in-page/text-range.ts";
import type { SelectTextAction } from "./node-action.ts";
import { seekFrame } from "./seek-frame.ts";
import { lift } from "./take-aim.ts";

/** Milliseconds within which an editor has taken over a selection, which pages hear of a moment later. */
const HEARD = 50;

const tools = { findElement, foldedText, hitAt, rangeOf, selectInField };

/** Selects a text by dragging the mouse over it; by script where the mouse does not reach it. */
export async function selectText(
  call: ActionCall,
  { target, text }: SelectTextAction,
): Promise<ActionOutcome> {
  const { signal } = call;
  const frame = await seekFrame(call, target, actionLimits.missing);
  const found = await frame?.evaluate(pageCall(findText, tools, text), signal);
  if (frame === undefined || found === undefined) throw new ActionFault("gone");
  if ("fault" in found) throw new ActionFault(found.fault);
  if (found.ends.length > 0) await dragOver(call, frame, found.ends);
  const isSelected = await frame.evaluate(pageCall(keepSelection, {}, undefined), signal);
  if (!isSelected) throw new ActionFault("the text cannot be selected");
  await wait(call.clock, HEARD, signal);
  return { outcome: "done" };
}

async function dragOver(call: ActionCall, frame: FrameView, ends: readonly Point[]): Promise<void> {
  const { mouse, signal } = call;
  const [start, end] = (await lift(call, frame, ends)).points;
  if (start === undefined || end === undefined) return;
  await mouse.move(start, signal);
  await mouse.press(signal);
  await mouse.move([(start[0] + end[0]) / 2, (start[1] + end[1]) / 2], signal);
  await mouse.move(end, signal);
  await mouse.release(signal);
}
