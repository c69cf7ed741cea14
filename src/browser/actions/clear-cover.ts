import type { ActionCall } from "./action-call.ts";
import { dismissWords } from "./dismiss-words.ts";
import type { FrameView } from "./frame-view.ts";
import { controlsIn } from "./in-page/controls-in.ts";
import { findDismissal } from "./in-page/find-dismissal.ts";
import { hitAt } from "./in-page/hit-at.ts";
import type { PageSlot } from "./in-page/page-slot.ts";
import { pathOf } from "./in-page/path-of.ts";
import type { Point } from "./in-page/points-of.ts";
import { saysOneOf } from "./in-page/says-one-of.ts";
import { parseKeyChord } from "./key-chord.ts";
import { listFrames, patiently } from "./list-frames.ts";
import { pageCall } from "../page-call.ts";
import { lift, type Cover } from "./take-aim.ts";

/**
 * What was tried against a cover: its button, the Escape key, nothing since it is no overlay
 * (`none`), or nothing since there is no way (`wait`).
 */
type Clearing = "button" | "escape" | "none" | "wait";

/** A button that takes a cover away, and the frame that it is in. */
interface FoundButton {
  readonly isOverlay: boolean;
  readonly isInDialog: boolean;
  readonly frame: FrameView;
  readonly button?: Point | undefined;
}

const tools = { controlsIn, hitAt, pathOf, saysOneOf };

/**
 * Takes away what lies over a target, as a visitor would: by its button, or by the Escape key when it
 * has none, `mayEscape` and the target is in no dialog, which would go too.
 */
export async function clearCover(
  call: ActionCall,
  cover: Cover,
  mayEscape: boolean,
): Promise<Clearing> {
  const { frame, isOverlay, isInDialog, button } = await call.tab.persist(
    () => findButton(call, cover),
    call.signal,
  );
  if (button !== undefined) {
    const { points } = await lift(call, frame, [button]);
    const [point] = points;
    if (point !== undefined) {
      await call.mouse.move(point, call.signal);
      await call.mouse.click(call.signal);
      return "button";
    }
  }
  const escape = parseKeyChord("Escape");
  if (!isOverlay) return "none";
  if (isInDialog || !mayEscape || escape === undefined) return "wait";
  await call.keyboard.press(escape, call.signal);
  return "escape";
}

async function findButton(call: ActionCall, cover: Cover): Promise<FoundButton> {
  const { frame, point } = cover;
  const input = { point, words: dismissWords };
  const found = await frame.evaluate(pageCall(findDismissal, tools, input), call.signal);
  if (!found.isFrame || found.button !== undefined) return { ...found, frame };
  // Notices of consent are often frames: their buttons are in there.
  const inner = await coverFrame(call, frame);
  if (inner === undefined) return { ...found, frame };
  const asked = { session: inner.session, signal: call.signal };
  const within = await patiently(call.tab, asked, (signal) =>
    inner.evaluate(pageCall(findDismissal, tools, { words: dismissWords }), signal),
  );
  return { ...found, frame: inner, button: within?.button };
}

async function coverFrame(call: ActionCall, frame: FrameView): Promise<FrameView | undefined> {
  const cover = pageCall(() => (globalThis as PageSlot).draglineCover, {}, undefined);
  const id = await frame.frameOf(cover, call.signal);
  return (await listFrames(call.tab, call.signal)).find((frame) => frame.id === id);
}
