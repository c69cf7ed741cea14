import type { ActionCall } from "./action-call.ts";
import { ActionFault } from "./action-fault.ts";
import type { FrameView } from "./frame-view.ts";
import { findElement } from "./in-page/find-element.ts";
import { keepAskedSource } from "./in-page/page-slot.ts";
import { listFrames, mainFrame, patiently } from "./list-frames.ts";
import type { NodeTarget, Target } from "./node-action.ts";
import { pageCall } from "../page-call.ts";

/**
 * Finds the first frame that has a match of a selector, in its own tree or in open shadow roots; or
 * the frame of a node, which is then the element that is asked for there.
 * @throws ActionFault "invalid selector"; "gone" for a node that is no longer in the page
 */
export async function findFrame(call: ActionCall, target: Target): Promise<FrameView | undefined> {
  return typeof target === "string" ? findMatch(call, target) : frameOfNode(call, target);
}

async function frameOfNode({ tab, signal }: ActionCall, target: NodeTarget): Promise<FrameView> {
  const frame = (await listFrames(tab, signal)).find(({ id }) => id === target.frame);
  const isThere = await frame
    ?.callOn<boolean>(target.node, keepAskedSource, signal)
    .catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof ActionFault) throw error;
      return false;
    });
  if (frame === undefined || isThere !== true) throw new ActionFault("gone");
  return frame;
}

async function findMatch(
  { tab, signal }: ActionCall,
  selector: string,
): Promise<FrameView | undefined> {
  const has = pageCall(
    (tools: { find: typeof findElement }, selector: string) => tools.find(selector) !== null,
    { find: findElement },
    selector,
  );
  const main = await mainFrame(tab, signal);
  if (await main.evaluate(has, signal).catch(explain)) return main;
  for (const frame of await listFrames(tab, signal)) {
    if (frame.parent === undefined) continue;
    const { session } = frame;
    const found = await patiently(tab, { session, signal }, (signal) =>
      frame.evaluate(has, signal),
    );
    if (found === true) return frame;
  }
  return undefined;
}

function explain(error: unknown): never {
  if (error instanceof ActionFault && error.message.startsWith("SyntaxError")) {
    throw new ActionFault("invalid selector");
  }
  throw error;
}
